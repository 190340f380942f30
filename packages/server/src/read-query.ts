import { describeMisfits, summarise } from './describe-misfits.js';
import { definitions, validators } from './generated/schemas.js';
import { HttpProblem } from './problem.js';

/** What a query says, checked against a definition. Throws 400. */
export function readQuery(
  parameters: URLSearchParams,
  definition: string | undefined,
): Readonly<Record<string, unknown>> {
  if (definition === undefined) {
    const [unknown] = parameters.keys();
    if (unknown === undefined) return {};
    throw new HttpProblem(400, `This path takes no query, but has ${JSON.stringify(unknown.slice(0, 60))}.`);
  }
  const types = typesOf(definition);
  const entries = [...parameters].map(([name, text]) => [name, toValue(text, types[name])] as const);
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw new HttpProblem(400, 'The query says the same name twice.');
  return checkFit('The query', Object.fromEntries(entries), definition);
}

/** `value` if it fits the definition. Throws 400 with what does not. */
export function checkFit<Value>(what: string, value: Value, definition: string): Value {
  const validate = validators[definition];
  if (validate === undefined) throw new Error(`There is no validator of ${definition}.`);
  const findings = validate(value);
  if (findings.errors.length === 0) return value;
  const errors = describeMisfits(findings.errors);
  throw new HttpProblem(400, summarise(what, errors, findings), { facts: { errors } });
}

/** In a query all is text: what spells a value of the type that is expected becomes that value. */
function toValue(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?[0-9]{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function typesOf(definition: string): Readonly<Record<string, unknown>> {
  const properties = Object.entries(propertiesOf(definitions[definition]));
  return Object.fromEntries(properties.map(([name, schema]) => [name, typeOf(schema)]));
}

/** The properties that a definition declares. */
export function propertiesOf(schema: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  // Our own definitions: `properties` of schemas.json are objects.
  return (schema as { properties?: Record<string, Record<string, unknown>> } | undefined)?.properties ?? {};
}

function typeOf({ $ref, type }: Readonly<Record<string, unknown>>): unknown {
  return typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')]?.type : type;
}
