import {
  checkFunctions,
  isObject,
  legalName,
  objects,
  PendingCalls,
  Problems,
  type RequestBody,
} from './request-problems.js';

/** Items of the model's that may follow reasoning. */
const notByModel = new Set<unknown>(['function_call_output', 'custom_tool_call_output']);

/** Responses, by OpenAI's published document and its errors. */
export function checkResponsesRequest(body: RequestBody): readonly string[] {
  const problems = new Problems();
  if (typeof body.input !== 'string') checkInput(problems, body.input);
  checkTools(problems, body);
  return problems.list;
}

function checkInput(problems: Problems, input: unknown): void {
  if (!Array.isArray(input) || input.length === 0) {
    problems.add('input', 'no items');
    return;
  }
  const pending = new PendingCalls(problems);
  const answered = new Set<unknown>();
  for (const [index, item] of input.entries()) {
    const place = `input[${index}]`;
    if (!isObject(item)) {
      problems.add(place, 'no object');
      continue;
    }
    if (item.type === 'function_call') checkCall(problems, pending, item, place);
    else if (item.type === 'function_call_output') {
      problems.need(!answered.has(item.call_id), place, `a second result for ${String(item.call_id)}`);
      answered.add(item.call_id);
      pending.answer(item.call_id, place);
      checkOutput(problems, item.output, place);
    } else if (item.type === 'reasoning') checkReasoning(problems, input[index + 1], place);
    else if (item.type === undefined || item.type === 'message') {
      if (item.role !== 'assistant') pending.close(place);
      checkMessage(problems, item, place);
    }
  }
  pending.close('input');
  const last: unknown = input.at(-1);
  problems.need(isObject(last) && last.role !== 'assistant', 'input', 'the last item is a message of the assistant');
}

function checkCall(problems: Problems, pending: PendingCalls, item: RequestBody, place: string): void {
  const id = item.call_id;
  problems.need(typeof id === 'string' && legalName.test(id), place, `illegal call_id ${String(id)}`);
  problems.need(/^[\w-]{1,64}$/.test(String(item.name)), place, 'a call without a legal name');
  problems.need(typeof item.arguments === 'string', place, 'arguments are no text');
  problems.need(item.parsed_arguments === undefined, place, 'parsed_arguments is unknown to the API');
  pending.begin(id, place);
}

function checkOutput(problems: Problems, output: unknown, place: string): void {
  if (typeof output === 'string') {
    problems.need(output !== '', place, 'an empty result');
    return;
  }
  const parts = objects(output);
  problems.need(parts.length > 0, place, 'output is neither a text nor a list');
  for (const part of parts) {
    if (part.type === 'input_text')
      problems.need(typeof part.text === 'string' && part.text !== '', place, 'an empty text');
    else if (part.type === 'input_image') {
      const isData =
        typeof part.image_url === 'string' &&
        /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/.test(part.image_url);
      problems.need(isData, place, 'an image that is no data URL');
    } else problems.add(place, `unknown part ${String(part.type)} in a result`);
  }
}

/** Reasoning is refused unless an item of the same response follows it. */
function checkReasoning(problems: Problems, next: unknown, place: string): void {
  const isFollowed =
    isObject(next) && !notByModel.has(next.type) && (next.role === undefined || next.role === 'assistant');
  problems.need(isFollowed, place, 'reasoning that nothing of the response follows');
}

function checkMessage(problems: Problems, item: RequestBody, place: string): void {
  const roles = ['user', 'assistant', 'system', 'developer'];
  problems.need(roles.includes(String(item.role)), place, `unknown role ${String(item.role)}`);
  const { content } = item;
  problems.need(typeof content === 'string' || (Array.isArray(content) && content.length > 0), place, 'no content');
  problems.need(!objects(content).some((part) => 'parsed' in part), place, 'parsed is unknown to the API');
}

function checkTools(problems: Problems, body: RequestBody): void {
  const { tools, tool_choice: choice } = body;
  problems.need(body.parallel_tool_calls === undefined, 'parallel_tool_calls', 'belongs to Chat Completions (7.4)');
  if (tools === undefined) {
    problems.need(choice === undefined, 'tool_choice', 'only allowed with tools');
    return;
  }
  const list = objects(tools);
  problems.need(list.length > 0, 'tools', 'empty');
  const functions = list.filter((tool) => tool.type === 'function');
  const names = checkFunctions(problems, functions, 'parameters');
  problems.need(
    functions.every((tool) => typeof tool.strict === 'boolean'),
    'tools',
    'strict is not written out',
  );
  if (isObject(choice))
    problems.need(
      choice.type !== 'function' || names.has(choice.name),
      'tool_choice',
      `${String(choice.name)} is not offered`,
    );
  else problems.need([undefined, 'auto', 'none', 'required'].includes(choice as undefined), 'tool_choice', 'unknown');
}
