import { ViewHeader } from '../../parts/view-header.js';

export function TracesView(): React.ReactElement {
  return <ViewHeader title="TracesView" />;
}
