// #region host
import { builtinTools } from '@loadout/builtin-tools';
import { createHost, type Host, type Turn } from '@loadout/core';
import { openSqliteStore } from '@loadout/storage';
// #endregion

/** The host of the guide, on a database file. */
export async function openHost(file: string): Promise<Host> {
  // #region host
  const store = await openSqliteStore({ file });
  const host = await createHost({
    ...builtinTools(),
    companions: ['@loadout/example-provider'],
    store,
    logger: ({ level, event, message, companion }) => console.error(level, event, companion ?? '', message),
  });
  // #endregion
  return host;
}

/** The turn of the guide, and how its first call ended. */
export async function runTurn(host: Host): Promise<{ readonly turn: Turn; readonly status: string }> {
  // #region turn
  const controller = new AbortController(); // your user's "stop"
  const turn = await host.startTurn({
    bot: 'guide',
    user: { id: 'u-42', displayName: 'Ada' },
    conversation: { id: 'c-7' },
    locale: 'de-AT',
    signal: controller.signal,
    onProgress: ({ tool, message }) => console.error(tool, message),
  });

  const tools = turn.offered.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }));
  // #endregion
  void tools;

  // #region call
  // As the model made it: its id, the name, the arguments as JSON text.
  const outcome = await turn.call({ id: 'call_1', name: 'course_search', arguments: '{"query":"statistik"}' });
  switch (outcome.status) {
    case 'SUCCESS':
    case 'ERROR':
    case 'BLOCKED':
    case 'CANCELLED':
      // Each of them is an answer for the model: outcome.content, outcome.isError.
      break;
    default:
      outcome.status satisfies never;
  }
  await turn.end();
  // #endregion
  return { turn, status: outcome.status };
}

/** A host that asks a person. */
export async function openHostWithApprover(ask: (question: string) => Promise<boolean>): Promise<Host> {
  // #region approver
  const host = await createHost({
    companions: ['@loadout/example-provider'],
    approver: async ({ label, arguments: args }) =>
      (await ask(`${label} ${JSON.stringify(args)}?`))
        ? { decision: 'allow', scope: 'conversation' }
        : { decision: 'deny', reason: 'The user said no.' },
  });
  // #endregion
  return host;
}
