import { Outlet } from '@tanstack/react-router';

/** What the tabs have in common. */
export function BotLayout(): React.ReactElement {
  return <Outlet />;
}
