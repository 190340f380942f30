import { ViewHeader } from '../../parts/view-header.js';

export function CompareView(): React.ReactElement {
  return <ViewHeader title="CompareView" />;
}
