import type { Finding, FindingDetails } from '../contract/finding.js';
import type { JsonObject } from '../contract/json.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import type { OperatorView } from '../turn/operator-view.js';
import { findOverrideProblem } from './check-override.js';
import { countBots } from './count-bots.js';
import type { KnownTools } from './known-tools.js';
import { BUILT_IN_OWNER } from './loadout-draft.js';
import { letOthersRun } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { acceptOf, findSuccessor, sayFormerly } from './renamed-owner.js';
import { type KnownSettings, listSecretFields, SecretMask } from './secret-mask.js';

const BOTS_AT_ONCE = 50;

/** A tool as bots have it, from one owner. */
export interface AssignedUse {
  readonly toolName: string;
  readonly owner: string;
  readonly label: string;
  readonly bots: Set<string>;
  /** Those that accepted another definition than the present one. */
  readonly changed: Set<string>;
  /** What those that have one have as their override. */
  readonly overrides: Map<string, JsonObject>;
  /** Those whose override does not fit, and why. */
  readonly misfits: Map<string, string>;
  /** Those whose override has values of fields that are a secret now: which, and what else it has. */
  readonly secrets: Map<string, { readonly fields: readonly string[]; readonly rest: JsonObject }>;
}

/** All assigned tools of all bots: one walk through the loadouts. */
export async function collectUses(
  reader: StoreReader,
  tools: KnownTools,
  signal?: AbortSignal,
): Promise<readonly AssignedUse[]> {
  const uses = new Map<string, AssignedUse>();
  const mask = new SecretMask(tools);
  let count = 0;
  for (const { id } of await reader.listBots()) {
    signal?.throwIfAborted();
    for (const row of await reader.listAssignments(id)) {
      // Hardly any assignment has an override; the others wait for nothing.
      const settings = row.settingsOverride === null ? undefined : await mask.settingsOf(row, reader);
      noteUse({ uses, settings, tools, bot: id, row });
    }
    count += 1;
    if (count % BOTS_AT_ONCE === 0) await letOthersRun();
  }
  return [...uses.values()].sort((a, b) => compare(a.toolName, b.toolName) || compare(a.owner, b.owner));
}

interface Noting {
  readonly uses: Map<string, AssignedUse>;
  readonly settings: KnownSettings | undefined;
  readonly tools: KnownTools;
  readonly bot: string;
  readonly row: Assignment;
}

function noteUse({ uses, settings, tools, bot, row }: Noting): void {
  const { toolName, owner, label, definitionHash, settingsOverride } = row;
  const key = `${owner}#${toolName}`;
  let use = uses.get(key);
  if (use === undefined) {
    use = {
      toolName,
      owner,
      label,
      bots: new Set(),
      changed: new Set(),
      overrides: new Map(),
      misfits: new Map(),
      secrets: new Map(),
    };
    uses.set(key, use);
  }
  use.bots.add(bot);
  if (settingsOverride !== null) use.overrides.set(bot, settingsOverride);
  if (settings !== undefined) noteSecrets(use, bot, settings, settingsOverride);
  const listed = tools.catalogue.find(toolName);
  if (listed?.owner !== owner) return;
  const checked = listed.check(tools.checker);
  if ('reason' in checked) return;
  if (definitionHash !== null && definitionHash !== checked.hash) use.changed.add(bot);
  if (settingsOverride === null || settings === undefined) return;
  const problem = findOverrideProblem(settings, settingsOverride);
  if (problem !== undefined) use.misfits.set(bot, problem.message);
}

function noteSecrets(use: AssignedUse, bot: string, { secrets }: KnownSettings, override: JsonObject | null): void {
  const fields = listSecretFields(secrets, override);
  if (override === null || fields.length === 0) return;
  const rest = Object.fromEntries(Object.entries(override).filter(([field]) => !secrets.has(field)));
  use.secrets.set(bot, { fields, rest });
}

/** Assignments that do not give what they gave when they were made. */
export function examineAssignments(
  parts: OperatorParts,
  { catalogue }: KnownTools,
  { uses, view }: { readonly uses: readonly AssignedUse[]; readonly view: OperatorView },
): readonly Finding[] {
  return uses.flatMap((use): readonly Finding[] => {
    const { toolName, owner, bots, changed } = use;
    const details = { tool: toolName, owner, ...countUses(bots) };
    const about = { area: 'assignments', subject: toolName, details } as const;
    const listed = catalogue.find(toolName);
    const have = `${countBots(bots.size)} ${bots.size === 1 ? 'has' : 'have'} it`;
    if (listed === undefined) return [{ ...about, level: 'warning', ...explainAbsence(parts, catalogue, use) }];
    if (listed.owner === BUILT_IN_OWNER && owner !== BUILT_IN_OWNER) {
      const message = `${have} from ${owner}. It is built in now, and moves by itself.`;
      return [{ ...about, level: 'note', code: 'assignment-built-in', message, remedy: null }];
    }
    if (listed.owner !== owner) {
      const isFormerly = parts.registry.formerOwners(listed.owner).includes(owner);
      const said = isFormerly ? `, which says that it was formerly ${owner}` : '';
      const message = `${have} from ${owner}, and it is one of ${listed.owner} now${said}. It is withheld until that is accepted.`;
      const moved = { ...details, owner: listed.owner, before: owner };
      return [
        {
          ...about,
          level: 'error',
          code: 'assignment-owner-changed',
          details: moved,
          message,
          remedy: acceptOf(owner, listed.owner),
        },
      ];
    }
    if (changed.size === 0) return [];
    const message = `Its definition is not the one that ${countBots(changed.size)} got it with.`;
    const remedy = `Look at it: loadout tools show ${toolName}. Then accept it${eachOf(changed)}: loadout assign ${[...changed][0]} ${toolName}`;
    const only = { tool: toolName, owner, ...countUses(changed) };
    if (!view.withholdChangedDefinitions) {
      return [{ ...about, level: 'warning', code: 'assignment-definition-changed', details: only, message, remedy }];
    }
    const withheld = `${message} It is withheld until that is accepted.`;
    const code = 'assignment-definition-withheld';
    return [{ ...about, level: 'error', code, details: only, message: withheld, remedy }];
  });
}

function explainAbsence(
  { registry }: OperatorParts,
  catalogue: KnownTools['catalogue'],
  { toolName, owner, label, bots }: AssignedUse,
): Pick<Finding, 'code' | 'details' | 'message' | 'remedy'> {
  const details = { tool: toolName, owner, ...countUses(bots) };
  const has = bots.size === 1 ? 'has' : 'have';
  const unassign = `loadout unassign ${firstOf(bots)} ${toolName}`;
  const renamed = catalogue.findExposed(toolName, owner);
  if (renamed !== undefined) {
    return {
      code: 'assignment-name-changed',
      details: { ...details, name: renamed.name },
      message: `${countBots(bots.size)} ${has} it, and ${owner} is exposed with it as "${renamed.name}" now.`,
      remedy: `loadout assign ${firstOf(bots)} ${renamed.name}, then ${unassign}`,
    };
  }
  const successor = findSuccessor(registry, catalogue, owner);
  if (successor !== undefined) {
    const message = `${countBots(bots.size)} ${has} it ("${label}") from ${owner}, and ${sayFormerly(owner, successor)}`;
    const renamed = { ...details, owner: successor, before: owner };
    return { code: 'assignment-owner-renamed', details: renamed, message, remedy: acceptOf(owner, successor) };
  }
  const companion = owner === BUILT_IN_OWNER ? undefined : registry.companionOf(owner);
  const why =
    companion === undefined && owner !== BUILT_IN_OWNER
      ? `${owner} is not configured`
      : companion !== undefined && companion.state !== 'ready'
        ? `${owner} is ${companion.state}`
        : `${owner} does not list it`;
  const quarantine = catalogue.quarantineOf(toolName);
  const message = `${countBots(bots.size)} ${has} it ("${label}"), and nobody lists it: ${quarantine?.reason ?? `${why}.`}`;
  const remedy = `Bring ${owner} back, or unassign it: ${unassign}`;
  return { code: 'assignment-absent', details, message, remedy };
}

/** How many bots, and which one where it is one. */
function countUses(bots: ReadonlySet<string>): Pick<FindingDetails, 'bots' | 'bot'> {
  return { bots: bots.size, ...(bots.size === 1 ? { bot: firstOf(bots) } : {}) };
}

function firstOf(bots: ReadonlySet<string>): string {
  const [only] = bots;
  return bots.size === 1 && only !== undefined ? only : 'BOT';
}

function eachOf(bots: ReadonlySet<string>): string {
  return bots.size === 1 ? '' : ` for each of the ${countBots(bots.size)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
