import type { ApiSchemas } from '@loadout/server/client';
import type { Translated } from '../../texts/define-texts.js';
import { formatDuration, formatNumber } from '../../texts/format.js';
import { toPlain } from '../foreign.js';
import type { Texts } from './texts.js';

export type DetailedTool = ApiSchemas['DetailedTool'];

/** What holds for calls of a tool, a sentence for each. What it can do to data is said elsewhere. */
export function describePolicy(tool: DetailedTool, texts: Translated<Texts>): readonly string[] {
  const { policy, minimumConfidence, visibleIn, sensitiveArguments = [] } = tool;
  const sentences = [
    policy.openWorld ? texts.openWorld : texts.closedWorld,
    !policy.readOnly && (policy.idempotent ? texts.idempotent : texts.notIdempotent),
    { never: texts.approvalNever, ask: texts.approvalAsk, deny: texts.approvalDeny }[policy.approval],
    minimumConfidence !== undefined && texts.minimumConfidence(minimumConfidence),
    ...describeVisibility(visibleIn, texts),
    policy.maxCallsPerTurn !== undefined && texts.maxCalls(formatNumber(policy.maxCallsPerTurn)),
    texts.identicalCalls(formatNumber(policy.identicalCallLimit)),
    texts.timeout(formatDuration(policy.timeoutMs)),
    texts.resultSize(formatNumber(policy.maxResultCharacters)),
    sensitiveArguments.length > 0 && texts.sensitive(join(sensitiveArguments)),
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function describeVisibility(visibleIn: DetailedTool['visibleIn'], texts: Translated<Texts>): readonly string[] {
  if (visibleIn === undefined) return [];
  const { chat, assistants, allowedComponents = [], deniedComponents = [] } = visibleIn;
  // Where components are named, the two flags do not count.
  if (allowedComponents.length + deniedComponents.length > 0) {
    return [
      ...(allowedComponents.length > 0 ? [texts.onlyIn(join(allowedComponents))] : []),
      ...(deniedComponents.length > 0 ? [texts.notIn(join(deniedComponents))] : []),
    ];
  }
  return [...(chat === false ? [texts.notIn('chat')] : []), ...(assistants === false ? [texts.onlyIn('chat')] : [])];
}

function join(names: readonly string[]): string {
  return names.map(toPlain).join(', ');
}
