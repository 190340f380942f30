import { checkFunctions, isObject, objects, Problems, type RequestBody } from './request-problems.js';

/** Gemini's generateContent, by its documentation and its errors. */
export function checkGeminiRequest(body: RequestBody): readonly string[] {
  const problems = new Problems();
  const contents = body.contents;
  if (!Array.isArray(contents) || contents.length === 0) return ['contents: no contents'];
  let open: readonly RequestBody[] = [];
  for (const [index, content] of contents.entries()) {
    const place = `contents[${index}]`;
    if (!isObject(content)) {
      problems.add(place, 'no object');
      continue;
    }
    const parts = objects(content.parts);
    problems.need(parts.length > 0, place, 'no parts');
    problems.need(content.role === 'user' || content.role === 'model', place, `unknown role ${String(content.role)}`);
    problems.need(!parts.some(isBlank), place, 'an empty text');
    const calls = parts.map((part) => part.functionCall).filter(isObject);
    const results = parts.map((part) => part.functionResponse).filter(isObject);
    if (content.role === 'model') {
      problems.need(results.length === 0, place, 'a result in a content of the model');
      problems.need(open.length === 0, place, 'calls before this have no results');
      problems.need(calls.length === 0 || index > 0, place, 'a call begins the contents');
      open = calls;
    } else {
      problems.need(calls.length === 0, place, 'a call in a content of the user');
      checkResults(problems, open, results, place);
      problems.need(results.length === 0 || results.length === parts.length, place, 'something else between results');
      open = [];
    }
  }
  problems.need(open.length === 0, 'contents', 'the last calls have no results');
  const last: unknown = contents.at(-1);
  problems.need(isObject(last) && last.role === 'user', 'contents', 'the last content is not of the user');
  checkTools(problems, body);
  return problems.list;
}

function isBlank(part: RequestBody): boolean {
  return part.text === '' && part.thoughtSignature === undefined;
}

/** As many results as calls, in their order, each with its name, and its id where the call has one. */
function checkResults(
  problems: Problems,
  calls: readonly RequestBody[],
  results: readonly RequestBody[],
  place: string,
): void {
  problems.need(calls.length === results.length, place, `${results.length} results for ${calls.length} calls`);
  for (const [index, result] of results.entries()) {
    const call = calls[index] ?? {};
    problems.need(call.name === result.name, place, `a result of ${String(result.name)} for ${String(call.name)}`);
    problems.need(call.id === result.id, place, `the id ${String(result.id)} for ${String(call.id)}`);
    const response = isObject(result.response) ? result.response : {};
    const said = response.error ?? response.output;
    problems.need(said !== undefined && said !== '', place, 'an empty result');
    problems.need(Object.keys(response).length === 1, place, 'a result says more than output or error');
    for (const part of objects(result.parts))
      problems.need(isObject(part.inlineData), place, 'an unknown part in a result');
  }
}

function checkTools(problems: Problems, body: RequestBody): void {
  const { tools, toolConfig } = body;
  if (tools === undefined) {
    problems.need(toolConfig === undefined, 'toolConfig', 'only allowed with tools');
    return;
  }
  const functions = objects(tools).flatMap((tool) => objects(tool.functionDeclarations));
  problems.need(functions.length > 0, 'tools', 'no functions');
  const modern = functions.filter((fn) => fn.parametersJsonSchema !== undefined);
  const names = new Set<unknown>([
    ...checkFunctions(problems, modern, 'parametersJsonSchema'),
    ...functions.map((fn) => fn.name),
  ]);
  for (const fn of functions) {
    problems.need(!('parameters' in fn && 'parametersJsonSchema' in fn), 'tools', `${String(fn.name)} has two schemas`);
  }
  const config =
    isObject(toolConfig) && isObject(toolConfig.functionCallingConfig) ? toolConfig.functionCallingConfig : {};
  problems.need([undefined, 'AUTO', 'ANY', 'NONE'].includes(config.mode as undefined), 'toolConfig', 'unknown mode');
  if (config.allowedFunctionNames === undefined) return;
  problems.need(config.mode === 'ANY', 'toolConfig', 'allowedFunctionNames without the mode ANY');
  const allowed = Array.isArray(config.allowedFunctionNames) ? config.allowedFunctionNames : [];
  problems.need(
    allowed.length > 0 && allowed.every((name) => names.has(name)),
    'toolConfig',
    'a name that is not offered',
  );
}
