import { lazy, Suspense } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { formatSize } from '../texts/format.js';
import { CodeBlock } from './code-block.js';
import { ForeignPart } from './foreign-part.js';
import { AfterAWhile, RowsSkeleton } from './query-panel.js';
import { resultTexts } from './result/texts.js';

/** Longer texts are shown without layout: parsing them would stop the page. */
const longestCharacters = 60_000;

const MarkdownText = lazy(async () => ({ default: (await import('./result/markdown-text.js')).MarkdownText }));

/**
 * Text that a model or a tool wrote, laid out as Markdown: no HTML, links to the web alone with their host, images as their
 * addresses.
 */
export function Markdown({ text }: { readonly text: string }): React.ReactElement {
  const texts = useTexts(resultTexts);
  if (text.length > longestCharacters) return <CodeBlock text={text} label={texts.tooLong(formatSize(text.length))} />;
  return (
    <ForeignPart value={text}>
      <Suspense
        fallback={
          <AfterAWhile>
            <RowsSkeleton rows={2} height={20} />
          </AfterAWhile>
        }
      >
        <MarkdownText text={text} />
      </Suspense>
    </ForeignPart>
  );
}
