import type { BuiltinToolsOptions } from './builtin-tools.js';

/** What a number may be, and what it is where it is left out. */
type NumberRange = readonly [least: number, most: number, usual: number];

const numbers: Readonly<Record<'politeness' | 'extraction', Readonly<Record<string, NumberRange>>>> = {
  politeness: {
    requestsPerHost: [1, 1_000, 4],
    spacingMs: [0, 600_000, 100],
    waitingPerHost: [1, 100_000, 100],
  },
  extraction: {
    workers: [1, 1_024, 4],
    heapMegabytes: [64, 65_536, 512],
    readingMs: [100, 600_000, 10_000],
  },
};

// By name, so that a mistyped one is not taken for one that was left out.
const known: Readonly<Record<'' | keyof typeof numbers, ReadonlySet<string>>> = {
  '': new Set<keyof BuiltinToolsOptions>([
    'authenticate',
    'contact',
    'definitionFolder',
    'extraction',
    'now',
    'politeness',
    'userAgent',
  ]),
  politeness: new Set(Object.keys(numbers.politeness)),
  extraction: new Set([...Object.keys(numbers.extraction), 'workerFile']),
};

/** Throws a `TypeError` for the first option that cannot be used, with its name and what it may be. */
export function checkOptions(options: BuiltinToolsOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`builtinTools(options): options have to be an object. They are ${String(options)}.`);
  requireKnown('', options);
  for (const [group, ranges] of Object.entries(numbers)) {
    const values: unknown = options[group as keyof typeof numbers];
    if (values === undefined) continue;
    if (typeof values !== 'object' || values === null) throw wrongOption(group, 'an object', values);
    requireKnown(group as keyof typeof numbers, values);
    for (const [name, range] of Object.entries(ranges)) {
      checkNumber(`${group}: { ${name} }`, (values as Readonly<Record<string, unknown>>)[name], range);
    }
  }
  for (const name of ['now', 'authenticate'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'function') throw wrongOption(name, 'a function', value);
  }
}

function requireKnown(group: keyof typeof known, options: object): void {
  const unknown = Object.keys(options).find((name) => !known[group].has(name));
  if (unknown === undefined) return;
  const [shown, where] = [
    JSON.stringify(unknown.slice(0, 100)),
    group === '' ? 'builtinTools' : `${group} of builtinTools`,
  ];
  throw new TypeError(`${where} has no option ${shown}. There are: ${[...known[group]].join(', ')}.`);
}

function checkNumber(option: string, value: unknown, [least, most, usual]: NumberRange): void {
  if (value === undefined) return;
  const isTime = option.endsWith('Ms }');
  const isNumber = isTime ? typeof value === 'number' : Number.isInteger(value);
  const fits = isNumber && Number(value) >= least && Number(value) <= most;
  if (!fits)
    throw wrongOption(
      option,
      `a ${isTime ? '' : 'whole '}number from ${least} to ${most}; left out, it is ${usual}`,
      value,
    );
}

function wrongOption(option: string, expected: string, value: unknown): TypeError {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : String(value);
  return new TypeError(`builtinTools({ ${option} }) has to be ${expected}. It is ${shown}.`);
}
