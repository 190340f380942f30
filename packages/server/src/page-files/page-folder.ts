import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** From the sources and from `dist`, and from a bundle that the page was copied beside. */
const places = ['../../dist/page/', './page/'];

/** The folder that the page was built into; null where it was not. */
export function findPageFolder(): string | null {
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(`${folder}index.html`)) ?? null;
}
