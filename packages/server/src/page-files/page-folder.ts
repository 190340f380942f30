import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** From the sources and from `dist`, and from a bundle that the page was copied beside. */
const places = ['../../dist/page/', './page/'];

/** The folder that the page was built into; undefined where it was not. */
export function findPageFolder(): string | undefined {
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(`${folder}index.html`));
}
