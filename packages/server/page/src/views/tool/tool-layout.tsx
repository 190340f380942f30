import { Outlet } from '@tanstack/react-router';

/** What the tabs have in common. */
export function ToolLayout(): React.ReactElement {
  return <Outlet />;
}
