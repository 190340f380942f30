/// <reference path="./pdfjs-builds.d.ts" />
/**
 * pdf.js for its text alone, in this thread: a worker runs it already. As it loads it looks for classes that Node has
 * not, and takes them from a native canvas where there is one; reading text uses none of them.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.min.mjs');

/** pdf.js, and where its tables of Chinese, Japanese and Korean encodings are. */
export interface LoadedPdfjs {
  readonly pdfjs: Pdfjs;
  readonly cMapUrl: string;
}

let loaded: Promise<LoadedPdfjs> | undefined;

/** Loads it at the first call. */
export function loadPdfjs(): Promise<LoadedPdfjs> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<LoadedPdfjs> {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
    if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { value: class {}, writable: true });
  }
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.min.mjs');
  // It announces itself on `globalThis`, where the other half finds it instead of loading a file by its name.
  await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
  return { pdfjs, cMapUrl: findCMaps() };
}

/** Beside the bundled file, or in the package. */
function findCMaps(): string {
  const bundled = fileURLToPath(new URL('./cmaps/', import.meta.url));
  if (existsSync(bundled)) return bundled;
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  return manifest.replace(/package\.json$/, 'cmaps/');
}
