import { ViewHeader } from '../../parts/view-header.js';

export function BotAboutView(): React.ReactElement {
  return <ViewHeader title="BotAboutView" />;
}
