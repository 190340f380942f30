import {
  checkFunctions,
  isFilledText,
  isObject,
  legalName,
  objects,
  PendingCalls,
  Problems,
  type RequestBody,
} from './request-problems.js';

/** Chat Completions, by OpenAI's published document and its errors. */
export function checkChatRequest(body: RequestBody): readonly string[] {
  const problems = new Problems();
  checkMessages(problems, body.messages);
  checkTools(problems, body);
  return problems.list;
}

function checkMessages(problems: Problems, messages: unknown): void {
  if (!Array.isArray(messages) || messages.length === 0) {
    problems.add('messages', 'no messages');
    return;
  }
  const pending = new PendingCalls(problems);
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    if (!isObject(message)) problems.add(place, 'no object');
    else if (message.role === 'tool') checkResult(problems, pending, message, place);
    else {
      pending.close(place);
      if (message.role === 'assistant') checkAssistant(problems, pending, message, place);
      else checkOther(problems, message, place);
    }
  }
  pending.close('messages');
  const last: unknown = messages.at(-1);
  problems.need(isObject(last) && last.role !== 'assistant', 'messages', 'the last message is of the assistant');
}

function checkResult(problems: Problems, pending: PendingCalls, message: RequestBody, place: string): void {
  pending.answer(message.tool_call_id, place);
  const { content } = message;
  const isText =
    typeof content === 'string' || (Array.isArray(content) && objects(content).every((part) => part.type === 'text'));
  problems.need(isText, place, 'a result holds text alone');
  problems.need(content !== '', place, 'an empty result');
  problems.need(!String(content).includes('undefined'), place, 'undefined in a result');
}

function checkAssistant(problems: Problems, pending: PendingCalls, message: RequestBody, place: string): void {
  const { content, tool_calls: calls } = message;
  if (calls !== undefined) problems.need(Array.isArray(calls) && calls.length > 0, place, 'tool_calls is empty');
  const isContent = typeof content === 'string' || (Array.isArray(content) && content.length > 0);
  const mayBeNull = calls !== undefined || isFilledText(message.refusal) || isObject(message.audio);
  problems.need(isContent || ((content ?? null) === null && mayBeNull), place, 'neither content nor calls');
  problems.need(
    message.function_call === undefined || message.function_call === null,
    place,
    'function_call is outdated',
  );
  problems.need(message.parsed === undefined, place, 'parsed is unknown to the API');
  for (const call of objects(calls)) {
    problems.need(typeof call.id === 'string' && legalName.test(call.id), place, `illegal id ${String(call.id)}`);
    if (call.type === 'function') {
      const fn = isObject(call.function) ? call.function : {};
      problems.need(/^[\w-]{1,64}$/.test(String(fn.name)), place, 'a call without a legal name');
      problems.need(typeof fn.arguments === 'string', place, 'arguments are no text');
      problems.need(fn.parsed_arguments === undefined, place, 'parsed_arguments is unknown to the API');
    } else problems.need(call.type === 'custom', place, `unknown type of call ${String(call.type)}`);
    pending.begin(call.id, place);
  }
}

function checkOther(problems: Problems, message: RequestBody, place: string): void {
  problems.need(
    ['system', 'developer', 'user'].includes(String(message.role)),
    place,
    `unknown role ${String(message.role)}`,
  );
  const { content } = message;
  problems.need(typeof content === 'string' || (Array.isArray(content) && content.length > 0), place, 'no content');
}

function checkTools(problems: Problems, body: RequestBody): void {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = body;
  if (tools === undefined) {
    problems.need(choice === undefined, 'tool_choice', 'only allowed with tools');
    problems.need(parallel === undefined, 'parallel_tool_calls', 'only allowed with tools');
    return;
  }
  const list = objects(tools);
  problems.need(list.length > 0 && list.length <= 128, 'tools', 'has to have 1 to 128 entries');
  problems.need(
    list.every((tool) => tool.type === 'function'),
    'tools',
    'an entry that is no function',
  );
  const functions = list.map((tool) => (isObject(tool.function) ? tool.function : {}));
  const names = checkFunctions(problems, functions, 'parameters');
  problems.need(parallel === false || parallel === undefined, 'parallel_tool_calls', 'has to be false');
  if (isObject(choice)) {
    const name = isObject(choice.function) ? choice.function.name : undefined;
    problems.need(choice.type === 'function' && names.has(name), 'tool_choice', `${String(name)} is not offered`);
  } else problems.need([undefined, 'auto', 'none', 'required'].includes(choice as undefined), 'tool_choice', 'unknown');
}
