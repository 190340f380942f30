import { WindowList } from '../../parts/window-list.js';
import { useTexts } from '../../texts/define-texts.js';
import type { ToolListing } from './match-tools.js';
import { toolsTexts } from './texts.js';
import { ToolRow } from './tool-row.js';

/** Any number of tools. */
export function ToolList({ tools }: { readonly tools: readonly ToolListing[] }): React.ReactElement {
  const texts = useTexts(toolsTexts);
  return (
    <WindowList label={texts.listLabel} rows={tools} rowHeight={76} getKey={({ name }) => name}>
      {(tool) => <ToolRow tool={tool} />}
    </WindowList>
  );
}
