import { ViewHeader } from '../../parts/view-header.js';

export function AccessView(): React.ReactElement {
  return <ViewHeader title="AccessView" />;
}
