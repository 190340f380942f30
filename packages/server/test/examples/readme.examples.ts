// #region serve
import { startServer } from '@loadout/server';
// #endregion

// #region client
import { createClient } from '@loadout/server/client';
// #endregion

import type { Host } from '@loadout/core';

/** What the README shows: the ids of the bots. */
export async function listBots(host: Host, accessToken: string, port: number): Promise<readonly string[]> {
  // #region serve
  const server = await startServer({
    host,
    listen: { host: '127.0.0.1', port },
    // An admin's token of 32 characters or more that lives as long as the process. Others: host.tokens.create.
    accessToken,
  });
  // #endregion
  try {
    // #region client
    const client = createClient({ baseUrl: server.url, token: accessToken });
    const { data, error } = await client.GET('/api/v1/bots');
    // #endregion
    if (error) throw new Error(error.detail);
    return data.bots.map(({ id }) => id);
  } finally {
    await server.close();
  }
}
