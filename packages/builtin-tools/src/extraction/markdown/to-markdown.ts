import TurndownService from 'turndown';

/**
 * Converts a part of a document to Markdown: tables of data as tables, code fenced with its language, what is
 * hidden or only steers through the site left out.
 */
export function toMarkdown(root: HTMLElement): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  const isDataTable = createDataTableCheck();
  service.addRule('line', { filter: 'br', replacement: () => '\n' });
  service.addRule('code', { filter: 'pre', replacement: (_content, node) => fence(node as HTMLElement) });
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => writeLink(content, (node as HTMLElement).getAttribute('href') ?? ''),
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => writeImage(node as HTMLElement),
  });
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => {
      if (!isDataTable(node as HTMLElement)) return `\n\n${content.trim()}\n\n`;
      return ` ${content.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')} |`;
    },
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) =>
      isDataTable(node as HTMLElement) ? writeRow(content, node as HTMLElement) : content,
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  service.addRule('unread', { filter: isUnread, replacement: () => '' });
  const lines = service.turndown(root).split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function isUnread(node: HTMLElement): boolean {
  switch (node.nodeName) {
    case 'ASIDE':
    case 'FOOTER':
    case 'NAV':
    case 'NOSCRIPT':
    case 'SCRIPT':
    case 'TITLE':
      return true;
    default:
      return node.hasAttribute('hidden') || node.getAttribute('aria-hidden') === 'true';
  }
}

function fence(node: HTMLElement): string {
  const code = (node.textContent ?? '').replace(/^\n/, '').trimEnd();
  if (code.trim() === '') return '';
  const names = `${node.className} ${node.querySelector('code')?.className ?? ''}`;
  const language = /\blang(?:uage)?-([\w+#-]+)/.exec(names)?.[1] ?? '';
  const longest = Math.max(2, ...Array.from(code.matchAll(/^`{3,}/gm), ([ticks]) => ticks.length));
  const mark = '`'.repeat(longest + 1);
  return `\n\n${mark}${language}\n${code}\n${mark}\n\n`;
}

/** A link may hold headings and paragraphs; its text may not. */
function writeLink(content: string, href: string): string {
  const text = content
    .replaceAll(/^#{1,6} /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '') return '';
  const link = `[${text}](${escapeUrl(href)})`;
  return /^\n\n/.test(content) ? `\n\n${link}\n\n` : link;
}

function writeImage(node: HTMLElement): string {
  const source = node.getAttribute('src') ?? '';
  const text = (node.getAttribute('alt') ?? '').replaceAll(/[[\]\s]+/g, ' ').trim();
  return /^https?:/.test(source) && text !== '' ? `![${text}](${escapeUrl(source)})` : text;
}

/** What would end the address of a link too early. */
function escapeUrl(url: string): string {
  return url.replaceAll(/[()\s]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function writeRow(content: string, row: HTMLElement): string {
  const line = `|${content}\n`;
  if (row.closest('table')?.querySelector('tr') !== row) return line;
  return `${line}|${' --- |'.repeat(row.querySelectorAll('td, th').length)}\n`;
}

/** Tables that only place things on the page hold tables or blocks, or have one column. */
function createDataTableCheck(): (node: HTMLElement) => boolean {
  const known = new Map<Element, boolean>();
  return (node) => {
    const table = node.closest('table');
    if (table === null) return false;
    let isData = known.get(table);
    if (isData === undefined) {
      const hasBlocks = table.querySelector('table, pre, ul, ol, h1, h2, h3') !== null;
      isData = !hasBlocks && table.querySelector('tr > :nth-child(2)') !== null;
      known.set(table, isData);
    }
    return isData;
  };
}
