import { ViewHeader } from '../../parts/view-header.js';

export function ProviderView(): React.ReactElement {
  return <ViewHeader title="ProviderView" />;
}
