import { Blockquote, Code, Divider, List, Table, Text, Title, type TitleOrder } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { CodeBlock } from '../code-block.js';
import { ExternalLink } from '../external-link.js';
import { Foreign } from '../foreign.js';
import { AfterAWhile, RowsSkeleton } from '../query-panel.js';
import type { MarkdownElement, MarkdownNode } from './markdown-tree.js';
import { type Parsed, parseMarkdown } from './parse-markdown.js';
import { resultTexts } from './texts.js';

/** The Markdown itself; a chunk of its own. A text that has no tree stands there as it is. */
export function MarkdownText({ text }: { readonly text: string }): ReactNode {
  const texts = useTexts(resultTexts);
  const parsed = useMarkdown(text);
  if (parsed === undefined)
    return (
      <AfterAWhile>
        <RowsSkeleton rows={2} height={20} />
      </AfterAWhile>
    );
  if (parsed === null) return <CodeBlock text={text} label={texts.withoutLayout} />;
  return (
    <div className="foreign" dir="auto">
      <Nodes nodes={parsed} />
    </div>
  );
}

/** The tree of a text; while it grows the tree of what was there before. */
function useMarkdown(text: string): Parsed | undefined {
  const [parsed, setParsed] = useState<Parsed>();
  useEffect(() => {
    const wanted = new AbortController();
    void parseMarkdown(text, wanted.signal).then((tree) => {
      if (!wanted.signal.aborted) setParsed(tree);
    });
    return () => wanted.abort();
  }, [text]);
  return parsed;
}

function Nodes({ nodes }: { readonly nodes: readonly MarkdownNode[] }): ReactNode {
  return nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else
    typeof node === 'string' ? node : <Element key={index} element={node} />,
  );
}

/** Below the headings of the page. */
const titles: Readonly<Record<string, TitleOrder>> = { h1: 3, h2: 4, h3: 5, h4: 6, h5: 6, h6: 6 };

function Element({
  element: { tag, children, address = '', alt = '', isDone },
}: {
  readonly element: MarkdownElement;
}): ReactNode {
  const inner = <Nodes nodes={children} />;
  // Between entries and rows are line breaks, which a list and a table may not have.
  const entries = <Nodes nodes={children.filter((child) => typeof child !== 'string')} />;
  const order = Object.hasOwn(titles, tag) ? titles[tag] : undefined;
  if (order !== undefined) return <Title order={order}>{inner}</Title>;
  switch (tag) {
    case 'p':
      return (
        <Text component="p" size="sm" my="xs">
          {inner}
        </Text>
      );
    case 'strong':
      return <strong>{inner}</strong>;
    case 'em':
      return <em>{inner}</em>;
    case 'del':
      return <del>{inner}</del>;
    case 'br':
      return <br />;
    case 'hr':
      return <Divider my="sm" />;
    case 'a':
      return <ExternalLink address={address}>{inner}</ExternalLink>;
    case 'img':
      return <ImageAsText address={address} alt={alt} />;
    case 'input':
      return <Check isDone={isDone === true} />;
    case 'code':
      return <Code>{inner}</Code>;
    case 'pre':
      return <CodeOf text={readText(children)} />;
    case 'blockquote':
      return <Blockquote p="sm">{inner}</Blockquote>;
    case 'ul':
    case 'ol':
      return (
        <List type={tag === 'ol' ? 'ordered' : 'unordered'} size="sm" my="xs">
          {entries}
        </List>
      );
    case 'li':
      return <List.Item>{inner}</List.Item>;
    case 'table':
      return <WideTable>{entries}</WideTable>;
    case 'thead':
      return <Table.Thead>{entries}</Table.Thead>;
    case 'tbody':
      return <Table.Tbody>{entries}</Table.Tbody>;
    case 'tr':
      return <Table.Tr>{entries}</Table.Tr>;
    case 'th':
      return <Table.Th>{inner}</Table.Th>;
    case 'td':
      return <Table.Td>{inner}</Table.Td>;
    default:
      return inner;
  }
}

/** Nothing is loaded from elsewhere. */
function ImageAsText({ address, alt }: { readonly address: string; readonly alt: string }): React.ReactElement {
  const texts = useTexts(resultTexts);
  return (
    <Text span size="sm" c="dimmed">
      [<Foreign text={texts.image(alt)} /> – <Foreign text={address} />]
    </Text>
  );
}

function WideTable({ children }: { readonly children: ReactNode }): React.ReactElement {
  const texts = useTexts(resultTexts);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the focus, or keys cannot scroll it
    <section aria-label={texts.table} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table w="auto" withTableBorder my="xs">
        {children}
      </Table>
    </section>
  );
}

function CodeOf({ text }: { readonly text: string }): React.ReactElement {
  const texts = useTexts(resultTexts);
  return <CodeBlock text={text.replace(/\n$/, '')} label={texts.code} />;
}

function readText(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : readText(node.children))).join('');
}

function Check({ isDone }: { readonly isDone: boolean }): React.ReactElement {
  const texts = useTexts(resultTexts);
  return <Text span size="sm">{`[${isDone ? texts.checked : texts.unchecked}] `}</Text>;
}
