/**
 * The tags and texts of XML, or of a fragment of HTML, in order. By htmlparser2's tokenizer and not by its parser, whose
 * stack of open elements takes time that grows with the square of the nesting.
 */
import { Tokenizer } from 'htmlparser2';

/** Who hears of them. Names are in lower case. */
export interface MarkupListener {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** Decoded; one text may come in parts. */
  text(text: string): void;
  /** Of XML, also for elements that close themselves. */
  close(name: string): void;
}

const maxAttributes = 50;

/** Tells the listener of all that is in the source. */
export function scanMarkup(source: string, language: 'xml' | 'html', listener: MarkupListener): void {
  let name = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const open = (isSelfClosing: boolean): void => {
    listener.open(name, attributes);
    attributes = new Map();
    if (isSelfClosing && language === 'xml') listener.close(name);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: language === 'xml' },
    {
      ontext: (start, end) => listener.text(source.slice(start, end)),
      ontextentity: (codePoint) => listener.text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => {
        if (language === 'xml') listener.text(source.slice(start, end - offset));
      },
      onopentagname: (start, end) => {
        name = source.slice(start, end).toLowerCase();
      },
      onattribname: (start, end) => {
        attribute = source.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += source.slice(start, end);
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (attributes.size < maxAttributes && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: () => open(false),
      onselfclosingtag: () => open(true),
      onclosetag: (start, end) => listener.close(source.slice(start, end).toLowerCase()),
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(source);
  tokenizer.end();
}
