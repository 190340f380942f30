/*
 * Texts that others wrote: names, descriptions, results, errors. They are shown as plain text in which nothing acts: terminal
 * sequences are gone, and characters that turn the direction of text, or that nobody sees, stand there as visible marks.
 */
import { Code, Text, type TextProps } from '@mantine/core';
import { Fragment } from 'react';

/** CSI and OSC sequences and the other escapes of terminals (ECMA-48). */
const terminalSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Controls but tab and line breaks, marks and overrides of direction, and characters without width. */
const hidden =
  /([\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}])/gu;

/** The text without terminal sequences, cut into what is shown as it is (even places) and what is shown as a mark (odd). */
function splitForeign(text: string): readonly string[] {
  return text.replace(terminalSequences, '').replace(/\r\n?/g, '\n').split(hidden);
}

/** As one plain text, for attributes and titles. */
export function toPlain(text: string): string {
  return splitForeign(text)
    .map((part, index) => (index % 2 === 0 ? part : toMark(part)))
    .join('');
}

/** Foreign text in a line or a paragraph. */
export function Foreign({ text }: { readonly text: string }): React.ReactElement {
  return (
    <span className="foreign" dir="auto">
      {splitForeign(text).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else
        index % 2 === 0 ? <Fragment key={index}>{part}</Fragment> : <Mark key={index} character={part} />,
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

function Mark({ character }: { readonly character: string }): React.ReactElement {
  return <Code>{toMark(character)}</Code>;
}

function toMark(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
