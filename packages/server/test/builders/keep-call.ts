import { onTestFinished } from 'vitest';
import type { MadeApp } from './make-app.js';

/** Lets an operator call `asks`, which waits for an approval, until the test is over; answers the id of the call. */
export async function keepCall({ send }: Pick<MadeApp, 'send'>): Promise<string> {
  const body = { tool: 'asks', arguments: { text: 'hello' }, approval: 'ask' };
  const headers = { accept: 'text/event-stream' };
  const response = await send('operator', 'POST', '/api/v1/bots/demo/calls', { body, headers });
  const reader = response.body?.getReader();
  onTestFinished(() => reader?.cancel());
  const { value } = (await reader?.read()) ?? {};
  return JSON.parse(/^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1] ?? '{}').id ?? '';
}
