import { ViewHeader } from '../../parts/view-header.js';

export function LoadoutView(): React.ReactElement {
  return <ViewHeader title="LoadoutView" />;
}
