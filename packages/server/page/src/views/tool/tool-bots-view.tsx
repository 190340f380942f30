import { ViewHeader } from '../../parts/view-header.js';

export function ToolBotsView(): React.ReactElement {
  return <ViewHeader title="ToolBotsView" />;
}
