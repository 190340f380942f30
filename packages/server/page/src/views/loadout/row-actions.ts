import { createContext, use } from 'react';
import type { ToolRow } from '../bot/changes/loadout-types.js';

/** What can be done with a row. The same object while the view is shown, so that rows are drawn again only for their own changes. */
export interface RowActions {
  readonly bot: string;
  /** Its display name; foreign. */
  readonly botName: string;
  readonly canWrite: boolean;
  readonly switchTool: (row: ToolRow, isOn: boolean) => void;
  readonly removeTool: (row: ToolRow) => void;
  readonly openTool: (name: string) => void;
  readonly selectTool: (name: string, isRange: boolean) => void;
  readonly switchAllOn: (names: readonly string[]) => void;
  /** Default: the opposite of what it is. */
  readonly closeGroup: (owner: string, isClosed?: boolean) => void;
  readonly changeContext: () => void;
  readonly dismissFailure: (name: string) => void;
}

export const RowActionsContext = createContext<RowActions | undefined>(undefined);

/** The actions of the view that a row is in. */
export function useRowActions(): RowActions {
  const actions = use(RowActionsContext);
  if (actions === undefined) throw new Error('A row of a loadout is shown outside of its view.');
  return actions;
}
