import { Drawer, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import type { LoadoutContext } from '../../../api/queries.js';
import { toPlain } from '../../../parts/foreign.js';
import { partTexts } from '../../../parts/texts.js';
import { useTitlePart } from '../../../parts/title-part.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import type { LoadoutChanges } from '../../bot/changes/use-loadout-changes.js';
import { drawerTexts } from './texts.js';
import { ToolDetails } from './tool-details.js';

/** What the drawer is opened with. */
export interface ToolDrawerProps {
  readonly name: string;
  readonly rows: ReadonlyMap<string, ToolRow>;
  readonly context: LoadoutContext;
  readonly make: LoadoutChanges['make'];
  readonly onMove: (name: string, before: string | undefined) => void;
  /** Takes it out of the address. */
  readonly onClose: () => void;
}

/** Everything of one tool of the bot, in a drawer; on narrow screens it is the whole screen. */
export function ToolDrawer(props: ToolDrawerProps): React.ReactElement {
  const { name, rows, onClose } = props;
  const texts = useTexts(drawerTexts);
  const { close } = useTexts(partTexts);
  const router = useRouter();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const row = rows.get(name);
  useTitlePart('drawer', row?.label ?? name);
  const leave = (): void => {
    // What opened it was a step forward; going back keeps the history as people expect it.
    if (router.history.canGoBack() && openedHere(router.history.location.state)) router.history.back();
    else onClose();
  };
  return (
    <Drawer
      opened
      onClose={leave}
      position="right"
      size={isNarrow ? '100%' : 560}
      title={toPlain(row?.label ?? name)}
      closeButtonProps={{ 'aria-label': close }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      {row === undefined ? (
        <Text size="sm">{texts.gone}</Text>
      ) : (
        <Stack gap="lg">
          <ToolDetails key={row.name} row={row} {...props} />
        </Stack>
      )}
    </Drawer>
  );
}

/** Whether a row, and not an address from elsewhere, led here. */
function openedHere(state: object): boolean {
  return 'isFromRow' in state && state.isFromRow === true;
}
