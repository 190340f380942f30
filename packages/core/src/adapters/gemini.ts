import { isRecord, type JsonObject } from '../contract/json.js';
import type { ModelDescription } from '../contract/model.js';
import type { AnsweredCall, ModelAdapter, ModelCall, ToolChoice } from '../contract/model-adapter.js';
import { isSentId } from './call-ids.js';
import { dottedNames, toSentName } from './call-names.js';
import { type CreateWire, convertToolFor, wiresOf } from './convert-tool.js';
import { createGeminiStreamReader } from './gemini-stream-reader.js';
import { listGeminiCalls, readGeminiResponse } from './read-gemini-response.js';
import { createResultPieces, type ImageRule, joinPieces } from './result-pieces.js';
import { limitChoice, notesWithoutTools } from './tool-choice.js';
import { objectsOf, textOf } from './wire-values.js';

const images: ImageRule = {
  mimeTypes: ['image/png', 'image/jpeg', 'image/webp'],
  maxCharacters: 10_000_000,
};

/** `parameters` is the older place of the two: the schema was converted for the one that the model is described with. */
function createWireFor(model: ModelDescription): CreateWire {
  const place = model.geminiSchema ?? 'parametersJsonSchema';
  return (tool, schema) => ({
    name: tool.name,
    description: tool.description,
    ...(schema === null ? {} : { [place]: schema }),
  });
}

/** Google's Gemini, as its `generateContent` has it. */
export const gemini: ModelAdapter = Object.freeze({
  api: 'gemini',
  convertTool: (tool, model) => convertToolFor('gemini', tool, model, createWireFor(model)),
  encodeTools: (tools) => {
    const functionDeclarations = Object.freeze(wiresOf(tools));
    const wire: readonly JsonObject[] =
      functionDeclarations.length === 0 ? [] : [Object.freeze({ functionDeclarations })];
    return Object.freeze({ tools: Object.freeze([...tools]), wire: Object.freeze(wire) });
  },
  createParameters: (tools, wanted) => {
    if (tools.wire.length === 0) return { parameters: {}, notes: notesWithoutTools(wanted) };
    const { choice, notes } = limitChoice(tools, wanted);
    const toolConfig = { functionCallingConfig: encodeChoice(choice) };
    return { parameters: { tools: tools.wire, toolConfig }, notes };
  },
  readResponse: readGeminiResponse,
  createStreamReader: createGeminiStreamReader,
  encodeResults: (answered, model) =>
    answered.length === 0 ? [] : [{ role: 'user', parts: answered.map((entry) => encodeResult(entry, model)) }],
  encodeUserText: (text) => ({ role: 'user', parts: [{ text }] }),
  findOpenCalls,
  sentName: (name) => toSentName(name, dottedNames),
  listCallIds: (transcript) =>
    listGeminiCalls(objectsOf(transcript))
      .flat()
      .map(({ id }) => id),
} satisfies ModelAdapter);

function encodeChoice(choice: ToolChoice): JsonObject {
  switch (choice.type) {
    case 'auto':
      return { mode: 'AUTO' };
    case 'required':
      return { mode: 'ANY' };
    case 'none':
      return { mode: 'NONE' };
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] };
    default:
      return choice satisfies never;
  }
}

/** A call that came without an id is answered without one: the services that give none refuse the field. */
function encodeResult({ call, outcome }: AnsweredCall, model: ModelDescription): JsonObject {
  const pieces = createResultPieces(outcome, canSeeImages(call, outcome, model) ? images : null);
  const text = joinPieces(pieces.filter((piece) => piece.type === 'text'));
  const parts = pieces
    .filter((piece) => piece.type === 'image')
    .map(({ mimeType, data }) => ({ inlineData: { mimeType, data } }));
  const functionResponse: JsonObject = {
    ...(isSentId(call.id) ? { id: call.id } : {}),
    name: toSentName(call.name, dottedNames),
    response: outcome.isError ? { error: text } : { output: text === '' ? 'The result is an image.' : text },
    ...(parts.length === 0 ? {} : { parts }),
  };
  return { functionResponse };
}

/**
 * Images inside a result came with Gemini 3, and with it ids of calls; older models refuse the request. So without a
 * word of the model's description the id tells.
 */
function canSeeImages(call: ModelCall, outcome: AnsweredCall['outcome'], model: ModelDescription): boolean {
  return !outcome.isError && (model.takesImages ?? isSentId(call.id));
}

function findOpenCalls(transcript: readonly unknown[]): readonly ModelCall[] {
  const results: { readonly id: string; readonly name: string }[] = [];
  for (let index = transcript.length - 1; index >= 0; index -= 1) {
    const content = transcript[index];
    if (!isRecord(content)) return [];
    const parts = objectsOf(content.parts);
    if (content.role === 'model') {
      const calls = listGeminiCalls(objectsOf(transcript.slice(0, index + 1))).at(-1) ?? [];
      return calls.filter((call) => !takeResult(results, call));
    }
    const responses = parts.map((part) => part.functionResponse).filter(isRecord);
    results.unshift(...responses.map(({ id, name }) => ({ id: textOf(id), name: textOf(name) })));
  }
  return [];
}

/** By id where there is one, else the first of the same name. */
function takeResult(results: { readonly id: string; readonly name: string }[], call: ModelCall): boolean {
  const at = results.findIndex((result) =>
    isSentId(call.id) ? result.id === call.id : result.id === '' && result.name === call.name,
  );
  if (at >= 0) results.splice(at, 1);
  return at >= 0;
}
