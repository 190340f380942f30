import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { isLoadoutError, LoadoutError } from '../../src/contract/errors.js';
import { redactError } from '../../src/settings/redact-error.js';
import { Redactor } from '../../src/settings/redactor.js';
import { createSecretFilter } from '../../src/settings/secret-filter.js';
import { listNeedles } from '../../src/settings/secret-needles.js';
import { cpuMs } from '../builders/cpu-time.js';

const secret = 'cän/ry+"v<l&e>\'42 x?=%\\';

function create(...secrets: string[]): Redactor {
  const redactor = new Redactor();
  redactor.remember(secrets);
  return redactor;
}

const htmlEscape = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? '',
  );
const percentAll = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const encodings: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  'percent, as encodeURIComponent': encodeURIComponent,
  'percent, lower case': (text) => encodeURIComponent(text).replace(/%../g, (found) => found.toLowerCase()),
  'percent, each byte': percentAll,
  'percent, as encodeURI': encodeURI,
  'percent, as a form': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'json in ASCII': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'json in json': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'json in a query': (text) => encodeURIComponent(JSON.stringify(text).slice(1, -1)),
  'html, named': htmlEscape,
  'html, decimal': (text) => [...text].map((char) => `&#${char.codePointAt(0)};`).join(''),
  'html, hexadecimal': (text) => [...text].map((char) => `&#x${char.codePointAt(0)?.toString(16)};`).join(''),
  markdown: (text) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
  'markdown in json': (text) => JSON.stringify(text.replace(/[!-/:-@[-`{-~]/g, '\\$&')).slice(1, -1),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

for (const [name, encode] of Object.entries(encodings)) {
  test(`9.5 a secret is found in this encoding: ${name}`, () => {
    const encoded = encode(secret);
    expect(create(secret).text(`before ${encoded} after`)).toBe('before [secret] after');
    expect(create('something else').text(encoded)).toBe(encoded);
  });
}

for (const variant of ['base64', 'base64url'] as const) {
  for (const before of ['', 'a', 'ab', 'abc', 'xyz1']) {
    test(`9.5 a secret is found in ${variant} behind ${before.length} other bytes, whatever follows`, () => {
      for (const after of ['', '!', 'zz']) {
        const encoded = Buffer.from(before + secret + after).toString(variant);
        const clean = create(secret).text(`Basic ${encoded}.`);
        expect(clean).toContain('[secret]');
        // Of what is left no three characters of the secret can be read.
        const rest = clean.replace('Basic ', '').replace('.', '').split('[secret]');
        expect(rest.join('').length).toBeLessThan(before.length * 2 + after.length * 2 + 6);
      }
    });
  }
}

test('9.5 secrets of eight characters are found, shorter ones are not', () => {
  expect(create('12345678').text('a 12345678 b')).toBe('a [secret] b');
  expect(create('1234567').text('a 1234567 b')).toBe('a 1234567 b');
  expect(listNeedles('1234567')).toEqual([]);
  for (const needle of listNeedles('12345678')) expect(needle.length).toBeGreaterThanOrEqual(8);
});

test('several secrets, side by side, one in another, and twice', () => {
  const redactor = create('inner-secret', 'the inner-secret of it', 'second-one');
  expect(redactor.text('the inner-secret of it')).toBe('[secret]');
  expect(redactor.text('inner-secretsecond-one inner-secret')).toBe('[secret][secret] [secret]');
});

test('a replaced secret stays one', () => {
  const redactor = create('old-secret');
  redactor.remember(['new-secret']);
  expect(redactor.text('old-secret new-secret')).toBe('[secret] [secret]');
});

test('9.5 values and names of fields, at any depth; what has none stays the same object', () => {
  const redactor = create('12345678');
  const clean = { a: [{ b: 'nothing' }], c: 5 };
  expect(redactor.json(clean)).toBe(clean);
  expect(redactor.json({ 'x-12345678': [{ b: 'q=12345678' }], n: 12345678 })).toEqual({
    'x-[secret]': [{ b: 'q=[secret]' }],
    n: '[secret]',
  });
  expect(redactor.json([12345678.5, -12345678, 991234567899, 1234567])).toEqual([
    '[secret]',
    '[secret]',
    '[secret]',
    1234567,
  ]);
});

const readAsNumbers: Readonly<Record<string, readonly number[]>> = {
  '0012345678901': [12345678901],
  '  0012345678901': [12345678901],
  '+4917012345678': [4917012345678],
  '-123456789012': [123456789012],
  '12345678.50': [12345678.5],
  '0.00000012345678': [1.2345678e-7],
  '123456.789e30': [123456.789e30],
  '01234567890123456789': [Number('01234567890123456789')],
  '0x12345678ab': [0x12345678ab],
};

for (const [own, numbers] of Object.entries(readAsNumbers)) {
  test(`9.5 a secret that reads as a number is taken out where it was read: ${own}`, () => {
    const redactor = create(own);
    for (const number of numbers) {
      expect(redactor.json([number, -number])).toEqual(['[secret]', '[secret]']);
      expect(redactor.text(JSON.stringify({ number }))).toBe('{"number":[secret]}');
      // As what has larger numbers prints it.
      expect(redactor.text(`n=${own.trim().replace(/^[+0-]*(?=[1-9])/, '')}.`)).toBe('n=[secret].');
      const filter = createSecretFilter(redactor);
      expect([...String(number)].map((piece) => filter.push(piece)).join('') + filter.end()).toBe('[secret]');
    }
  });
}

test('of a secret that reads as a number of fewer than eight characters only the secret is found', () => {
  for (const own of ['00001234', '1e000002', '        ', '00000000']) {
    expect(create(own).json([1234, 100, 0])).toEqual([1234, 100, 0]);
    expect(create(own).text(`a${own}b`)).toBe('a[secret]b');
  }
});

test('9.5 names of fields that are the same without their secrets are numbered, and none is lost', () => {
  const redactor = create('first-key-123', 'second-key-456');
  const found = { 'first-key-123': 1, '[secret] 2': 2, 'second-key-456': 3, 'x-first-key-123': 4, '[secret]': 5 };
  expect(redactor.json(found)).toEqual({
    '[secret] 3': 1,
    '[secret] 2': 2,
    '[secret] 4': 3,
    'x-[secret]': 4,
    '[secret]': 5,
  });
  expect(redactor.json({ 'first-key-123': 'second-key-456', 'second-key-456': 1 })).toEqual({
    '[secret]': '[secret]',
    '[secret] 2': 1,
  });
});

test('9.5 an error for the log: message, stack, causes and other fields', () => {
  const redactor = create('12345678');
  const plain = new Error('plain', { cause: new Error('cause') });
  expect(redactError(redactor, plain)).toMatchObject({ message: 'plain', cause: { message: 'cause' } });
  expect(redactError(new Redactor(), plain)).toBe(plain);
  const error = Object.assign(new TypeError('bad 12345678', { cause: new Error('with 12345678') }), { code: 'E_BAD' });
  const clean = redactError(redactor, error) as Error & { code: string; cause: Error };
  expect(clean).toBeInstanceOf(Error);
  expect([clean.name, clean.message, clean.code, clean.cause.message]).toEqual([
    'TypeError',
    'bad [secret]',
    'E_BAD',
    'with [secret]',
  ]);
  expect(clean.stack).toContain('bad [secret]');
  expect(`${clean.stack}${clean.cause.stack}`).not.toContain('12345678');
  const request = Object.assign(new Error('failed'), { config: { headers: { key: '12345678' } } });
  expect(JSON.stringify(redactError(redactor, request))).not.toContain('12345678');
  expect(
    redactError(
      redactor,
      Object.defineProperty(new Error('x'), 'message', {
        get: () => {
          throw new Error('y');
        },
      }),
    ),
  ).toBeInstanceOf(Error);
});

/** All that can be read of a value, also what is not enumerable. */
function readAll(value: unknown): string {
  return inspect(value, { depth: 20, showHidden: true, maxArrayLength: null, maxStringLength: null });
}

const thrown: Readonly<Record<string, unknown>> = {
  buffer: Buffer.from('12345678'),
  'search parameters': new URLSearchParams({ key: '12345678' }),
  symbol: Symbol('12345678'),
  toString: { toString: () => '12345678' },
  toJSON: { toJSON: () => '12345678' },
  map: new Map([['key', '12345678']]),
  headers: new Headers({ authorization: '12345678' }),
  url: new URL('https://x.example/?12345678'),
  function: () => '12345678',
  'digits of a number': 99_123_456_789,
  'class with a field': new (class Request {
    key = '12345678';
  })(),
  proxy: new Proxy({ key: '12345678' }, {}),
};

for (const [name, value] of Object.entries(thrown)) {
  test(`9.5 nothing foreign of what is thrown reaches a log as it is: ${name}`, () => {
    const redactor = create('12345678');
    for (const error of [
      value,
      new Error('x', { cause: value }),
      Object.assign(new Error('x'), { request: value }),
      new AggregateError([value], 'x'),
      [value],
    ]) {
      const clean = redactError(redactor, error);
      expect(readAll(clean)).not.toContain('12345678');
      expect(String(clean)).not.toContain('12345678');
      expect(readAll(clean)).not.toContain('31 32 33 34 35 36 37 38');
      expect(clean instanceof Error).toBe(error instanceof Error);
    }
  });
}

test('9.5 an error that says something else the second time is read once', () => {
  let reads = 0;
  const error = Object.defineProperty(new Error('x'), 'cause', { get: () => (reads++ === 0 ? 'fine' : '12345678') });
  expect(readAll(redactError(create('12345678'), error))).not.toContain('12345678');
});

test('of an error for the log its class and its plain fields stay', () => {
  const redactor = create('12345678');
  const loadout = new LoadoutError('BOT_UNKNOWN', 'No 12345678.', { details: { bot: 'x-12345678' } });
  const clean = redactError(redactor, loadout);
  expect(isLoadoutError(clean, 'BOT_UNKNOWN')).toBe(true);
  expect(clean).toMatchObject({ name: 'LoadoutError', message: 'No [secret].', details: { bot: 'x-[secret]' } });
  const range = Object.assign(new RangeError('x'), { code: 'E_X', status: 401, list: [1, 'a', null] });
  expect(redactError(redactor, range)).toBeInstanceOf(RangeError);
  expect(redactError(redactor, range)).toMatchObject({ code: 'E_X', status: 401, list: [1, 'a', null] });
});

test('an error that has itself among its errors, or is very large, ends soon', () => {
  const redactor = create('12345678');
  const own = new AggregateError([], 'many');
  own.errors = Array(1_000).fill(own);
  let chain = new Error('first');
  for (let index = 0; index < 10_000; index += 1) chain = new Error('next', { cause: chain });
  const wide = new AggregateError(
    Array.from({ length: 100_000 }, () => new Error('12345678')),
    'wide',
  );
  const long = new Error('%25'.repeat(10_000_000));
  const startedAt = cpuMs();
  for (const error of [own, chain, wide, long]) {
    expect(readAll(redactError(redactor, error)).length).toBeLessThan(1_000_000);
  }
  expect(cpuMs() - startedAt).toBeLessThan(2_000);
});

test('9.5 no half of a secret stays at the cut of a text', () => {
  const redactor = create('sk-canary-123456');
  for (let before = 80; before <= 101; before += 1) {
    const head = redactor.head(`${'.'.repeat(before)}sk-canary-123456 and more`, 100);
    expect(head).not.toContain('sk-');
    expect(head.length).toBeLessThanOrEqual(100);
  }
});

test('a text of half a megabyte and fifty secrets takes no long time', () => {
  const redactor = create(...Array.from({ length: 50 }, (_, index) => `secret-number-${index}-${'x'.repeat(20)}`));
  const text = 'Lorem ipsum & dolor "sit" amet, 100% of it\\n consectetur + more. '.repeat(8_000);
  redactor.text(text);
  const startedAt = cpuMs();
  expect(redactor.text(text)).toBe(text);
  expect(cpuMs() - startedAt).toBeLessThan(2_000);
});

const oddities = [
  'a%41b&amp;c+d"e',
  'ends with \\',
  'C:\\new\\table',
  '100%25 &#65; and more',
  '\\u0041bcdefgh',
  'plus+and space',
];

for (const odd of oddities) {
  test(`9.5 a secret that looks encoded itself is found in every encoding: ${odd}`, () => {
    for (const [name, encode] of Object.entries(encodings)) {
      const text = create(odd).text(`before ${encode(odd)}n after`);
      expect(text, name).toBe('before [secret]n after');
    }
  });
}

test('9.5 a secret in a text that comes in pieces is taken out, however it comes apart', () => {
  for (const own of ['sk-canary-42', 'abcababcab', 'aaaaaaaa', 'aaaaaaab']) {
    const redactor = create(own);
    const whole = `Your key is ${own}, or ${own}${own} (sk-ca, aab), and that was it: ${own.slice(0, -1)}`;
    for (let size = 1; size < 30; size += 1) {
      const filter = createSecretFilter(redactor);
      let told = '';
      for (let at = 0; at < whole.length; at += size) {
        told += filter.push(whole.slice(at, at + size));
        expect(told).not.toContain(own);
        expect(told.endsWith(own.slice(0, 5))).toBe(false);
      }
      told += filter.end();
      expect(told).toBe(redactor.text(whole));
    }
  }
});

test('of a text that comes in pieces nothing else is held back', () => {
  const filter = createSecretFilter(create('sk-canary-42'));
  expect(filter.push('Here i')).toBe('Here i');
  expect(filter.push('s')).toBe('');
  expect(filter.push(' one')).toBe('s one');
  expect(filter.end()).toBe('');
  expect(createSecretFilter(new Redactor()).push('s')).toBe('s');
});

test('of the secrets of calls that have ended the newest are known, and those that are used again', () => {
  const redactor = new Redactor();
  const call = (...secrets: readonly string[]): void => {
    const one = {};
    redactor.rememberOfCall(one, secrets);
    redactor.release(one);
  };
  call('first-secret', 'often-used-secret', 'short');
  expect(redactor.text('first-secret short')).toBe('[secret] short');
  for (let number = 1; number < 1_000; number += 1) call(`secret-${number}-`, 'often-used-secret');
  expect(redactor.text('first-secret often-used-secret secret-999-')).toBe('first-secret [secret] [secret]');
});

test('the secret of a call is known as long as it runs, however many others come', () => {
  const redactor = new Redactor();
  const running = {};
  redactor.rememberOfCall(running, ['secret-of-one-person']);
  for (let number = 0; number < 2_000; number += 1) {
    const other = {};
    redactor.rememberOfCall(other, [`secret-${number}-`]);
    redactor.release(other);
  }
  redactor.rememberOfCall({}, ['another-secret']);
  expect(redactor.text('secret-of-one-person secret-5- secret-1999-')).toBe('[secret] secret-5- [secret]');
  redactor.release(running);
  expect(redactor.text('secret-of-one-person')).toBe('[secret]');
});

test('of a secret that is a text of headers the credentials are secrets by themselves', () => {
  const redactor = create(
    'wiki.corp: authorization: Bearer abcdefgh12345678\r\n# x\n[fd00::9]:8443: x-key: zyxw:vuts87654321\nwiki.corp: x-team: engineering',
  );
  expect(
    redactor.text('say abcdefgh12345678 or zyxw:vuts87654321 for engineering at wiki.corp with authorization'),
  ).toBe('say [secret] or [secret] for engineering at wiki.corp with authorization');
});
