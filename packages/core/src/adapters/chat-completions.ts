import { isRecord, type JsonObject, type JsonValue } from '../contract/json.js';
import type { AnsweredCall, ModelAdapter, ModelCall, ToolChoice } from '../contract/model-adapter.js';
import { withoutResults } from './call-ids.js';
import { plainNames, toSentName } from './call-names.js';
import { createChatStreamReader } from './chat-stream-reader.js';
import { type CreateWire, convertToolFor, encodeEach } from './convert-tool.js';
import { listChatCalls, readChatResponse } from './read-chat-response.js';
import { createResultPieces, joinPieces, markError } from './result-pieces.js';
import { limitChoice, notesWithoutTools } from './tool-choice.js';

const createWire: CreateWire = (tool, schema, mode) => ({
  type: 'function',
  function: {
    name: tool.name,
    description: tool.description,
    ...(schema === null ? {} : { parameters: schema }),
    // Services that do not know the field refuse it, so it is written only where it means something.
    ...(mode === 'strict' ? { strict: true } : {}),
  },
});

/** Chat Completions. */
export const chatCompletions: ModelAdapter = Object.freeze({
  api: 'chat',
  convertTool: (tool, model) => convertToolFor('chat', tool, model, createWire),
  encodeTools: (tools) => encodeEach(tools),
  createParameters: (tools, wanted, model) => {
    if (tools.wire.length === 0) return { parameters: {}, notes: notesWithoutTools(wanted) };
    const { choice, notes } = limitChoice(tools, wanted);
    const parameters: JsonObject = {
      tools: tools.wire,
      tool_choice: encodeChoice(choice),
      ...(model.takesParallelToolCalls === false ? {} : { parallel_tool_calls: false }),
    };
    return { parameters, notes };
  },
  readResponse: readChatResponse,
  createStreamReader: createChatStreamReader,
  encodeResults: (answered) => answered.map(encodeResult),
  encodeUserText: (text) => ({ role: 'user', content: text }),
  findOpenCalls,
  sentName: (name) => toSentName(name, plainNames),
  listCallIds,
} satisfies ModelAdapter);

function encodeChoice(choice: ToolChoice): JsonValue {
  return choice.type === 'tool' ? { type: 'function', function: { name: choice.name } } : choice.type;
}

/** A message of the role `tool` holds text alone, and nothing may stand between two of them: images become a placeholder. */
function encodeResult({ call, outcome }: AnsweredCall): JsonObject {
  const content = markError(joinPieces(createResultPieces(outcome, null)), outcome);
  return { role: 'tool', tool_call_id: call.id, content };
}

/** Asked before each response, of all that was said so far. */
function listCallIds(transcript: readonly unknown[]): readonly string[] {
  const ids: string[] = [];
  for (const message of transcript) {
    if (!isRecord(message) || message.tool_calls === undefined) continue;
    for (const { id } of listChatCalls(message)) ids.push(id);
  }
  return ids;
}

function findOpenCalls(transcript: readonly unknown[]): readonly ModelCall[] {
  const answered: unknown[] = [];
  for (let index = transcript.length - 1; index >= 0; index -= 1) {
    const message = transcript[index];
    if (!isRecord(message)) return [];
    if (message.role === 'assistant') return withoutResults(listChatCalls(message), answered);
    if (message.role === 'tool') answered.push(message.tool_call_id);
  }
  return [];
}
