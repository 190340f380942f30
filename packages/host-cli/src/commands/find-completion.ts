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
  | { readonly kind: 'bot' | 'tool' | 'companion' | 'owner' }
);

const names: Readonly<Record<string, 'bot' | 'tool' | 'companion' | 'owner'>> = {
  bot: 'bot',
  tool: 'tool',
  companion: 'companion',
  old: 'owner',
  new: 'owner',
};

const choices: Readonly<Record<string, readonly string[]>> = {
  shell: ['bash', 'zsh', 'fish'],
  role: ['viewer', 'operator', 'admin'],
  status: ['success', 'error', 'blocked', 'cancelled'],
  level: ['debug', 'info', 'warn', 'error'],
};

/** Finds what the last word may be, from the commands, arguments and options that the program has. */
export function findCompletion(program: Command, words: readonly string[]): Completion {
  const prefix = words.at(-1) ?? '';
  let command = program;
  let argumentCount = 0;
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
    const inner = argumentCount === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (inner === undefined) argumentCount += 1;
    else command = inner;
  }
  const base = { prefix, flags: Object.keys(flags).length === 0 ? undefined : flags };
  if (open !== undefined) return { ...base, ...describe(/<([^>]+)>/.exec(open.flags)?.[1] ?? '') };
  if (prefix.startsWith('-')) return { ...base, kind: 'words', words: listOptions(command).map(toWord) };
  if (command.commands.length > 0 && argumentCount === 0) {
    const known = command.createHelp().visibleCommands(command);
    return { ...base, kind: 'words', words: known.map((each) => each.name()) };
  }
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[argumentCount] ?? (last?.variadic ? last : undefined);
  return { ...base, ...describe(argument?.name() ?? '') };
}

function describe(placeholder: string): { kind: 'words'; words: readonly string[] } | { kind: (typeof names)[string] } {
  const kind = names[placeholder];
  return kind === undefined ? { kind: 'words', words: choices[placeholder] ?? [] } : { kind };
}

/** Those of the command and of the ones around it, and help, which all have. */
function listOptions(command: Command): readonly Option[] {
  const own = command.createHelp().visibleOptions(command);
  return command.parent === null ? own : [...own, ...listOptions(command.parent)];
}

function toWord({ long, short }: Option): string {
  return long ?? short ?? '';
}
