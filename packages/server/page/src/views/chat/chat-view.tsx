import { ViewHeader } from '../../parts/view-header.js';

export function ChatView(): React.ReactElement {
  return <ViewHeader title="ChatView" />;
}
