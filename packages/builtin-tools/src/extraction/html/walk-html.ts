/**
 * The tags and texts of a page, in order. The tokenizer is htmlparser2's: it takes time linear in the length of a page,
 * however many attributes a tag has. What it does other than browsers is mended here: CDATA outside of drawings is a
 * comment, and `plaintext` never ends.
 */
import { Tokenizer } from 'htmlparser2';

/** The attributes that are read, by name in lower case; the first of a name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** Who hears of the page. */
export interface HtmlListener {
  start(name: string, attributes: Attributes, isSelfClosing: boolean): void;
  end(name: string): void;
  /** Characters, decoded. */
  text(text: string): void;
  /** What a script, style sheet, title or text field holds, as one text. Their start and end tags are not told. */
  raw(name: string, attributes: Attributes, text: string): void;
  /** Asked after each tag: whether the rest of the page is of no use. */
  isDone(): boolean;
}

const attributesRead: ReadonlySet<string> = new Set(
  (
    'align alt alttext aria-controls aria-expanded aria-haspopup aria-hidden aria-label aria-labelledby aria-level ' +
    'bgcolor checked cite class color colspan content data-lang data-language data-lazy-src data-original data-src ' +
    'data-srcset datetime dir display encoding headers hidden href http-equiv ' +
    'id itemid itemprop itemref itemscope itemtype lang name open popover property rel reversed role rowspan ' +
    'shadowrootmode src srcset start style title type typeof value xml:lang'
  ).split(' '),
);
const longestAttributeName = 15;
const maxAttributeLength = 20_000;
const rawTags: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/** Of a tag that has none, or of one that no page wrote. */
export const noAttributes: Attributes = new Map();

/** Tells the listener of all that is in a page. */
export function walkHtml(source: string, listener: HtmlListener): void {
  // As long as what it stands for, so that positions stay.
  const markup = source.includes('<![CDATA[') ? source.replaceAll('<![CDATA[', '<!?CDATA[') : source;
  let name = '';
  let attributes: Map<string, string> | undefined;
  let attribute = '';
  let value = '';
  let text = '';
  let raw: { readonly name: string; readonly attributes: Attributes } | undefined;

  const flush = (): void => {
    if (text === '') return;
    const flushed = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
    text = '';
    listener.text(flushed);
  };
  const endRaw = (): void => {
    if (raw === undefined) return;
    const { name: rawName, attributes: rawAttributes } = raw;
    const content = text;
    raw = undefined;
    text = '';
    listener.raw(rawName, rawAttributes, content);
  };
  const stopWhenDone = (): void => {
    if (listener.isDone()) tokenizer.pause();
  };
  const openTag = (end: number, isSelfClosing: boolean): void => {
    const read = attributes ?? noAttributes;
    attributes = undefined;
    if (name === 'plaintext') {
      listener.raw('xmp', read, source.slice(end + 1));
      tokenizer.pause();
    } else if (rawTags.has(name) && !isSelfClosing) {
      raw = { name, attributes: read };
    } else {
      listener.start(name, read, isSelfClosing);
      stopWhenDone();
    }
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: false },
    {
      ontext: (start, end) => {
        text += source.slice(start, end);
      },
      ontextentity: (codePoint) => {
        text += String.fromCodePoint(codePoint);
      },
      onopentagname: (start, end) => {
        flush();
        name = source.slice(start, end).toLowerCase();
      },
      onattribname: (start, end) => {
        const read = end - start > longestAttributeName ? '' : source.slice(start, end).toLowerCase();
        attribute = attributesRead.has(read) ? read : '';
        value = '';
      },
      onattribdata: (start, end) => {
        if (attribute !== '' && value.length < maxAttributeLength) value += source.slice(start, end);
      },
      onattribentity: (codePoint) => {
        if (attribute !== '' && value.length < maxAttributeLength) value += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (attribute === '') return;
        attributes ??= new Map();
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: (end) => openTag(end, false),
      onselfclosingtag: (end) => openTag(end, true),
      onclosetag: (start, end) => {
        if (raw !== undefined) return endRaw();
        flush();
        listener.end(source.slice(start, end).toLowerCase());
        stopWhenDone();
      },
      oncomment: () => {},
      oncdata: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
  endRaw();
  flush();
}
