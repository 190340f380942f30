/// <reference path="./turndown-plugin-gfm.d.ts" />
/// <reference path="./turndown-plugin-gfm.d.ts" />
/**
 * The reference: turndown with its GFM plugin. It knows every tree, escapes more than it has to, and takes time by the
 * square of what stands side by side, so it is asked only where our own writer failed (decision 0019).
 */
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/** Converts a part of a document to Markdown. */
export function toReferenceMarkdown(root: Element): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  service.use(gfm);
  // A picture without words says nothing, and one that is its own address says it at length.
  service.addRule('picture', {
    filter: 'img',
    replacement: (_content, node) => (node as Element).getAttribute('alt')?.trim() ?? '',
  });
  return service.turndown(root as HTMLElement).trim();
}
