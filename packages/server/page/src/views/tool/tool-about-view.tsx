import { ViewHeader } from '../../parts/view-header.js';

export function ToolAboutView(): React.ReactElement {
  return <ViewHeader title="ToolAboutView" />;
}
