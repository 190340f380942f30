import { ViewHeader } from '../../parts/view-header.js';

export function BotsView(): React.ReactElement {
  return <ViewHeader title="BotsView" />;
}
