import { ViewHeader } from '../../parts/view-header.js';

export function ProvidersView(): React.ReactElement {
  return <ViewHeader title="ProvidersView" />;
}
