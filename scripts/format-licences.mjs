// The licences of the packages that a bundle carries copies of.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One text of all of them. `files` are those that the bundle was made of, relative to `root` or absolute. */
export function formatLicences(files, root) {
  const folders = new Set(
    files
      .map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0])
      .filter((folder) => folder !== undefined)
      .map((folder) => (folder.startsWith('/') ? folder : join(root, folder))),
  );
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`);
}
