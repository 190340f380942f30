import { ViewHeader } from '../../parts/view-header.js';

export function ProviderProblemsView(): React.ReactElement {
  return <ViewHeader title="ProviderProblemsView" />;
}
