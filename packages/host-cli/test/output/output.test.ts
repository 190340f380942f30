import { expect, test } from 'vitest';
import { createOutput, type OutputStream } from '../../src/output/output.js';

function makeStream(terminal: Partial<OutputStream> = {}): OutputStream & { text: string } {
  return {
    text: '',
    ...terminal,
    write(text) {
      this.text += text;
    },
  };
}

test('results go to standard output, everything else to standard error', () => {
  const [stdout, stderr] = [makeStream(), makeStream()];
  const out = createOutput({ stdout, stderr, env: {} });
  out.print('result');
  out.printJson({ a: 1 });
  out.warn('careful \u001b[2J');
  out.error('broken');
  expect(stdout.text).toBe('result\n{\n  "a": 1\n}\n');
  expect(stderr.text).toBe('warning: careful \\x1b[2J\nerror: broken\n');
  expect(out.width).toBe(Infinity);
});

test('colours are for terminals, each stream by itself, and NO_COLOR is respected', () => {
  const terminal = { isTTY: true, columns: 100 };
  const colored = createOutput({ stdout: makeStream(terminal), stderr: makeStream(), env: {} });
  expect(colored.width).toBe(100);
  expect(colored.style.bold('x')).toBe('\u001b[1mx\u001b[22m');
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const stderr = makeStream(terminal);
    const plain = createOutput({ stdout: makeStream(terminal), stderr, env });
    plain.warn('x');
    expect(plain.style.bold('x')).toBe('x');
    expect(stderr.text).toBe('warning: x\n');
  }
});
