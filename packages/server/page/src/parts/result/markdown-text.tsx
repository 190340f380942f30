import { Blockquote, Code, Divider, List, Table, Text, Title } from '@mantine/core';
import { isValidElement, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useTexts } from '../../texts/define-texts.js';
import { CodeBlock } from '../code-block.js';
import { ExternalLink } from '../external-link.js';
import { Foreign, toPlain } from '../foreign.js';
import { resultTexts } from './texts.js';

const plugins = [remarkGfm];

/** Below the headings of the page. */
const components: Components = {
  a: ({ href = '', children }) => <ExternalLink address={href}>{children}</ExternalLink>,
  img: ({ src, alt }) => <ImageAsText address={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  h1: ({ children }) => <Title order={3}>{children}</Title>,
  h2: ({ children }) => <Title order={4}>{children}</Title>,
  h3: ({ children }) => <Title order={5}>{children}</Title>,
  h4: ({ children }) => <Title order={6}>{children}</Title>,
  h5: ({ children }) => <Title order={6}>{children}</Title>,
  h6: ({ children }) => <Title order={6}>{children}</Title>,
  p: ({ children }) => (
    <Text component="p" size="sm" my="xs">
      {children}
    </Text>
  ),
  ul: ({ children }) => (
    <List size="sm" my="xs">
      {children}
    </List>
  ),
  ol: ({ children }) => (
    <List type="ordered" size="sm" my="xs">
      {children}
    </List>
  ),
  li: ({ children }) => <List.Item>{children}</List.Item>,
  blockquote: ({ children }) => <Blockquote p="sm">{children}</Blockquote>,
  hr: () => <Divider my="sm" />,
  code: ({ children }) => <Code>{children}</Code>,
  pre: ({ children }) => <CodeOf>{children}</CodeOf>,
  table: ({ children }) => <WideTable>{children}</WideTable>,
  thead: ({ children }) => <Table.Thead>{children}</Table.Thead>,
  tbody: ({ children }) => <Table.Tbody>{children}</Table.Tbody>,
  tr: ({ children }) => <Table.Tr>{children}</Table.Tr>,
  th: ({ children }) => <Table.Th>{children}</Table.Th>,
  td: ({ children }) => <Table.Td>{children}</Table.Td>,
  input: ({ checked }) => <Check isDone={checked === true} />,
};

/** The Markdown itself; a chunk of its own. Without a plugin for it, HTML in it is text. */
export function MarkdownText({ text }: { readonly text: string }): React.ReactElement {
  return (
    <div className="foreign" dir="auto">
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={(address) => address}>
        {toPlain(text)}
      </ReactMarkdown>
    </div>
  );
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

function CodeOf({ children }: { readonly children: ReactNode }): React.ReactElement {
  const texts = useTexts(resultTexts);
  const inner = isValidElement<{ readonly children?: ReactNode }>(children) ? children.props.children : children;
  return <CodeBlock text={String(inner ?? '').replace(/\n$/, '')} label={texts.code} />;
}

function Check({ isDone }: { readonly isDone: boolean }): React.ReactElement {
  const texts = useTexts(resultTexts);
  return <Text span size="sm">{`[${isDone ? texts.checked : texts.unchecked}] `}</Text>;
}
