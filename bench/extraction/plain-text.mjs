// Markdown as plain text, the same way for every reader: links and emphasis lose their marks, images are gone.

/** What a reader of the text would read. */
export function plainText(markdown) {
  return dropLinks(markdown)
    .replaceAll(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|?)+[ \t]*$/gm, '')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
    .replaceAll(/\*\*|`|~~/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])[*_]+|[*_]+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/^[ \t]*(?:#{1,6}|>+)[ \t]+/gm, '')
    .replaceAll('|', ' ');
}

/** `[text](address "title")` is its text, `![text](address)` is nothing. One pass, brackets may nest. */
function dropLinks(markdown) {
  const open = [];
  const parts = [];
  for (let at = 0; at < markdown.length; at += 1) {
    const character = markdown[at];
    if (character === '\\') {
      parts.push(character + (markdown[at + 1] ?? ''));
      at += 1;
    } else if (character === '[') {
      const isImage = parts.at(-1) === '!';
      if (isImage) parts.pop();
      open.push({ from: parts.length, isImage });
      parts.push(character);
    } else if (character === ']' && open.length > 0) {
      const { from, isImage } = open.pop();
      const end = markdown[at + 1] === '(' ? endOfTarget(markdown, at + 1) : -1;
      if (end === -1) {
        parts.push(character);
      } else {
        parts[from] = '';
        if (isImage) parts.length = from;
        at = end;
      }
    } else {
      parts.push(character);
    }
  }
  return parts.join('');
}

function endOfTarget(markdown, start) {
  let depth = 0;
  for (let at = start; at < markdown.length && at < start + 20_000; at += 1) {
    const character = markdown[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && --depth === 0) return at;
    else if (character === '\n' && markdown[at + 1] === '\n') return -1;
  }
  return -1;
}
