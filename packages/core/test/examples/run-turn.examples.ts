import type { Host, ModelClient, RunResult } from '@loadout/core';
// #region run-turn
import { resumeRun, runTurn } from '@loadout/core';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
// #endregion

/** One message of a conversation. */
export async function answer(
  host: Host,
  transcript: readonly ChatCompletionMessageParam[],
  endpoint: { readonly baseURL: string; readonly apiKey: string },
): Promise<RunResult<ChatCompletionMessageParam>> {
  // #region run-turn
  const client = new OpenAI(endpoint); // its address, and its key
  const turn = await host.startTurn({
    bot: 'guide',
    conversation: { id: 'c-7' },
    model: { api: 'chat' },
    modelProvider: { id: 'acme', confidence: 'MEDIUM' },
  });
  try {
    const question = 'Which courses on statistics are there?';
    const messages: ChatCompletionMessageParam[] = [...transcript, { role: 'user', content: question }];
    const result = await runTurn(turn, client, messages, {
      model: 'large',
      system: 'You help students.',
      stream: true,
      onDelta: (delta) => {
        if (delta.type === 'text') process.stdout.write(delta.text);
      },
      loop: { onCall: (event) => console.error(event.type, event.label) },
    });
    if (result.sources.length > 0) console.log('Sources used by tools', result.sources);
    // Go on from here with the next message.
    return result;
  } finally {
    await turn.end();
  }
  // #endregion
}

/** After somebody decided. */
export async function goOn(host: Host, client: ModelClient, suspension: string): Promise<RunResult> {
  // #region resume-run
  const resumed = await host.resumeTurn(suspension, { model: { api: 'chat' } });
  try {
    return await resumeRun(resumed, client, { model: 'large' });
  } finally {
    await resumed.turn.end();
  }
  // #endregion
}
