/** A tag as it stands in the source. */
export interface ScannedTag {
  /** Lower case. */
  readonly name: string;
  /** Those that were asked for; the first of a name counts. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The position after the tag. */
  readonly end: number;
}

const namePattern = /[^\s/>]*/y;
const gapPattern = /[\s/]*/y;
const attributePattern = /[^\s/>][^\s/>=]*/y;
const equalsPattern = /\s*=\s*/y;
const barePattern = /[^\s>]*/y;

/**
 * Reads the tag whose name begins at `start`, by the rules of the HTML tokenizer. Undefined when the source ends in
 * it. Takes time linear in the tag's length, however many attributes it has.
 */
export function scanTag(source: string, start: number, wanted: ReadonlySet<string>): ScannedTag | undefined {
  const name = match(namePattern, source, start).toLowerCase();
  const attributes = new Map<string, string>();
  let at = start + name.length;
  for (;;) {
    at += match(gapPattern, source, at).length;
    if (at >= source.length) return undefined;
    if (source[at] === '>') return { name, attributes, end: at + 1 };
    const attribute = match(attributePattern, source, at);
    at += attribute.length;
    let value = '';
    const equals = match(equalsPattern, source, at);
    if (equals !== '') {
      at += equals.length;
      const quote = source[at];
      if (quote === '"' || quote === "'") {
        const close = source.indexOf(quote, at + 1);
        if (close === -1) return undefined;
        value = source.slice(at + 1, close);
        at = close + 1;
      } else {
        value = match(barePattern, source, at);
        at += value.length;
      }
    }
    const key = attribute.length > 32 ? '' : attribute.toLowerCase();
    if (wanted.has(key) && !attributes.has(key)) attributes.set(key, value);
  }
}

function match(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}
