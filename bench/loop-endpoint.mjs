// A scripted model behind Chat Completions, in a process of its own: its work is not part of what is measured. It asks
// for a call until it has seen as many results as it was started with, and then answers.
import { createServer } from 'node:http';

const calls = Number(process.argv[2]);

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const { messages } = JSON.parse(text);
    const results = messages.filter(({ role }) => role === 'tool').length;
    const body = JSON.stringify(createCompletion(results));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0));

function createCompletion(results) {
  const isOver = results >= calls;
  const message = isOver
    ? { role: 'assistant', content: 'Done.', refusal: null }
    : {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [
          {
            id: `call_${results}`,
            type: 'function',
            function: { name: 'tool_0', arguments: JSON.stringify({ query: `statistics ${results}`, limit: 5 }) },
          },
        ],
      };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'bench',
    choices: [{ index: 0, message, finish_reason: isOver ? 'stop' : 'tool_calls', logprobs: null }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}
