// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows of which only some are in the document is no table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and their controls have the focus, cells have none
import { Checkbox, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import type { ListItem } from './arrange-rows.js';
import classes from './grid.module.css';
import { useRowActions } from './row-actions.js';
import { useSelection } from './selection-context.js';
import { loadoutTexts } from './texts.js';

/** What the columns are, and the box that selects all that are shown. */
export function GridHeader({
  items,
  selected,
}: {
  readonly items: readonly ListItem[];
  readonly selected: ReadonlySet<string>;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { canWrite } = useRowActions();
  const { selectAll } = useSelection();
  const names = useMemo(() => items.flatMap(({ kind, key }) => (kind === 'tool' ? [key] : [])), [items]);
  const isAll = names.length > 0 && names.every((name) => selected.has(name));
  const columns = [
    [classes.tool, texts.columnTool],
    [classes.owner, texts.columnOwner],
    [classes.state, texts.columnState],
    [classes.tokens, texts.columnTokens],
  ] as const;
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={classes.header}>
        {canWrite && (
          <div role="columnheader">
            <Checkbox
              checked={isAll}
              indeterminate={!isAll && selected.size > 0}
              aria-label={texts.selectAll(names.length)}
              onChange={() => selectAll(isAll ? [] : names)}
            />
          </div>
        )}
        {canWrite && (
          <div role="columnheader">
            <span className="visually-hidden">{texts.columnOrder}</span>
          </div>
        )}
        <div role="columnheader">
          <span className="visually-hidden">{texts.columnSwitch}</span>
        </div>
        {columns.map(([className, text]) => (
          <div key={text} role="columnheader" className={className}>
            <Text span size="xs" c="dimmed">
              {text}
            </Text>
          </div>
        ))}
        <div role="columnheader">
          <span className="visually-hidden">{texts.columnDetails}</span>
        </div>
      </div>
    </div>
  );
}
