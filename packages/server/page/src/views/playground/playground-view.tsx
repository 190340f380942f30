import { ViewHeader } from '../../parts/view-header.js';

export function PlaygroundView(): React.ReactElement {
  return <ViewHeader title="PlaygroundView" />;
}
