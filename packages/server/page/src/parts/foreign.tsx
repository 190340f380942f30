/*
 * Texts that others wrote: names, descriptions, results, errors. They are shown as plain text in which nothing acts, and
 * from which nothing readable vanishes: characters that turn the direction of text, or that nobody sees, are visible marks.
 */
import { Code, Text, type TextProps } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { splitDirections, splitForeign, toMark, toPlain } from './split-foreign.js';

export { toPlain };

/** With more marks than somebody looks at they are plain text, so that no text makes a million elements. */
const mostParts = 2_000;

/** Foreign text in a line or a paragraph. */
export function Foreign({ text }: { readonly text: string }): React.ReactElement {
  const parts = splitForeign(text);
  return (
    <span className="foreign" dir={splitDirections(text).length > 1 ? 'ltr' : 'auto'}>
      {parts.length > mostParts
        ? toPlain(text)
        : parts.map((part, index) => {
            const shown = index % 2 === 0 ? isolate(part) : <Code>{toMark(part)}</Code>;
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else
            return <Fragment key={index}>{shown}</Fragment>;
          })}
    </span>
  );
}

/** Words from right to left stand apart, so that they turn nothing around them. */
function isolate(text: string): ReactNode {
  const pieces = splitDirections(text);
  if (pieces.length === 1 || pieces.length > mostParts) return text;
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : <bdi key={index}>{piece}</bdi>));
}

/** A tool's or a bot's name as code. */
export function ForeignName({ name, ...props }: { readonly name: string } & TextProps): React.ReactElement {
  return (
    <Text span ff="monospace" size="sm" c="dimmed" {...props}>
      <Foreign text={name} />
    </Text>
  );
}
