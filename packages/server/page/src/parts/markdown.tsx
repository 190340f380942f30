import { useTexts } from '../texts/define-texts.js';
import { formatSize } from '../texts/format.js';
import { CodeBlock } from './code-block.js';
import { ForeignPart } from './foreign-part.js';
import { lazyPart } from './lazy-part.js';
import { resultTexts } from './result/texts.js';

/** Longer texts are shown without layout: parsing them would stop the page. */
const longestCharacters = 60_000;

const MarkdownText = lazyPart(() => import('./result/markdown-text.js'), 'MarkdownText', { rows: 2, height: 20 });

/**
 * Text that a model or a tool wrote, laid out as Markdown: no HTML, links to the web alone with their host, images as their
 * addresses.
 */
export function Markdown({ text }: { readonly text: string }): React.ReactElement {
  const texts = useTexts(resultTexts);
  if (text.length > longestCharacters) return <CodeBlock text={text} label={texts.tooLong(formatSize(text.length))} />;
  return (
    <ForeignPart value={text}>
      <MarkdownText text={text} />
    </ForeignPart>
  );
}
