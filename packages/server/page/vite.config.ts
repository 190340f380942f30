import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A worker has no document: a package that asks it for something has another file beside. */
const withoutDocument: Plugin = {
  name: 'without-document',
  enforce: 'pre',
  async resolveId(source, importer) {
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found?.id.endsWith('/index.dom.js') ? found.id.replace('.dom.js', '.js') : null;
  },
};

export default defineConfig({
  root: here('.'),
  // Absolute: the page is served at every path of its own.
  base: '/',
  plugins: [react()],
  worker: { plugins: () => [withoutDocument] },
  // The server puts a new nonce in its place with every answer.
  html: { cspNonce: '__LOADOUT_NONCE__' },
  resolve: {
    alias: {
      // The form's main entry imports a validator that needs `eval`, for a helper of tests.
      '@rjsf/validator-ajv8': here('src/parts/no-validator.ts'),
    },
  },
  build: {
    outDir: here('../dist/page'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    // Fonts and images as data: would need a wider policy; there are none, and none may come in unseen.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
});
