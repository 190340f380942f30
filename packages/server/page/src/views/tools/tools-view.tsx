import { ViewHeader } from '../../parts/view-header.js';

export function ToolsView(): React.ReactElement {
  return <ViewHeader title="ToolsView" />;
}
