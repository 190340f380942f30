import { isRecord, type JsonObject, type JsonValue } from '../contract/json.js';
import type { ModelDescription } from '../contract/model.js';
import type { AnsweredCall, ModelAdapter, ModelCall, ToolChoice } from '../contract/model-adapter.js';
import { withoutResults } from './call-ids.js';
import { plainNames, toSentName } from './call-names.js';
import { type CreateWire, convertToolFor, encodeEach } from './convert-tool.js';
import { listResponsesCalls, readResponsesResponse } from './read-responses-response.js';
import { createResponsesStreamReader } from './responses-stream-reader.js';
import { createResultPieces, type ImageRule, joinPieces, markError, type ResultPiece } from './result-pieces.js';
import { limitChoice, notesWithoutTools } from './tool-choice.js';
import { objectsOf, type WireObject } from './wire-values.js';

const images: ImageRule = {
  mimeTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  maxCharacters: 20_000_000,
};

const createWire: CreateWire = (tool, schema, mode) => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  ...(schema === null ? {} : { parameters: schema }),
  // Without it the API takes every schema as strict (contract 8.4).
  strict: mode === 'strict',
});

/** OpenAI's Responses. */
export const responses: ModelAdapter = Object.freeze({
  api: 'responses',
  convertTool: (tool, model) => convertToolFor('responses', tool, model, createWire),
  encodeTools: (tools) => encodeEach(tools),
  createParameters: (tools, wanted) => {
    if (tools.wire.length === 0) return { parameters: {}, notes: notesWithoutTools(wanted) };
    const { choice, notes } = limitChoice(tools, wanted);
    return { parameters: { tools: tools.wire, tool_choice: encodeChoice(choice) }, notes };
  },
  readResponse: readResponsesResponse,
  createStreamReader: createResponsesStreamReader,
  encodeResults: (answered, model) => answered.map((entry) => encodeResult(entry, model)),
  encodeUserText: (text) => ({ role: 'user', content: text }),
  findOpenCalls,
  sentName: (name) => toSentName(name, plainNames),
  listCallIds: (transcript) => listResponsesCalls(objectsOf(transcript)).map(({ id }) => id),
} satisfies ModelAdapter);

function encodeChoice(choice: ToolChoice): JsonValue {
  return choice.type === 'tool' ? { type: 'function', name: choice.name } : choice.type;
}

function encodeResult({ call, outcome }: AnsweredCall, model: ModelDescription): JsonObject {
  const pieces = createResultPieces(outcome, model.takesImages === false ? null : images);
  const output = pieces.every((piece) => piece.type === 'text')
    ? markError(joinPieces(pieces), outcome)
    : pieces.map((piece, index) => encodePiece(index === 0 ? marked(piece, outcome) : piece));
  return { type: 'function_call_output', call_id: call.id, output };
}

function marked(piece: ResultPiece, outcome: AnsweredCall['outcome']): ResultPiece {
  return piece.type === 'text' ? { type: 'text', text: markError(piece.text, outcome) } : piece;
}

function encodePiece(piece: ResultPiece): JsonValue {
  if (piece.type === 'text') return { type: 'input_text', text: piece.text };
  return { type: 'input_image', image_url: `data:${piece.mimeType};base64,${piece.data}`, detail: 'auto' };
}

/**
 * Results and the items of a response may be mixed, so all of them are looked at until somebody else has said something
 * before.
 */
function findOpenCalls(transcript: readonly unknown[]): readonly ModelCall[] {
  const answered: unknown[] = [];
  const items: WireObject[] = [];
  for (let index = transcript.length - 1; index >= 0; index -= 1) {
    const item = transcript[index];
    if (!isRecord(item)) break;
    if ('role' in item && item.role !== 'assistant') {
      if (items.length > 0) break;
    } else if (item.type === 'function_call_output') answered.push(item.call_id);
    else items.unshift(item);
  }
  return withoutResults(listResponsesCalls(items), answered);
}
