import { WindowList } from '../../parts/window-list.js';
import { useTexts } from '../../texts/define-texts.js';
import type { NamedTool } from '../bot/changes/loadout-types.js';
import { BotRow } from './bot-row.js';
import type { BotOfTool } from './bot-rows.js';
import { toolTexts } from './texts.js';

/** Any number of bots with the switch of one tool. */
export function BotList({
  bots,
  tool,
  owner,
  selected,
  onSelect,
}: {
  readonly bots: readonly BotOfTool[];
  readonly tool: NamedTool;
  readonly owner: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: ((bot: string, isSelected: boolean) => void) | undefined;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  return (
    <WindowList label={texts.botsLabel} rows={bots} rowHeight={76} getKey={({ id }) => id}>
      {(bot) => (
        <BotRow
          bot={bot}
          tool={tool}
          owner={owner}
          isSelected={selected.has(bot.id)}
          onSelect={onSelect && ((isSelected) => onSelect(bot.id, isSelected))}
        />
      )}
    </WindowList>
  );
}
