import type { ReadText } from '../extract-page.js';
import type { Feed, FeedEntry } from './feed.js';

/** A feed as Markdown: each entry a heading that leads to it, when and by whom, and what it says. */
export function writeFeed(feed: Feed): ReadText {
  const { title, description, authors, language, updated, entries, entryCount, hasCutText = false } = feed;
  const parts = entries.map(writeEntry).filter((part) => part !== '');
  const warnings = [
    ...(parts.length > 0 ? [] : ['The feed has no entries.']),
    ...(entryCount > entries.length
      ? [`The feed has ${entryCount} entries: these are the first ${entries.length}.`]
      : []),
    ...(hasCutText ? ['The feed has texts that are too long to be read whole: their ends are missing.'] : []),
  ];
  return {
    markdown: (parts.length > 0 ? parts : [description ?? '']).join('\n\n'),
    title,
    description,
    authors,
    language,
    modifiedTime: updated,
    isPartial: hasCutText || entryCount > entries.length,
    warnings,
  };
}

function writeEntry({ title, link, date, authors, text }: FeedEntry): string {
  const name = title ?? link;
  // Brackets of a title must not end the link.
  const heading = link === null ? name : `[${name?.replaceAll(/[[\]\\]/g, '\\$&')}](${link})`;
  const byline = [date, authors.join(', ')].filter((part) => part !== null && part !== '').join(' · ');
  return [heading === null ? '' : `## ${heading}`, byline, text ?? ''].filter((part) => part !== '').join('\n\n');
}
