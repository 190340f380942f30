import '@mantine/spotlight/styles.css';
import { VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { useSpoken } from '../../views/loadout/use-spoken.js';
import { findActions } from './find-actions.js';
import classes from './palette.module.css';
import { paletteTexts } from './texts.js';
import { usePaletteActions } from './use-palette-actions.js';

/** How many are shown: more have to be searched. */
const most = 40;
const listId = 'palette-list';
const [store, palette] = createSpotlight();

/** Goes everywhere and does much from the keyboard. */
export function Palette({ requests }: { readonly requests: number }): React.ReactElement {
  const texts = useTexts(paletteTexts);
  const [query, setQuery] = useState('');
  const groups = findActions(usePaletteActions(), query, most);
  const ids = groups.flatMap(({ actions }) => actions.map(({ id }) => id));
  const { chosen, watch } = useChosen(query.trim() !== '');
  useEffect(() => {
    if (requests > 0) palette.open();
  }, [requests]);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight={420}
      shortcut={null}
      attributes={{ content: { 'aria-label': texts.title } }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={texts.placeholder}
        aria-label={texts.placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={ids.length > 0}
        aria-controls={ids.length > 0 ? listId : undefined}
        aria-activedescendant={chosen}
      />
      {ids.length > 0 ? (
        <div ref={watch}>
          <Spotlight.ActionsList id={listId} role="listbox" aria-label={texts.results}>
            {groups.map(({ group, actions }) => (
              <Spotlight.ActionsGroup
                key={group}
                label={group}
                role="group"
                aria-label={group}
                className={classes.group}
              >
                {actions.map(({ id, ...action }) => (
                  <Spotlight.Action
                    key={id}
                    // The kit takes no id.
                    ref={(node: HTMLElement | null) => node?.setAttribute('id', optionId(id))}
                    role="option"
                    aria-selected={optionId(id) === chosen}
                    {...action}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ))}
          </Spotlight.ActionsList>
        </div>
      ) : (
        <Spotlight.Empty>{texts.nothing}</Spotlight.Empty>
      )}
      <Count text={ids.length === 0 ? texts.nothing : texts.count(ids.length, ids.length === most)} />
    </Spotlight.Root>
  );
}

/** The id of the line that Enter takes. The kit keeps it as a mark in the document, and tells nobody. */
function useChosen(isSearching: boolean): {
  readonly chosen: string | undefined;
  readonly watch: (list: HTMLElement | null) => (() => void) | undefined;
} {
  const [chosen, setChosen] = useState<string>();
  const watch = useCallback(
    (list: HTMLElement | null) => {
      if (list === null) return undefined;
      const look = (): void => {
        // The kit marks one when something is entered, and not when lines come later.
        if (isSearching && list.querySelector('[data-selected]') === null)
          list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
        setChosen(list.querySelector('[data-selected]')?.id);
      };
      look();
      const observer = new MutationObserver(look);
      observer.observe(list, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-selected'] });
      return () => {
        observer.disconnect();
        setChosen(undefined);
      };
    },
    [isSearching],
  );
  return { chosen, watch };
}

function Count({ text }: { readonly text: string }): React.ReactElement {
  return <VisuallyHidden role="status">{useSpoken(text)}</VisuallyHidden>;
}

/** Ids of elements have no spaces. */
function optionId(id: string): string {
  return `palette ${id}`.replaceAll(' ', '-');
}
