import type { Host, LoopStep } from '@loadout/core';
import type OpenAI from 'openai';
// #region own-loop
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
// #endregion

/** A loop of the embedder's own. */
export async function ownLoop(
  host: Host,
  client: OpenAI,
  transcript: readonly ChatCompletionMessageParam[],
): Promise<ChatCompletionMessageParam[]> {
  // #region own-loop
  const turn = await host.startTurn({
    bot: 'guide',
    conversation: { id: 'c-7' },
    model: { api: 'chat' },
    limits: { maxToolCalls: 30 },
  });
  const loop = turn.createLoop<ChatCompletionMessageParam>({ firstToolChoice: 'search', overlapReadOnly: true });
  const messages = [...transcript];
  // What an earlier turn left open is answered before the user's new message.
  messages.push(...(await loop.closeOpenCalls(messages)));
  messages.push({ role: 'user', content: 'Which courses on statistics are there?' });
  while (loop.stop === null) {
    loop.keepTranscript(messages); // for the case that a person has to be waited for
    const { parameters, notes, signal } = loop.request();
    for (const note of notes) console.error(note);
    const step = await ask(messages, parameters, signal);
    messages.push(...step.messages);
    if (step.text !== '') console.log(step.text);
  }
  if (loop.sources.length > 0) console.log('Sources used by tools', loop.sources);
  console.error(loop.stop, loop.usage.calls);
  await turn.end();
  // #endregion
  return messages;

  // #region own-request
  async function ask(messages: ChatCompletionMessageParam[], parameters: object, signal: AbortSignal) {
    try {
      // The parameters come last: nothing may override them. The signal ends the request with the turn and its time.
      const response = await client.chat.completions.create({ model: 'large', messages, ...parameters }, { signal });
      return await loop.accept(response);
    } catch (error) {
      return loop.fail(error);
    }
  }
  // #endregion
}

/** The same request, streamed. */
export async function streamed(host: Host, client: OpenAI, messages: ChatCompletionMessageParam[]): Promise<LoopStep> {
  const turn = await host.startTurn({ bot: 'guide', model: { api: 'chat' } });
  const loop = turn.createLoop();
  const { parameters } = loop.request();
  // #region own-stream
  const events = await client.chat.completions.create({ model: 'large', messages, stream: true, ...parameters });
  const stream = loop.stream();
  for await (const event of events) {
    for (const delta of stream.push(event)) {
      if (delta.type === 'text') process.stdout.write(delta.text);
    }
    if (stream.isClosed) break; // it cannot be read, or is too long
  }
  const step = await stream.end();
  // #endregion
  return step;
}

/** After somebody has decided. */
export async function goOn(host: Host, suspension: string): Promise<ChatCompletionMessageParam[]> {
  // #region own-resume
  const { turn, loop, transcript } = await host.resumeTurn<ChatCompletionMessageParam>(suspension);
  const messages = [...(transcript ?? [])];
  messages.push(...(await loop.resume()).messages); // runs what was allowed, answers what was denied
  // … and on with loop.request() as before, while loop.stop is null
  // #endregion
  await turn.end();
  return messages;
}
