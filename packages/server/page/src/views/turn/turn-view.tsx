import { ViewHeader } from '../../parts/view-header.js';

export function TurnView(): React.ReactElement {
  return <ViewHeader title="TurnView" />;
}
