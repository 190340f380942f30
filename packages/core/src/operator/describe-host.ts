import type { HostLimits } from '../contract/configuration.js';
import type { HostDescription } from '../contract/host-description.js';
import { DEFAULT_TURN_LIMITS, type TurnLimits } from '../contract/turn-limits.js';
import type { OrganisationView } from '../settings/organisation-view.js';
import type { TraceRecorder } from '../store/traces.js';
import type { OperatorParts } from './operator-parts.js';

/** What a description is made of, beside what operations stand on. */
export interface HostDescriptionInput {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly limits: Required<HostLimits>;
  readonly turnLimits: TurnLimits | undefined;
  readonly traces: TraceRecorder;
  readonly organisation: OrganisationView;
}

/** What a host tells of itself, see `Host.describe`. */
export function describeHost(
  { components, vault, store, registry }: OperatorParts,
  { startedAt, limits, turnLimits, traces, organisation }: HostDescriptionInput,
): HostDescription {
  return Object.freeze({
    startedAt: new Date(startedAt).toISOString(),
    components: Object.freeze([...components]),
    turnLimits: Object.freeze({ ...DEFAULT_TURN_LIMITS, ...turnLimits }),
    limits: Object.freeze({ ...limits }),
    traces: traces.retention ?? null,
    secrets: vault === undefined ? null : Object.freeze({ kind: vault.kind, reason: vault.reason }),
    isDurable: store.isDurable,
    organisation: describeOrganisation(organisation),
    companions: Object.freeze(registry.describeCompanions().map(({ id, state }) => Object.freeze({ id, state }))),
  });
}

function describeOrganisation(view: OrganisationView): HostDescription['organisation'] {
  const { place, unreadable, problems, entries } = view;
  if (place === null) return null;
  return Object.freeze({
    place,
    isReadable: unreadable === undefined,
    problems: Object.freeze(problems.map(({ place: at, message }) => Object.freeze({ place: at, message }))),
    entries,
  });
}
