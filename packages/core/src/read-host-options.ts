import { wrongArgument } from './catalogue/wrong-argument.js';
import { describeError } from './companions/guard.js';
import { LoadoutError } from './contract/errors.js';
import { isObject } from './contract/json.js';
import type { HostOptions } from './host-options.js';
import { suggestWord } from './schema/nearest-word.js';
import type { Store } from './store/roles.js';
import type { TokenUses } from './store/token-uses.js';
import type { TraceRecorder } from './store/traces.js';
import { readTurnLimits } from './turn/turn-limits.js';

/*
 * What cannot be read is refused here, with the option's name; entries whose content is wrong are for those who read
 * them.
 */

/** The longest time that a timer of Node.js can have; a longer one would be over at once. */
const MAX_TIMER_MS = 2_147_483_647;

const storeMethods = Object.keys({
  getBot: true,
  listBots: true,
  listAssignments: true,
  listAssignedTools: true,
  listBotsWithTool: true,
  listToolSettings: true,
  listDecisions: true,
  listSnapshots: true,
  getSnapshot: true,
  getDefinition: true,
  getConversation: true,
  listSecrets: true,
  listConversationApprovals: true,
  listSuspendedTurns: true,
  getSuspendedTurn: true,
  getSuspendedTranscript: true,
  listTokens: true,
  findToken: true,
  listAudit: true,
  change: true,
  read: true,
  revision: true,
  close: true,
} satisfies Record<Exclude<keyof Store, 'isDurable' | 'examine' | 'backUp'>, true>);
const traceMethods = Object.keys({ record: true, list: true } satisfies Partial<Record<keyof TraceRecorder, true>>);
const useMethods = Object.keys({ record: true, list: true } satisfies Record<keyof TokenUses, true>);

/** What a value has to be, as the rest of a sentence, where it is not that; `name` is where it stands. */
type Check = (value: unknown, name: string) => void;

const aFunction = required('a function', (value) => typeof value === 'function');
const aList = required('a list', Array.isArray);
const anObject = required('an object', isObject);
const aText = required('a text', (value) => typeof value === 'string');
const aTruth = required('true or false', (value) => typeof value === 'boolean');
const aName = required('a name', (value) => typeof value === 'string' && value !== '');
const aPlace = required('a path or a file URL', (value) => typeof value === 'string' || value instanceof URL);
const aTime = required(
  `a number of milliseconds from 0 to ${MAX_TIMER_MS}`,
  (value) => typeof value === 'number' && value >= 0 && value <= MAX_TIMER_MS,
);

const optionChecks: Readonly<Record<keyof HostOptions, Check>> = {
  definitionFolders: listOf(aPlace),
  implementations: aList,
  companions: listOf((value, name) => {
    // The ids are judged where companions are made.
    if (isObject(value))
      fields({ load: aFunction, from: aPlace, settings: anObject, enabled: aTruth, formerly: aList })(value, name);
  }),
  exposeAs: listOf(fields({ owner: aText, tool: aText, as: aText }, 'all')),
  toolSettings(value, name) {
    anObject(value, name);
    for (const [tool, settings] of Object.entries(value as object)) {
      if (settings !== undefined) anObject(settings, `${name}.${tool}`);
    }
  },
  store: withMethods('a store', storeMethods),
  traces: withMethods('a trace recorder', traceMethods),
  tokenUses: withMethods('a record of token uses', useMethods),
  logger: aFunction,
  approver: aFunction,
  secrets: withMethods('a vault of secrets', ['seal', 'open', 'forget']),
  organisation: required(
    'a path, a file URL or a document',
    (value) => typeof value === 'string' || value instanceof URL || isObject(value),
  ),
  fetch: aFunction,
  clock: withMethods('a clock', ['now', 'setTimeout']),
  createId: aFunction,
  components: listOf(aName),
  turnLimits: (value, name) => void readTurnLimits('createHost', name, value),
  limits: fields({ loadMs: aTime, listMs: aTime, firstListWaitMs: aTime, restoredListWaitMs: aTime }),
};

/** `options` if they can be read. Throws `CONFIGURATION_INVALID`, naming the option. */
export function readHostOptions(options: unknown): HostOptions {
  if (!isObject(options)) throw wrongArgument('createHost', 'its options', 'an object', options);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(optionChecks, name)) continue;
    const hint = suggestWord(name, Object.keys(optionChecks));
    throw new LoadoutError('CONFIGURATION_INVALID', `createHost: there is no option "${name}". ${hint}`, {
      details: { field: name },
    });
  }
  const given = options as Readonly<Record<string, unknown>>;
  // Each is read once: a getter may answer something new each time, as that of `builtinTools()` does.
  const stated = Object.keys(optionChecks).map((name) => [name, readField(given, name, name)] as const);
  const read = Object.fromEntries(stated.filter(([, value]) => value !== undefined));
  fields(optionChecks)(read, '');
  // Each field was judged by the check of its name.
  return read as HostOptions;
}

function required(expected: string, fits: (value: unknown) => boolean): Check {
  return (value, name) => {
    if (!fits(value)) throw wrongArgument('createHost', name, expected, value);
  };
}

function listOf(check: Check): Check {
  return (value, name) => {
    aList(value, name);
    // `aList` has looked; an empty slot counts as an entry.
    for (const [index, entry] of (value as readonly unknown[]).entries()) check(entry, `${name}[${index}]`);
  };
}

function fields(checks: Readonly<Record<string, Check>>, needed: 'all' | 'none' = 'none'): Check {
  return (value, name) => {
    if (!isObject(value)) throw wrongArgument('createHost', name, 'an object', value);
    for (const [field, check] of Object.entries(checks)) {
      // Foreign object: each field is judged as `unknown`.
      const place = name === '' ? field : `${name}.${field}`;
      const stated = readField(value as Readonly<Record<string, unknown>>, field, place);
      if (stated !== undefined || needed === 'all') check(stated, place);
    }
  };
}

/** A getter is foreign code. */
function readField(value: Readonly<Record<string, unknown>>, field: string, place: string): unknown {
  try {
    return value[field];
  } catch (cause) {
    const message = `createHost: ${place} cannot be read: ${describeError(cause)}.`;
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: place }, cause });
  }
}

function withMethods(what: string, methods: readonly string[]): Check {
  return (value, name) => {
    // A class with static methods, or a function with properties, is as good as an object.
    const owner = (typeof value === 'object' || typeof value === 'function') && value !== null ? value : undefined;
    const missing = methods.find(
      (method) => typeof (owner as Record<string, unknown> | undefined)?.[method] !== 'function',
    );
    if (missing === undefined) return;
    throw wrongArgument('createHost', name, `${what} with ${methods.map((method) => `${method}()`).join(', ')}`, value);
  };
}
