import type { Content, FunctionCallingConfigMode, GenerateContentConfig, GenerateContentResponse } from '@google/genai';
import { expect, test } from 'vitest';
import { gemini } from '../../src/adapters/gemini.js';
import { encode, failure, outcome, png } from './outcomes.js';

/*
 * Our output as the types of Google's own client have it. The compiler judges the literals below; the test holds what the
 * adapter gives to those literals, so that neither can drift.
 */

const calling: GenerateContentConfig = {
  tools: [
    {
      functionDeclarations: [
        {
          name: 'find_course',
          description: 'Finds a course.',
          parametersJsonSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
        },
        { name: 'list_rooms', description: 'Lists rooms.', parametersJsonSchema: { type: 'object', properties: {} } },
      ],
    },
  ],
  // The client's enumeration has the same texts.
  toolConfig: {
    functionCallingConfig: { mode: 'ANY' as FunctionCallingConfigMode, allowedFunctionNames: ['list_rooms'] },
  },
};

const asked: Content = {
  role: 'model',
  parts: [
    { text: 'They ask about Rome.', thought: true },
    { functionCall: { id: 'a1', name: 'find_course', args: { query: 'Rome' } }, thoughtSignature: 'CiQBjz1r' },
    { functionCall: { id: 'a2', name: 'list_rooms', args: {} } },
  ],
};

const answered: Content = {
  role: 'user',
  parts: [
    {
      functionResponse: {
        id: 'a1',
        name: 'find_course',
        response: { output: 'A map:' },
        parts: [{ inlineData: { mimeType: 'image/png', data: png } }],
      },
    },
    { functionResponse: { id: 'a2', name: 'list_rooms', response: { error: 'The office is closed.' } } },
  ],
};

const response: Pick<GenerateContentResponse, 'candidates' | 'usageMetadata'> = {
  candidates: [{ content: asked, index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
};

test('requests, responses and results have the shape that @google/genai has', () => {
  const { parameters } = gemini.createParameters(
    encode('gemini'),
    { type: 'tool', name: 'list_rooms' },
    { api: 'gemini' },
  );
  expect(parameters).toEqual(calling);
  const read = gemini.readResponse(response);
  expect(read.messages).toEqual([asked]);
  const content = [
    { type: 'text', text: 'A map:' },
    { type: 'image', data: png, mimeType: 'image/png' },
  ] as const;
  const results = gemini.encodeResults(
    [
      { call: read.calls[0]!, outcome: outcome('', { content }) },
      { call: read.calls[1]!, outcome: failure('The office is closed.') },
    ],
    { api: 'gemini' },
  );
  expect(results).toEqual([answered]);
});
