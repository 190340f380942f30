import { expect, test, vi } from 'vitest';
import { parseArguments } from '../../src/execution/parse-arguments.js';

const accepted = (args: unknown, repairs: unknown[] = []): unknown => ({ ok: true, args, repairs });
const empty = { pointer: '', kind: 'empty-arguments' };
const spelled = { pointer: '', kind: 'json-parsed' };

test.each([
  ['an object', { a: 1 }, { a: 1 }, []],
  ['its text', ' {"a": [1, "b"]}\n', { a: [1, 'b'] }, []],
  ['nothing', undefined, {}, [empty]],
  ['null', null, {}, [empty]],
  ['empty text', '', {}, [empty]],
  ['white space', ' \n\t', {}, [empty]],
  ['the text of null', 'null', {}, [empty]],
  ['an empty object', {}, {}, []],
  ['the text of an empty object', '{}', {}, []],
  ['text that spells the text of an object', '"{\\"a\\": 1}"', { a: 1 }, [spelled]],
  ['__proto__ as a value', '{"a": "__proto__"}', { a: '__proto__' }, []],
  [
    'brackets inside of texts',
    JSON.stringify({ a: '['.repeat(100), b: '\\"{' }),
    { a: '['.repeat(100), b: '\\"{' },
    [],
  ],
])('%s is read', (_name, input, args, repairs) => {
  expect(parseArguments(input)).toEqual(accepted(args, repairs));
});

test('empty arguments are new ones each time', () => {
  const [one, two] = [parseArguments(''), parseArguments('')];
  expect(one.ok && two.ok && one.args !== two.args).toBe(true);
});

test.each<[string, unknown, RegExp]>([
  ['a list', [1], /^they must be a JSON object, but a list came$/],
  ['the text of a list', '[1]', /but a list came/],
  ['a number', 5, /but a number came/],
  ['the text of a number', '5', /but a number came/],
  ['false', false, /but false came/],
  ['the text of a text', '"hello"', /but a string came/],
  ['text that spells null', '"null"', /but a string came/],
  ['text that spells text that spells an object', JSON.stringify(JSON.stringify('{}')), /but a string came/],
  ['text that spells numbers that do not fit', JSON.stringify('{"id": 12345678901234567890}'), /but a string came/],
  ['a comma too many', '{"a": 1,}', /^they are not valid JSON at line 1, column 9\. /],
  ['an error in the second line', '{"a": 1,\n "b": }', /at line 2, column 7\. /],
  ['single quotes', "{'a': 1}", /at line 1, column 2\. /],
  ['text after the end', '{} {}', /at line 1, column 4\. /],
  ['an end too early', '{"a": [1', /at line 1, column 9\. /],
  ['a text that does not end', '{"a": "b', /at line 1, column 7\. /],
  ['65 levels', '{"a":'.repeat(65), /nested deeper than 64 levels/],
  ['a million levels', '['.repeat(999_999), /nested deeper than 64 levels/],
  ['more than 1 MB', `{"a":"${'x'.repeat(1_000_000)}"}`, /larger than 1 MB/],
  ['more than 1 MB of few characters', `{"a":"${'😀'.repeat(260_000)}"}`, /larger than 1 MB/],
  ['the name __proto__', '{"a":{"__proto__":{"b":1}}}', /"__proto__", which is never allowed/],
  ['the name __proto__ in escapes', '{"\\u005f_proto__":1}', /"__proto__", which is never allowed/],
  [
    'an object whose getter throws',
    {
      get a() {
        throw new Error('no');
      },
    },
    /^they cannot be read: a property, or the object itself, throws$/,
  ],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no');
        },
      },
    ),
    /cannot be read/,
  ],
  ['a proxy that was revoked', revoked(), /cannot be read/],
])('%s is refused', (_name, input, message) => {
  expect(parseArguments(input)).toEqual({ ok: false, message: expect.stringMatching(message) });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test('text over the limits is refused before it is parsed', () => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    expect(parseArguments(`{"a":"${'x'.repeat(1_000_000)}"}`).ok).toBe(false);
    expect(parseArguments(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`).ok).toBe(false);
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

test('what was given is not what the tool gets', () => {
  const given = { list: [{ a: 1 }] };
  const parsed = parseArguments(given);
  if (!parsed.ok) throw new Error(parsed.message);
  given.list.push({ a: 2 });
  expect(parsed.args).toEqual({ list: [{ a: 1 }] });
});
