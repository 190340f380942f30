/*
 * Texts that others wrote: names, descriptions, results, errors. They are shown as plain text in which nothing acts, and
 * from which nothing readable vanishes: characters that turn the direction of text, or that nobody sees, are visible marks.
 */
import { Code, Text, type TextProps } from '@mantine/core';
import { Fragment } from 'react';
import { splitForeign, toMark, toPlain } from './split-foreign.js';

export { toPlain };

/** With more marks than somebody looks at they are plain text, so that no text makes a million elements. */
const mostParts = 2_000;

/** Foreign text in a line or a paragraph. */
export function Foreign({ text }: { readonly text: string }): React.ReactElement {
  const parts = splitForeign(text);
  return (
    <span className="foreign" dir="auto">
      {parts.length > mostParts
        ? toPlain(text)
        : parts.map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else
            index % 2 === 0 ? <Fragment key={index}>{part}</Fragment> : <Code key={index}>{toMark(part)}</Code>,
          )}
    </span>
  );
}

/** A tool's or a bot's name as code. */
export function ForeignName({ name, ...props }: { readonly name: string } & TextProps): React.ReactElement {
  return (
    <Text span ff="monospace" size="sm" c="dimmed" {...props}>
      <Foreign text={name} />
    </Text>
  );
}
