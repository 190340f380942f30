import type { Findings, ValidationError } from './generated/schemas.js';
import type { ProblemPlace } from './problem.js';

const maximumPlaces = 10;
const maximumLength = 60;

/** What a validator found, for whoever sent it. */
export function describeMisfits(errors: readonly ValidationError[]): readonly ProblemPlace[] {
  const exact = errors.filter(({ keyword }) => keyword !== 'discriminator' && keyword !== 'oneOf');
  // A wrong `action` of a change is found by the discriminator alone.
  return (exact.length > 0 ? exact : errors).slice(0, maximumPlaces).map(describeMisfit);
}

/** One sentence of the places; not all of them are known where `areAll` says so. */
export function summarise(what: string, places: readonly ProblemPlace[], { areAll }: Pick<Findings, 'areAll'>): string {
  const [first] = places;
  if (first === undefined) return `${what} does not fit.`;
  const at = first.pointer === '' ? '' : ` at ${first.pointer}`;
  const more = places.length === 1 ? '' : ' More is wrong: see "errors".';
  const unknown = areAll ? '' : ' It is large: what else is wrong was not looked for.';
  return `${what} does not fit${at}: expected ${first.expected}, got ${first.got}.${more}${unknown}`;
}

function describeMisfit({ instancePath, keyword, params, data, parentSchema = {} }: ValidationError): ProblemPlace {
  const limit = typeof params.limit === 'number' ? { limit: params.limit } : {};
  const place = (pointer: string, expected: string, got: string): ProblemPlace => ({
    pointer,
    expected,
    got,
    keyword,
    ...limit,
  });
  switch (keyword) {
    case 'required':
      return place(join(instancePath, params.missingProperty), 'a value', 'nothing');
    case 'additionalProperties':
      return place(join(instancePath, params.additionalProperty), expectKeys(parentSchema), 'an unknown key');
    case 'type':
      return place(instancePath, [params.type].flat().map(nameType).join(' or '), describeGot(data));
    case 'enum':
      return place(instancePath, `one of ${list(params.allowedValues)}`, describeGot(data));
    case 'const':
      return place(instancePath, JSON.stringify(params.allowedValue), describeGot(data));
    case 'discriminator':
      return place(
        join(instancePath, params.tag),
        'assign, unassign, override, move or accept',
        describeGot(params.tagValue),
      );
    case 'pattern':
      return place(instancePath, expectPattern(parentSchema), describeGot(data));
    case 'minLength':
      return place(instancePath, `a text of ${String(params.limit)} character or more`, describeGot(data));
    case 'maxLength':
      return place(instancePath, `at most ${String(params.limit)} characters`, describeGot(data));
    case 'minimum':
      return place(instancePath, `${String(params.limit)} or more`, describeGot(data));
    case 'maximum':
      return place(instancePath, `${String(params.limit)} or less`, describeGot(data));
    case 'minItems':
      return place(instancePath, `a list of ${String(params.limit)} or more`, describeGot(data));
    case 'maxItems':
      return place(instancePath, `a list of at most ${String(params.limit)}`, describeGot(data));
    default:
      return place(instancePath, `what the keyword ${keyword} says`, describeGot(data));
  }
}

function join(pointer: string, key: unknown): string {
  return `${pointer}/${cut(String(key)).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function expectKeys({ properties }: Readonly<Record<string, unknown>>): string {
  const keys = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return keys.length === 0 ? 'no key' : `one of the keys ${keys.join(', ')}`;
}

function expectPattern({ description, pattern }: Readonly<Record<string, unknown>>): string {
  if (typeof description !== 'string') return `what fits ${String(pattern)}`;
  return description.replace(/\.$/, '').replace(/^An? /, (start) => start.toLowerCase());
}

function nameType(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    object: 'an object',
    array: 'a list',
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    null: 'null',
  };
  return names[String(type)] ?? String(type);
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values);
}

/** Never the content of objects, which may hold what nobody should read in a log. */
function describeGot(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text;
}
