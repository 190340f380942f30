import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';

const english = {
  image: (alt: string) => (alt === '' ? 'Image' : `Image: ${alt}`),
  imageOfTool: 'Image from the tool',
  audioOfTool: 'Sound from the tool',
  notShown: (kind: string, size: string) => `${kind}, ${size}. It is not shown here.`,
  unknownKind: (kind: string) => `Content of the kind ${kind}. It is shown under Raw.`,
  tooLong: (size: string) => `${size} of text, shown without layout.`,
  withoutLayout: 'Text, shown without layout',
  tree: 'Tree',
  text: 'Text',
  viewOf: (label: string) => `View of ${label}`,
  tooManyEntries: (count: string) => `More than ${count} entries, shown as text.`,
  structured: 'Structured content',
  entries: (count: number) => plural(count, { one: 'entry', other: 'entries' }),
  noContent: 'The result is empty.',
  failed: 'The call did not succeed.',
  checked: 'done',
  unchecked: 'not done',
  code: 'Code',
  table: 'Table',
};

export type Texts = typeof english;

/** Words around results of tools. */
export const resultTexts = defineTexts(english, () => import('./texts.de.js'));
