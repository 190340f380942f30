import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ToolConfig } from '../contract/call.js';
import type { ConfigurationProblem } from '../contract/implementation.js';
import { REDACTED, Redactor } from '../settings/redactor.js';

/** Of one list so many answers are remembered. */
const MAX_ANSWERS = 1_000;

/** No sentence of an implementation is longer. */
const MAX_CHARACTERS = 300;

type Answer = readonly ConfigurationProblem[];

/** What {@link checkConfiguration} looks at. */
export interface ConfigurationInput {
  readonly listed: ListedTool;
  readonly definition: FrozenDefinition['definition'];
  /** The effective settings. */
  readonly config: ToolConfig;
  /** Why they do not fit the tool's schema. */
  readonly problems: readonly string[];
  /** Values that no sentence may have. */
  readonly secrets?: readonly string[];
}

/** Why a tool counts as not configured, in a sentence for the operator. */
export interface NotConfigured {
  readonly reason: string;
  /** The implementation could not be asked: it may do better the next time. */
  readonly isTransient?: boolean;
}

/**
 * Whether a tool is configured (contract 5.4): required settings are there and not blank, values fit, and then the
 * implementation has nothing against them. Undefined: it is. A promise only where the implementation answers with one; it
 * never rejects and has the guard's deadline.
 */
export function checkConfiguration(
  input: ConfigurationInput,
): NotConfigured | undefined | Promise<NotConfigured | undefined> {
  if (input.problems.length > 0) return { reason: `It is not configured. ${input.problems.join(' ')}` };
  const answer = judgeConfiguration(input);
  return answer instanceof Promise ? answer.then(toReason) : toReason(answer);
}

/** What the implementation itself says of settings that fit the schema. Failing and hanging are problems too. */
export function judgeConfiguration({
  listed,
  config,
  secrets = [],
}: Pick<ConfigurationInput, 'listed' | 'config' | 'secrets'>): Answer | Promise<Answer> {
  const { slot, ownName } = listed;
  const key = `${ownName}\n${JSON.stringify(config)}`;
  const known = slot.list === undefined ? undefined : answersOf(slot.list);
  const before = known?.get(key);
  if (before !== undefined) return before;
  // What fails may do better when the next offer is made, so that is not remembered; a provider that lists again is asked again.
  const keep = (found: Answer): Answer => {
    if (known !== undefined && known.size < MAX_ANSWERS) known.set(key, found);
    return found;
  };
  const judged = slot.judgeConfiguration(ownName, config);
  const hide = (found: Answer): Answer => hideSecrets(found, secrets);
  if (!(judged instanceof Promise)) return keep(hide(judged));
  return judged.then(
    (found) => keep(hide(found)),
    (error: unknown) => {
      const found = hide([{ message: error instanceof Error ? error.message : String(error) }]);
      failures.add(found);
      return found;
    },
  );
}

/** Answers that say only that there was none. */
const failures = new WeakSet<Answer>();

const answers = new WeakMap<object, Map<string, Answer>>();

function answersOf(list: object): Map<string, Answer> {
  let known = answers.get(list);
  if (known === undefined) {
    known = new Map();
    answers.set(list, known);
  }
  return known;
}

function toReason(found: Answer): NotConfigured | undefined {
  if (found.length === 0) return undefined;
  const reason = `It is not configured. ${joinProblems(found)}`;
  return failures.has(found) ? { reason, isTransient: true } : { reason };
}

/** What an implementation says, in sentences. */
export function joinProblems(found: Answer): string {
  const sentences = found.map(({ field, message }) => (field === undefined ? message : `"${field}": ${message}`));
  return sentences.map(endSentence).join(' ');
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Cut after that, so that no secret is cut in two. */
function hideSecrets(found: Answer, secrets: readonly string[]): Answer {
  const redactor = new Redactor();
  redactor.remember(secrets);
  const hide = (text: string): string =>
    redactor.text(secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text)).slice(0, MAX_CHARACTERS);
  return found.map(({ field, message }) => ({ ...(field === undefined ? {} : { field }), message: hide(message) }));
}
