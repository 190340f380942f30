import type { Host } from '@loadout/core';

/** Follows the calls of a host; answers what ends that. */
export function followCalls(host: Host, print: (line: string) => void): () => void {
  // #region follow
  const stop = [
    host.on('call-started', ({ botId, tool }) => print(`${botId} calls ${tool}`)),
    host.on('call-progress', ({ tool, progress, total }) => print(`${tool}: ${progress} of ${total ?? '?'}`)),
    host.on('call-finished', ({ tool, status, durationMs }) => print(`${tool}: ${status} in ${durationMs} ms`)),
  ];
  const stopFollowing = (): void => {
    for (const end of stop) end();
  };
  // #endregion
  return stopFollowing;
}
