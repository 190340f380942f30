import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** What a script of the page says. */
export const scriptText = `export const text = '${'a script of the page '.repeat(20)}';`;

/** A folder as the build leaves one, with what does not belong there beside it. Ends with the test. */
export function makeFakePage(): string {
  const parent = mkdtempSync(join(tmpdir(), 'loadout-page-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'page');
  const write = (path: string, content: string | Uint8Array) => writeFileSync(join(folder, path), content);
  mkdirSync(join(folder, 'assets/fonts'), { recursive: true });
  mkdirSync(join(folder, '.vite'));
  write(
    'index.html',
    [
      '<!doctype html><html><head><meta property="csp-nonce" nonce="__LOADOUT_NONCE__">',
      '<script type="module" nonce="__LOADOUT_NONCE__" src="/assets/app-1a.js"></script></head></html>',
    ].join('\n'),
  );
  write('robots.txt', 'User-agent: *\nDisallow: /\n');
  write('assets/app-1a.js', scriptText);
  write('assets/app-1a.js.br', brotliCompressSync(scriptText));
  write('assets/app-1a.js.gz', gzipSync(scriptText));
  write('assets/small-2b.css', 'body { margin: 0 }');
  write('assets/fonts/text-3c.woff2', Uint8Array.of(1, 2, 3));
  for (const hidden of [
    'assets/app-1a.js.map',
    'assets/.hidden.js',
    '.vite/manifest.json',
    '.env',
    'assets/page.tsx',
  ]) {
    write(hidden, 'a secret of the build');
  }
  writeFileSync(join(parent, 'outside.js'), 'a secret of the machine');
  symlinkSync(join(parent, 'outside.js'), join(folder, 'assets/link.js'));
  return folder;
}
