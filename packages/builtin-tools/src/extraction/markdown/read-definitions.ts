import type { Block, ListItem } from './blocks.js';
import { isElement, tagOf } from './elements.js';
import type { InlineToken } from './inline.js';
import type { ListReading } from './read-list.js';
import { tidyInline } from './tidy-inline.js';

/** Reads a list of terms and what they mean: `- **term**: meaning`, or the meanings below the term. */
export function readDefinitions(list: Element, { reading, place, readBlocks }: ListReading): readonly Block[] {
  const items: ListItem[] = [];
  let terms: Block[] = [];
  let meanings: Block[][] = [];
  const end = (): void => {
    const blocks = writeEntry(terms, meanings);
    if (blocks.length > 0) items.push({ number: items.length + 1, isDone: undefined, blocks });
    terms = [];
    meanings = [];
  };
  const notes: Block[] = [];
  const collect = (parent: Element, depth: number): void => {
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (!isElement(child)) continue;
      const tag = tagOf(child);
      const label = reading.notes.texts.get(child);
      if (label !== undefined) {
        const blocks = readBlocks(child, reading, place);
        if (blocks.length > 0) notes.push({ type: 'note', label, blocks });
      } else if (tag === 'dt') {
        if (meanings.length > 0) end();
        for (const block of readBlocks(child, reading, place)) terms.push(block);
      } else if (tag === 'dd') {
        const blocks = readBlocks(child, reading, place);
        if (blocks.length > 0) meanings.push(blocks);
      } else if (tag === 'div' && depth < 5) collect(child, depth + 1);
      else {
        const blocks = readBlocks([child], reading, place);
        if (blocks.length > 0) meanings.push(blocks);
      }
    }
  };
  collect(list, 0);
  end();
  return items.length === 0 ? notes : [{ type: 'list', isOrdered: false, items }, ...notes];
}

function writeEntry(terms: readonly Block[], meanings: readonly Block[][]): readonly Block[] {
  const lines = terms.flatMap((block) => (block.type === 'paragraph' ? [block.tokens] : []));
  const others = terms.filter((block) => block.type !== 'paragraph');
  const term: InlineToken[] = lines.flatMap((tokens, index): InlineToken[] =>
    index === 0 ? [...strong(tokens)] : [{ type: 'text', text: ', ' }, ...strong(tokens)],
  );
  const [only] = meanings;
  const first = only?.[0];
  if (meanings.length === 1 && first?.type === 'paragraph' && term.length > 0 && others.length === 0) {
    const tokens = tidyInline([...term, { type: 'text', text: ': ' }, ...first.tokens]);
    return [{ type: 'paragraph', tokens }, ...(only ?? []).slice(1)];
  }
  const head: Block[] = term.length === 0 ? [] : [{ type: 'paragraph', tokens: tidyInline(term) }];
  if (meanings.length < 2) return [...head, ...others, ...(only ?? [])];
  const items = meanings.map((blocks, index): ListItem => ({ number: index + 1, isDone: undefined, blocks }));
  return [...head, ...others, { type: 'list', isOrdered: false, items }];
}

/** A term that is set in bold or code is left as it is. */
function strong(tokens: readonly InlineToken[]): readonly InlineToken[] {
  if (tokens.some((token) => token.type === 'code' || (token.type === 'open' && token.mark.kind === 'strong')))
    return tokens;
  const mark = { kind: 'strong' } as const;
  return [{ type: 'open', mark }, ...tokens, { type: 'close', mark }];
}
