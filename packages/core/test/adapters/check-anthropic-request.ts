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

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Anthropic Messages, by its documentation and its errors. */
export function checkAnthropicRequest(body: RequestBody): readonly string[] {
  const problems = new Problems();
  const messages = body.messages;
  if (!Array.isArray(messages) || messages.length === 0) return ['messages: no messages'];
  const pending = new PendingCalls(problems);
  const ids = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    if (!isObject(message)) {
      problems.add(place, 'no object');
      continue;
    }
    const blocks = blocksOf(problems, message, place);
    if (message.role === 'assistant') {
      pending.close(place);
      for (const block of blocks) checkAssistantBlock(problems, pending, ids, block, place);
      const last = blocks.at(-1)?.type;
      problems.need(last !== 'thinking' && last !== 'redacted_thinking', place, 'thinking ends the message');
    } else if (message.role === 'user') {
      checkUser(problems, pending, blocks, place);
      pending.close(place);
    } else problems.add(place, `unknown role ${String(message.role)}`);
  }
  pending.close('messages');
  const [first] = messages as readonly unknown[];
  const last: unknown = messages.at(-1);
  problems.need(isObject(first) && first.role === 'user', 'messages', 'the first message is not of the user');
  problems.need(isObject(last) && last.role === 'user', 'messages', 'the last message is not of the user');
  if (isObject(body.thinking) && body.thinking.type === 'enabled') checkThinking(problems, messages);
  checkTools(problems, body, messages);
  return problems.list;
}

function blocksOf(problems: Problems, message: RequestBody, place: string): readonly RequestBody[] {
  const { content } = message;
  if (typeof content === 'string') {
    problems.need(isFilledText(content), place, 'empty content');
    return [];
  }
  const blocks = objects(content);
  problems.need(blocks.length > 0, place, 'empty content');
  for (const block of blocks) {
    if (block.type === 'text') problems.need(isFilledText(block.text), place, 'a text of white space alone');
  }
  return blocks;
}

function checkAssistantBlock(
  problems: Problems,
  pending: PendingCalls,
  ids: Set<unknown>,
  block: RequestBody,
  place: string,
): void {
  if (block.type === 'thinking') problems.need(isFilledText(block.signature), place, 'thinking without its signature');
  problems.need(block.type !== 'tool_result', place, 'a result in a message of the assistant');
  if (block.type !== 'tool_use') return;
  problems.need(typeof block.id === 'string' && legalName.test(block.id), place, `illegal id ${String(block.id)}`);
  problems.need(!ids.has(block.id), place, `the id ${String(block.id)} is used twice`);
  problems.need(isObject(block.input), place, 'input is no object');
  problems.need(/^[\w-]{1,64}$/.test(String(block.name)), place, 'a call without a legal name');
  ids.add(block.id);
  pending.begin(block.id, place);
}

function checkUser(problems: Problems, pending: PendingCalls, blocks: readonly RequestBody[], place: string): void {
  let isBehindOther = false;
  for (const block of blocks) {
    if (block.type !== 'tool_result') {
      isBehindOther = true;
      continue;
    }
    problems.need(!isBehindOther, place, 'something stands before a result');
    pending.answer(block.tool_use_id, place);
    const parts = typeof block.content === 'string' ? [{ type: 'text', text: block.content }] : objects(block.content);
    if (block.is_error === true) {
      problems.need(
        parts.length > 0 && parts.every((part) => part.type === 'text'),
        place,
        'an error holds text alone',
      );
    }
    for (const part of parts) {
      if (part.type === 'text') problems.need(isFilledText(part.text), place, 'an empty text in a result');
      else if (part.type === 'image') {
        const source = isObject(part.source) ? part.source : {};
        problems.need(
          source.type === 'base64' && imageTypes.includes(String(source.media_type)),
          place,
          'unknown image',
        );
      } else problems.add(place, `unknown part ${String(part.type)} in a result`);
    }
  }
}

/** With thinking on, the last message of the assistant's in a round of calls begins with it. */
function checkThinking(problems: Problems, messages: readonly unknown[]): void {
  const last = messages.at(-1);
  const before = messages.at(-2);
  if (!isObject(last) || !isObject(before) || !objects(last.content).some((block) => block.type === 'tool_result'))
    return;
  const first = objects(before.content)[0]?.type;
  problems.need(
    first === 'thinking' || first === 'redacted_thinking',
    'messages',
    'the calls do not begin with thinking',
  );
}

function checkTools(problems: Problems, body: RequestBody, messages: readonly unknown[]): void {
  const { tools, tool_choice: choice } = body;
  if (tools === undefined) {
    problems.need(choice === undefined, 'tool_choice', 'only allowed with tools');
    const hasBlocks = objects(messages).some((message) =>
      objects(message.content).some((block) => block.type === 'tool_use' || block.type === 'tool_result'),
    );
    problems.need(!hasBlocks, 'tools', 'have to be there when the messages have calls');
    return;
  }
  const list = objects(tools);
  problems.need(list.length > 0, 'tools', 'empty');
  const own = list.filter((tool) => tool.input_schema !== undefined || tool.type === undefined);
  const names = checkFunctions(problems, own, 'input_schema');
  if (choice === undefined) return;
  if (!isObject(choice)) {
    problems.add('tool_choice', 'no object');
    return;
  }
  problems.need(['auto', 'any', 'tool', 'none'].includes(String(choice.type)), 'tool_choice', 'unknown');
  if (choice.type === 'tool')
    problems.need(names.has(choice.name), 'tool_choice', `${String(choice.name)} is not offered`);
  const isForced = choice.type === 'tool' || choice.type === 'any';
  problems.need(
    !(isForced && isObject(body.thinking) && body.thinking.type === 'enabled'),
    'tool_choice',
    'forced while thinking',
  );
}
