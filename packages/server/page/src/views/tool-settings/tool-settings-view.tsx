import { ViewHeader } from '../../parts/view-header.js';

export function ToolSettingsView(): React.ReactElement {
  return <ViewHeader title="ToolSettingsView" />;
}
