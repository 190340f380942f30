import { DECISION_KINDS, DECISION_TABLE, type DecisionKind, type JsonValue } from '@loadout/core';
import { didYouMean } from '../config/nearest.js';
import { UsageError } from '../config/usage-error.js';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { describeUsage } from './decision-help.js';
import { findDoubts } from './find-doubts.js';
import { formatValue } from './format-value.js';
import { onceListed } from './once-listed.js';

interface Flags {
  readonly json?: boolean;
}

/** What was decided, all of it or one kind. */
export async function getDecisions(
  { host, out }: Session,
  kindText: string | undefined,
  { json }: Flags,
): Promise<number> {
  const kind = kindText === undefined ? undefined : requireKind(kindText);
  const decisions = (await host.decisions.list()).filter((decision) => kind === undefined || decision.kind === kind);
  if (json) out.printJson({ decisions });
  else if (decisions.length === 0) {
    out.print(kind === undefined ? 'Nothing was decided.' : `Nothing of the kind ${kind} was decided.`);
  } else {
    const rows = decisions.map((decision) => [decision.kind, decision.subject, formatValue(decision.value)]);
    for (const line of formatTable({ titles: ['KIND', 'ABOUT', 'VALUE'], rows, last: 'cut' }, out)) out.print(line);
  }
  return 0;
}

/** Decides something. */
export async function setDecision(
  { host, out }: Session,
  kindText: string,
  { words, json }: Flags & { readonly words: readonly string[] },
): Promise<number> {
  const kind = requireKind(kindText);
  const { subject, value } = readWords(kind, words);
  const decision = await onceListed(host, () => host.decisions.set(kind, subject, value));
  for (const sentence of await findDoubts(host, decision)) out.warn(sentence);
  if (json) out.printJson(decision);
  else out.print(`${describe(decision.kind, decision.subject)} is ${formatValue(decision.value)} now.`);
  return 0;
}

/** Takes a decision back. */
export async function unsetDecision(
  { host, out }: Session,
  kindText: string,
  { subject = '', json }: Flags & { readonly subject: string | undefined },
): Promise<number> {
  const kind = requireKind(kindText);
  if ((DECISION_TABLE[kind].subject === 'none') !== (subject === '')) throw refuse(kind);
  const wasSet = await onceListed(host, () => host.decisions.unset(kind, subject));
  if (json) out.printJson({ kind, subject, wasSet });
  else if (wasSet) out.print(`${describe(kind, subject)} is no longer decided.`);
  else out.warn(`${describe(kind, subject)} was not decided. See "loadout host get".`);
  return 0;
}

function requireKind(text: string): DecisionKind {
  const kind = DECISION_KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  const nearest = didYouMean(text, DECISION_KINDS);
  throw new UsageError(
    `There is no kind of decision ${JSON.stringify(text)}. Expected one of ${DECISION_KINDS.join(', ')}.${nearest}`,
  );
}

/** First the subject, where the kind has one, then the value: the names of a list, or one word; without it `true`. */
function readWords(kind: DecisionKind, words: readonly string[]): { subject: string; value: JsonValue } {
  const { subject: subjectKind, example } = DECISION_TABLE[kind];
  const [first, ...rest] = words;
  const subject = subjectKind === 'none' ? '' : first;
  const values = subjectKind === 'none' ? words : rest;
  if (subject === undefined || (values.length === 0 && example !== true)) throw refuse(kind);
  if (Array.isArray(example) && values[0]?.trimStart().startsWith('[') !== true) return { subject, value: [...values] };
  if (values.length > 1) throw refuse(kind);
  return { subject, value: values[0] === undefined ? true : readWord(values[0]) };
}

/** JSON where it is, else text. */
function readWord(word: string): JsonValue {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

function refuse(kind: DecisionKind): UsageError {
  return new UsageError(`Expected "loadout host set ${describeUsage(kind)}", or unset without the value.`);
}

function describe(kind: DecisionKind, subject: string): string {
  return subject === '' ? kind : `${kind} of ${neutraliseLine(subject)}`;
}
