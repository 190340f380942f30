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
