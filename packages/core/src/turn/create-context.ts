import { JsonCopier } from '../catalogue/copy-json.js';
import { describeError } from '../companions/guard.js';
import { isConfidenceLevel } from '../contract/confidence.js';
import type { ContextBot, InvocationContext } from '../contract/context.js';
import { LoadoutError } from '../contract/errors.js';
import type { TurnOptions } from '../contract/turn.js';

/** Most characters that a context may have as JSON. */
const MAX_CHARACTERS = 1_000_000;

const noAttachments: InvocationContext['attachments'] = Object.freeze([]);
const noUrls: InvocationContext['knownUrls'] = Object.freeze([]);

/**
 * The turn's context: a deeply frozen copy of what the embedder said, so that no tool and no later change of
 * the embedder's reaches another call (contract 3.1). Throws `CONFIGURATION_INVALID`.
 */
export function createContext(
  turnId: string,
  bot: ContextBot,
  options: TurnOptions,
  components: ReadonlySet<string>,
): InvocationContext {
  const { user, conversation, component = 'chat', modelProvider, locale = 'en', attachments, knownUrls } = options;
  if (!components.has(component)) {
    throw invalid('component', `"${component}" is none of ${[...components].join(', ')}. Name it in the host's components`);
  }
  if (typeof locale !== 'string' || locale === '') throw invalid('locale', 'has to be a BCP 47 tag such as "de-AT"');
  if (modelProvider && !isConfidenceLevel(modelProvider.confidence)) {
    throw invalid('modelProvider.confidence', 'has to be the name of a level, from NONE to HIGH');
  }
  return Object.freeze({
    turnId,
    bot,
    user: copyField('user', user),
    conversation: copyField('conversation', conversation),
    attachments: copyField('attachments', attachments) ?? noAttachments,
    locale,
    component,
    modelProvider: copyField('modelProvider', modelProvider),
    knownUrls: copyField('knownUrls', knownUrls) ?? noUrls,
  });
}

function copyField<T>(field: string, value: T | null | undefined): T | null {
  if (value === undefined || value === null) return null;
  try {
    // A deep copy of plain JSON has the type of what was copied.
    return new JsonCopier({ maxCharacters: MAX_CHARACTERS }).copy(value, field) as T;
  } catch (cause) {
    throw invalid(field, `has to be plain JSON: ${describeError(cause)}`, cause);
  }
}

function invalid(field: string, problem: string, cause?: unknown): LoadoutError {
  return new LoadoutError('CONFIGURATION_INVALID', `startTurn: ${field} ${problem}.`, { details: { field }, cause });
}
