import { ViewHeader } from '../../parts/view-header.js';

export function HostView(): React.ReactElement {
  return <ViewHeader title="HostView" />;
}
