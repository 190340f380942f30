import { type ConfidenceLevel, isConfidenceLevel } from '../contract/confidence.js';
import type { ExposeAs } from '../contract/configuration.js';
import type { Decision } from '../contract/decisions.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ApprovalMode } from '../contract/policy.js';
import { formatToolSubject, parseToolSubject } from '../contract/tool-subject.js';
import type { Organisation } from '../settings/organisation-file.js';
import { NO_ORGANISATION, type OrganisationView } from '../settings/organisation-view.js';
import type { ToolSetting } from '../store/records.js';
import type { Store } from '../store/roles.js';
import type { OperatorView } from './operator-view.js';
import type { SecretBook } from './secret-book.js';
import { NO_SECRETS } from './secret-view.js';

interface Loading {
  readonly revision: string | number;
  readonly view: Promise<OperatorView>;
}

/**
 * What the operator has decided and set, as the store has it now. Read again only after the store's revision changed,
 * and the same view as before where the change was about something else.
 */
export class OperatorState {
  readonly #store: Store;
  readonly #changed: (view: OperatorView) => void;
  readonly #organisation: Organisation;
  readonly #secrets: SecretBook | undefined;
  #lastOrganisation: OrganisationView | undefined;
  #organisationRevision = 0;
  #content = '';
  #view: OperatorView | undefined;
  #revision: string | number | undefined;
  #loading: Loading | undefined;

  /** `changed` is told of each new view before anybody else has it. */
  constructor(
    store: Store,
    changed: (view: OperatorView) => void,
    organisation: Organisation = () => NO_ORGANISATION,
    secrets?: SecretBook,
  ) {
    this.#secrets = secrets;
    this.#store = store;
    this.#changed = changed;
    this.#organisation = organisation;
  }

  /** Another number whenever the organisation has decided something else. */
  get organisationRevision(): number {
    this.#look();
    return this.#organisationRevision;
  }

  /** The view for a revision that was read just now. */
  at(revision: string | number): OperatorView | Promise<OperatorView> {
    const organisation = this.#look();
    if (this.#view !== undefined && this.#revision === revision) {
      if (this.#view.organisation !== organisation) this.#view = Object.freeze({ ...this.#view, organisation });
      return this.#view;
    }
    if (this.#loading?.revision === revision) return this.#loading.view;
    const loading: Loading = { revision, view: this.#load(() => this.#loading === loading, revision) };
    this.#loading = loading;
    loading.view.catch(() => {
      // The next one who asks tries again.
      if (this.#loading === loading) this.#loading = undefined;
    });
    return loading.view;
  }

  #look(): OrganisationView {
    const organisation = this.#organisation();
    if (organisation !== this.#lastOrganisation) this.#organisationRevision += 1;
    this.#lastOrganisation = organisation;
    return organisation;
  }

  /** Of several reads the one that began last counts; what an earlier one finds is for those who wait for it. */
  async #load(isNewest: () => boolean, revision: string | number): Promise<OperatorView> {
    const [decisions, settings, sealed] = await Promise.all([
      this.#store.listDecisions(),
      this.#store.listToolSettings(),
      this.#secrets === undefined ? [] : this.#store.listSecrets(),
    ]);
    const secrets = (await this.#secrets?.open(sealed)) ?? NO_SECRETS;
    const content = JSON.stringify([decisions, settings]);
    const isSame = this.#view?.secrets === secrets && content === this.#content;
    const organisation = this.#look();
    const view =
      isSame && this.#view?.organisation === organisation
        ? this.#view
        : createOperatorView(decisions, settings, { organisation, secrets });
    if (!isNewest()) return view;
    this.#revision = revision;
    if (view === this.#view) return view;
    this.#view = view;
    if (isSame) return view;
    this.#content = content;
    this.#changed(view);
    return view;
  }
}

/** A decision that cannot be read counts as none: it was refused when it was made, so somebody else wrote it. */
function createOperatorView(
  decisions: readonly Decision[],
  settings: readonly ToolSetting[],
  { organisation, secrets }: Pick<OperatorView, 'organisation' | 'secrets'>,
): OperatorView {
  const exposeAs: ExposeAs[] = [];
  const trustedModelProviders = new Set<string>();
  const instructionOwners = new Set<string>();
  const componentDefaults = new Map<string, readonly string[]>();
  const levels = new Map<string, ConfidenceLevel>();
  const approvals = new Map<string, ApprovalMode>();
  let toolsOff = false;
  let withholdChangedDefinitions = false;
  for (const { kind, subject, value } of decisions) {
    switch (kind) {
      case 'tools-off':
        toolsOff = value === true;
        break;
      case 'withhold-changed-definitions':
        withholdChangedDefinitions = value === true;
        break;
      case 'expose-as': {
        const tool = parseToolSubject(subject);
        if (tool !== undefined && typeof value === 'string') {
          exposeAs.push({ owner: tool.owner, tool: tool.toolName, as: value });
        }
        break;
      }
      case 'minimum-confidence':
        if (isConfidenceLevel(value)) levels.set(subject, value);
        break;
      case 'approval':
        if (isApprovalMode(value)) approvals.set(subject, value);
        break;
      case 'trusted-model-provider':
        if (value === true) trustedModelProviders.add(subject);
        break;
      case 'instructions-allowed':
        if (value === true) instructionOwners.add(subject);
        break;
      case 'component-defaults':
        if (Array.isArray(value)) componentDefaults.set(subject, value.filter(isText));
        break;
      default:
        ignoreKind(kind);
    }
  }
  const values = collectSettings(settings);
  return Object.freeze({
    organisation,
    secrets,
    toolsOff,
    withholdChangedDefinitions,
    exposeAs: Object.freeze(exposeAs),
    trustedModelProviders,
    instructionOwners,
    componentDefaults,
    minimumConfidence: (tool) => levels.get(formatToolSubject(tool)),
    approval: (tool) => approvals.get(formatToolSubject(tool)),
    settings: (tool) => values.get(formatToolSubject(tool)),
  } satisfies OperatorView);
}

function collectSettings(settings: readonly ToolSetting[]): ReadonlyMap<string, JsonObject> {
  const fields = new Map<string, [string, JsonValue][]>();
  for (const setting of settings) {
    const subject = formatToolSubject(setting);
    const known = fields.get(subject);
    if (known === undefined) fields.set(subject, [[setting.field, setting.value]]);
    else known.push([setting.field, setting.value]);
  }
  return new Map([...fields].map(([subject, entries]) => [subject, Object.freeze(Object.fromEntries(entries))]));
}

/** Whether a decision on approval can be read. */
export function isApprovalMode(value: JsonValue): value is ApprovalMode {
  return value === 'never' || value === 'ask' || value === 'deny';
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

/** One of a later version of the database. */
function ignoreKind(_kind: never): void {}
