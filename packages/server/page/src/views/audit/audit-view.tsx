import { ViewHeader } from '../../parts/view-header.js';

export function AuditView(): React.ReactElement {
  return <ViewHeader title="AuditView" />;
}
