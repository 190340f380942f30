import { builtinTools } from '@loadout/builtin-tools';
import { createHost } from '@loadout/core';

// #region set-up
const host = await createHost({
  ...builtinTools({
    contact: 'https://bots.example/about',
    politeness: { requestsPerHost: 2, spacingMs: 500 },
  }),
});
// #endregion

await host.close();

// #region authenticate
const signedIn = builtinTools({
  async authenticate(url, call) {
    if (url.host !== 'wiki.corp.example' || call.context.user === null) return undefined;
    return { authorization: `Bearer ${await tokenFor(call.context.user.id)}` };
  },
});
// #endregion

async function tokenFor(user: string): Promise<string> {
  return `token-of-${user}`;
}

export { signedIn };
