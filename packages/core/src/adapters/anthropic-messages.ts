import { isRecord, type JsonObject, type JsonValue } from '../contract/json.js';
import type { ModelDescription } from '../contract/model.js';
import type { AnsweredCall, ModelAdapter, ModelCall, ToolChoice } from '../contract/model-adapter.js';
import { createAnthropicStreamReader } from './anthropic-stream-reader.js';
import { withoutResults } from './call-ids.js';
import { plainNames, toSentName } from './call-names.js';
import { type CreateWire, convertToolFor, encodeEach, limitStrictTools } from './convert-tool.js';
import { listAnthropicCalls, readAnthropicResponse } from './read-anthropic-response.js';
import { createResultPieces, type ImageRule, type ResultPiece } from './result-pieces.js';
import { withoutForcedChoice } from './thinking-choice.js';
import { limitChoice, notesWithoutTools } from './tool-choice.js';
import { objectsOf } from './wire-values.js';

const images: ImageRule = {
  mimeTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  maxCharacters: 5_242_880,
};

const createWire: CreateWire = (tool, schema, mode) => ({
  name: tool.name,
  description: tool.description,
  ...(schema === null ? {} : { input_schema: schema }),
  ...(mode === 'strict' ? { strict: true } : {}),
});

/** Anthropic's Messages. */
export const anthropicMessages: ModelAdapter = Object.freeze({
  api: 'anthropic',
  convertTool: (tool, model) => convertToolFor('anthropic', tool, model, createWire),
  encodeTools: (tools) => encodeEach(limitStrictTools(tools, createWire)),
  createParameters: (tools, wanted, model, transcript) => {
    if (tools.wire.length === 0) {
      const parameters = hasCalls(transcript ?? []) ? standIn : {};
      return { parameters, notes: notesWithoutTools(wanted) };
    }
    const { choice, notes } = limitChoice(tools, wanted);
    const said = { parameters: { tools: tools.wire, tool_choice: encodeChoice(choice) }, notes };
    return model.isThinking === true ? withoutForcedChoice(said) : said;
  },
  readResponse: readAnthropicResponse,
  createStreamReader: createAnthropicStreamReader,
  encodeResults: (answered, model) =>
    answered.length === 0 ? [] : [{ role: 'user', content: answered.map((entry) => encodeResult(entry, model)) }],
  encodeUserText: (text) => ({ role: 'user', content: text }),
  findOpenCalls,
  sentName: (name) => toSentName(name, plainNames),
  listCallIds: (transcript) =>
    objectsOf(transcript)
      .flatMap((message) => listAnthropicCalls(objectsOf(message.content)))
      .map(({ id }) => id),
} satisfies ModelAdapter);

function encodeChoice(choice: ToolChoice): JsonValue {
  if (choice.type === 'required') return { type: 'any' };
  return choice.type === 'tool' ? { type: 'tool', name: choice.name } : { type: choice.type };
}

/** Messages with calls are refused where no tool is there; one that cannot be called is enough. */
const standIn: JsonObject = Object.freeze({
  tools: Object.freeze([
    Object.freeze({
      name: 'no_tools',
      description: 'No tools are available in this turn.',
      input_schema: Object.freeze({ type: 'object', properties: Object.freeze({}) }),
    }),
  ]),
  tool_choice: Object.freeze({ type: 'none' }),
});

function hasCalls(transcript: readonly unknown[]): boolean {
  return transcript.some(
    (message) => isRecord(message) && objectsOf(message.content).some((block) => block.type === 'tool_use'),
  );
}

/** What is marked as an error holds text alone (contract 7.6). */
function encodeResult({ call, outcome }: AnsweredCall, model: ModelDescription): JsonObject {
  const pieces = createResultPieces(outcome, model.takesImages === false || outcome.isError ? null : images);
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: pieces.map(encodePiece),
    ...(outcome.isError ? { is_error: true } : {}),
  };
}

function encodePiece(piece: ResultPiece): JsonValue {
  if (piece.type === 'text') return { type: 'text', text: piece.text };
  return { type: 'image', source: { type: 'base64', media_type: piece.mimeType, data: piece.data } };
}

function findOpenCalls(transcript: readonly unknown[]): readonly ModelCall[] {
  const answered: unknown[] = [];
  for (let index = transcript.length - 1; index >= 0; index -= 1) {
    const message = transcript[index];
    if (!isRecord(message)) return [];
    const blocks = objectsOf(message.content);
    if (message.role === 'assistant') return withoutResults(listAnthropicCalls(blocks), answered);
    answered.push(...blocks.filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id));
  }
  return [];
}
