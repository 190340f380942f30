import { ViewHeader } from '../../parts/view-header.js';

export function ApprovalsView(): React.ReactElement {
  return <ViewHeader title="ApprovalsView" />;
}
