import {
  AUDIT_ACTIONS,
  CONFIDENCE_LEVELS,
  DECISION_KINDS,
  DECISION_TABLE,
  type DecisionKind,
  MODEL_APIS,
  ROLES,
} from '@loadout/core';
import type { Command, Option } from 'commander';
import type { ConfigurationFlags } from '../config/configuration.js';

/** What the unfinished word of a line may be. */
export type Completion = {
  /** Its beginning. */
  readonly prefix: string;
  /** The flags of the line that say which host is meant. */
  readonly flags: ConfigurationFlags | undefined;
} & (
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Names that the host has. */
  | { readonly kind: HostNames }
);

type HostNames = 'bot' | 'tool' | 'companion' | 'owner' | 'token' | 'approval' | 'lasting';
type Answer = { readonly kind: 'words'; readonly words: readonly string[] } | { readonly kind: HostNames };

/** By the placeholder of an argument or an option, or by an option whose placeholder says too little. */
const names: Readonly<Record<string, HostNames>> = {
  bot: 'bot',
  tool: 'tool',
  companion: 'companion',
  old: 'owner',
  new: 'owner',
  token: 'token',
  approval: 'approval',
  lasting: 'lasting',
};

const levels = Object.keys(CONFIDENCE_LEVELS);
/** Those that the command's own host has. */
const components: readonly string[] = ['chat', 'assistant'];

const choices: Readonly<Record<string, readonly string[]>> = {
  shell: ['bash', 'zsh', 'fish'],
  role: ROLES,
  scope: ['once', 'turn', 'conversation'],
  status: ['success', 'error', 'blocked', 'cancelled'],
  action: AUDIT_ACTIONS,
  kind: DECISION_KINDS,
  '--log-level': ['debug', 'info', 'warn', 'error'],
  '--confidence': levels,
  '--component': components,
  '--api': MODEL_APIS,
};

/** Finds what the last word may be, from the commands, arguments and options that the program has. */
export function findCompletion(program: Command, words: readonly string[]): Completion {
  const prefix = words.at(-1) ?? '';
  let command = program;
  const given: string[] = [];
  let open: Option | undefined;
  const flags: Record<string, string> = {};
  for (const word of words.slice(0, -1)) {
    if (open !== undefined) {
      if (open.long === '--config' || open.long === '--database') flags[open.long.slice(2)] = word;
      open = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const option = listOptions(command).find(({ long, short }) => word === long || word === short);
      open = option?.required ? option : undefined;
      continue;
    }
    const inner = given.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (inner === undefined) given.push(word);
    else command = inner;
  }
  const base = { prefix, flags: Object.keys(flags).length === 0 ? undefined : flags };
  if (open !== undefined) return { ...base, ...describe(open.long ?? '', /<([^>]+)>/.exec(open.flags)?.[1] ?? '') };
  if (prefix.startsWith('-')) return { ...base, kind: 'words', words: listOptions(command).map(toWord) };
  if (command.commands.length > 0 && given.length === 0) {
    const known = command.createHelp().visibleCommands(command);
    return { ...base, kind: 'words', words: known.map((each) => each.name()) };
  }
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const name = (registeredArguments[given.length] ?? (last?.variadic ? last : undefined))?.name() ?? '';
  const kind = DECISION_KINDS.find((each) => each === given[0]);
  if (kind !== undefined && (name === 'words' || name === 'subject')) {
    return { ...base, ...describeDecision(kind, given.length, name) };
  }
  return { ...base, ...describe(name) };
}

/** The first of the keys that something is known of. */
function describe(...keys: readonly string[]): Answer {
  for (const key of keys) {
    const kind = names[key];
    if (kind !== undefined) return { kind };
    if (choices[key] !== undefined) return { kind: 'words', words: choices[key] };
  }
  return answerWords([]);
}

/** After a kind of decision come its subject, where it has one, and its value. */
function describeDecision(kind: DecisionKind, position: number, argument: 'words' | 'subject'): Answer {
  const { subject, example } = DECISION_TABLE[kind];
  if (subject !== 'none' && position === 1) {
    switch (subject) {
      case 'tool':
      case 'owner':
        return { kind: subject };
      case 'component':
        return answerWords(components);
      case 'model-provider':
        return answerWords([]);
      default:
        return subject satisfies never;
    }
  }
  if (argument === 'subject') return answerWords([]);
  if (kind === 'component-defaults') return { kind: 'tool' };
  if (position > (subject === 'none' ? 1 : 2)) return answerWords([]);
  if (kind === 'minimum-confidence') return answerWords(levels);
  if (kind === 'approval') return answerWords(['never', 'ask', 'deny']);
  return answerWords(example === true ? ['true'] : []);
}

function answerWords(words: readonly string[]): Answer {
  return { kind: 'words', words };
}

/** Those of the command and of the ones around it, and help, which all have. */
function listOptions(command: Command): readonly Option[] {
  const own = command.createHelp().visibleOptions(command);
  return command.parent === null ? own : [...own, ...listOptions(command.parent)];
}

function toWord({ long, short }: Option): string {
  return long ?? short ?? '';
}
