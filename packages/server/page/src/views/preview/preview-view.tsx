import { ViewHeader } from '../../parts/view-header.js';

export function PreviewView(): React.ReactElement {
  return <ViewHeader title="PreviewView" />;
}
