// #region host
import { builtinTools } from '@loadout/builtin-tools';
import { createHost, type Logger } from '@loadout/core';
import { openSqliteStore, openSqliteTraces, tracesFileOf } from '@loadout/storage';
// #endregion

import type { Host, LoadoutChanged, Turn } from '@loadout/core';
// #region serve
import { startServer } from '@loadout/server';
// #endregion
import { createClient } from '@loadout/server/client';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';

/** A host with what has to be closed after it. */
export interface Embedded {
  readonly host: Host;
  close(): Promise<void>;
}

/** The host of the guide, on files. */
export async function openHost(): Promise<Embedded> {
  // #region host
  const file = process.env.BOT_DATABASE ?? 'bots.sqlite';
  const logger: Logger = ({ level, event, message, companion }) =>
    console.error(level, event, companion ?? '', message);
  const store = await openSqliteStore({ file });
  const traces = await openSqliteTraces({ file: tracesFileOf(file), report: logger });
  const host = await createHost({
    ...builtinTools(),
    companions: ['@loadout/example-provider'],
    store,
    traces,
    tokenUses: traces.tokenUses,
    logger,
  });
  // #endregion
  const close = async (): Promise<void> => {
    // #region close
    await host.close(); // ends turns, which still write traces
    await traces.close(); // writes those that wait
    await store.close();
    // #endregion
  };
  return { host, close };
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
    type: 'function' as const,
    function: { name, description, parameters: schema },
  }));
  // #endregion
  tools satisfies ChatCompletionTool[];

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

/** Goes on with a turn whose calls somebody has decided on. */
export async function goOn(
  host: Host,
  turnId: string,
  save: (messages: readonly ChatCompletionMessageParam[]) => void,
): Promise<void> {
  // #region resume
  const { turn, loop, transcript } = await host.resumeTurn<ChatCompletionMessageParam>(turnId);
  const messages = [...(transcript ?? [])]; // what keepTranscript kept, with the response that asked for the calls
  const step = await loop.resume(); // runs what was allowed; what was denied is told so
  messages.push(...step.messages);
  // From here as in any other turn: while (step.stop === null), ask the model again.
  // #endregion
  save(messages);
  await turn.end();
}

/** The user does not wait. */
export async function goOnWithout(
  turn: Turn,
  messages: ChatCompletionMessageParam[],
  message: ChatCompletionMessageParam,
): Promise<void> {
  // #region supersede
  const loop = turn.createLoop<ChatCompletionMessageParam>();
  messages.push(...(await loop.closeOpenCalls(messages)), message);
  // #endregion
}

/** Changes of a loadout, taken back. */
export async function changeAndUndo(host: Host): Promise<LoadoutChanged> {
  // #region changes
  const ada = host.as({ name: 'ada@example.org', via: 'page' });
  const { bot } = await ada.show('guide');
  const { undo, revision } = await ada.changeLoadout(
    'guide',
    [
      { action: 'assign', tool: 'read_web_page', position: 0 },
      { action: 'override', tool: 'course_search', settingsOverride: { enabled: false } },
    ],
    { ifRevision: bot.loadoutRevision },
  );
  const undone = await ada.changeLoadout('guide', undo, { ifRevision: revision });
  // #endregion
  return undone;
}

/** Settings and decisions; answers who changed what. */
export async function decide(host: Host): Promise<readonly string[]> {
  // #region decisions
  await host.settings.set('read_web_page', 'timeoutSeconds', 20);
  const { fields } = await host.settings.explain('read_web_page', { bot: 'guide' });
  for (const { field, value, layers } of fields) console.log(field, value, layers);

  await host.decisions.set('approval', 'read_web_page', 'ask');
  await host.decisions.set('tools-off', '', true);
  await host.decisions.unset('tools-off', '');

  for (const { at, actor, action, tool } of await host.audit({ limit: 20 })) console.log(at, actor.name, action, tool);
  for (const { level, message, remedy } of await host.examine()) console.log(level, message, remedy);
  // #endregion
  return (await host.audit()).map(({ action }) => action);
}

/** Moves what was chosen from one host to another; answers how many changes that were. */
export async function moveTo(host: Host, other: Host): Promise<number> {
  // #region export
  const document = await host.export();
  const { changes, remarks } = await other.import(document, { dryRun: true });
  for (const remark of remarks) console.warn(remark); // secrets to set again, tools that nobody lists there
  await other.import(document);
  // #endregion
  return changes.length;
}

/** The API of a host; answers the ids of the bots that a token sees. */
export async function serve(host: Host, port: number): Promise<readonly string[]> {
  // #region serve
  const server = await startServer({ host, listen: { host: '127.0.0.1', port } });
  const { secret } = await host.tokens.create({ name: 'dashboard', role: 'viewer' });
  console.log(`${server.url} takes ${secret}`); // shown once
  // #endregion
  const { data } = await createClient({ baseUrl: server.url, token: secret }).GET('/api/v1/bots');
  // #region serve
  await server.close(); // before the host
  // #endregion
  return data?.bots.map(({ id }) => id) ?? [];
}
