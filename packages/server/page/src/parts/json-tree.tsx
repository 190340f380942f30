import { Group, SegmentedControl, Stack, Text, Tree, type TreeNodeData, useTree } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { formatNumber } from '../texts/format.js';
import { CodeBlock } from './code-block.js';
import { Foreign, toPlain } from './foreign.js';
import { resultTexts } from './result/texts.js';

/** More than anybody unfolds; a text is searched more easily then. */
const mostNodes = 2_000;
/** Values below these names are open at first. */
const openLevels = 2;

/** JSON as a tree that keys walk through, or as text. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }): React.ReactElement {
  const texts = useTexts(resultTexts);
  const [as, setAs] = useState<'tree' | 'text'>('tree');
  const nodes = useMemo(() => buildNodes(value), [value]);
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value]);
  if (nodes === undefined) {
    return (
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {texts.tooManyEntries(formatNumber(mostNodes))}
        </Text>
        <CodeBlock text={text} label={label} />
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      <Group justify="flex-end">
        <SegmentedControl
          size="xs"
          aria-label={texts.viewOf(label)}
          value={as}
          onChange={(next) => setAs(next as 'tree' | 'text')} // one of the two below
          data={[
            { value: 'tree', label: texts.tree },
            { value: 'text', label: texts.text },
          ]}
        />
      </Group>
      {as === 'text' ? <CodeBlock text={text} label={label} /> : <Nodes nodes={nodes} label={label} />}
    </Stack>
  );
}

function Nodes({
  nodes,
  label,
}: {
  readonly nodes: readonly TreeNodeData[];
  readonly label: string;
}): React.ReactElement {
  const data = useMemo(() => [...nodes], [nodes]);
  const tree = useTree({ initialExpandedState: useMemo(() => listOpen(nodes), [nodes]) });
  return (
    <Tree
      data={data}
      tree={tree}
      aria-label={label}
      levelOffset="md"
      renderNode={({ node, expanded, hasChildren, elementProps }) => (
        <Group gap={4} wrap="nowrap" align="flex-start" {...elementProps}>
          <IconChevronRight
            size={16}
            aria-hidden
            style={{
              flexShrink: 0,
              marginTop: 3,
              visibility: hasChildren ? 'visible' : 'hidden',
              transform: expanded ? 'rotate(90deg)' : undefined,
            }}
          />
          {node.label}
        </Group>
      )}
    />
  );
}

/** Undefined: there are too many. */
function buildNodes(value: unknown): readonly TreeNodeData[] | undefined {
  let count = 0;
  const build = (entry: unknown, name: string | undefined, path: string): TreeNodeData => {
    count += 1;
    if (count > mostNodes) throw new RangeError('too many');
    const children = childrenOf(entry);
    return {
      value: path,
      label: <NodeLabel name={name} value={entry} />,
      nodeProps: { 'aria-label': describeNode(name, entry) },
      ...(children.length === 0
        ? {}
        : { children: children.map(([key, child]) => build(child, key, `${path}/${key.replaceAll('/', '~1')}`)) }),
    };
  };
  try {
    const top = childrenOf(value);
    return top.length === 0
      ? [build(value, undefined, '/')]
      : top.map(([key, child]) => build(child, key, `/${key.replaceAll('/', '~1')}`));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function childrenOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function listOpen(nodes: readonly TreeNodeData[], level = 1): Record<string, boolean> {
  const open: Record<string, boolean> = {};
  if (level > openLevels) return open;
  for (const { value, children } of nodes) {
    if (children === undefined || children.length > 50) continue;
    open[value] = true;
    Object.assign(open, listOpen(children, level + 1));
  }
  return open;
}

function NodeLabel({
  name,
  value,
}: {
  readonly name: string | undefined;
  readonly value: unknown;
}): React.ReactElement {
  return (
    <Text span size="sm" ff="monospace">
      {name !== undefined && (
        <Text span fw={600} inherit>
          <Foreign text={name} />
          {': '}
        </Text>
      )}
      <Foreign text={describeValue(value)} />
    </Text>
  );
}

function describeNode(name: string | undefined, value: unknown): string {
  const shown = describeValue(value);
  return toPlain(name === undefined ? shown : `${name}: ${shown}`);
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `[ ${formatNumber(value.length)} ]`;
  if (typeof value === 'object' && value !== null) return `{ ${formatNumber(Object.keys(value).length)} }`;
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}
