import { describeValue } from '../catalogue/describe-value.js';
import { describeError } from '../companions/guard.js';
import { type ConfidenceLevel, isConfidenceLevel } from '../contract/confidence.js';
import type { AttachmentDescription, ContextBot, InvocationContext, ModelProvider } from '../contract/context.js';
import type { ModelDescription } from '../contract/model.js';
import type { TurnOptions } from '../contract/turn.js';
import type { TurnWishes } from '../execution/execution-parts.js';
import type { ShowOptions } from '../host-interface.js';
import { JsonCopier } from '../schema/copy-json.js';
import { createBotError } from '../store/bot-id.js';
import { invalidOption } from './invalid-option.js';
import { readModelDescription } from './read-model-description.js';
import { requireKnown } from './require-known.js';
import { readTurnLimits } from './turn-limits.js';

/** Most characters that each field of a context may have as JSON. */
const MAX_CHARACTERS = 1_000_000;

const noAttachments: InvocationContext['attachments'] = Object.freeze([]);
const noUrls: InvocationContext['knownUrls'] = Object.freeze([]);

const turnOptions: ReadonlySet<keyof TurnOptions> = new Set([
  'bot',
  'user',
  'conversation',
  'component',
  'modelProvider',
  'model',
  'limits',
  'approver',
  'locale',
  'attachments',
  'knownUrls',
  'readAttachment',
  'select',
  'signal',
  'onProgress',
] as const satisfies readonly (keyof TurnOptions)[]);

/** What a turn was asked for, as it was at that moment; what the context takes from it is complete and frozen. */
export interface TurnRequest extends TurnWishes {
  readonly botId: string;
  readonly user: InvocationContext['user'];
  readonly conversation: InvocationContext['conversation'];
  readonly component: string;
  readonly modelProvider: InvocationContext['modelProvider'];
  readonly model: ModelDescription | undefined;
  readonly locale: string;
  readonly attachments: InvocationContext['attachments'];
  readonly knownUrls: InvocationContext['knownUrls'];
}

/**
 * Copies what the embedder said, before anything is waited for: no later change of the embedder's, and no
 * second use of the same object, reaches the turn (contract 3.1). Throws `CONFIGURATION_INVALID`.
 */
export function readTurnOptions(options: TurnOptions, components: ReadonlySet<string>): TurnRequest {
  if (typeof options !== 'object' || options === null)
    throw invalidOption('options', 'have to be an object with a bot');
  requireKnown('startTurn', options, turnOptions);
  if (typeof options.bot !== 'string') throw createBotError('BOT_ID_INVALID', options.bot);
  const { select } = options;
  const component = readComponent('startTurn', options.component, components);
  const locale = readLocale('startTurn', options.locale);
  const { readAttachment, onProgress, approver, limits } = options;
  // Null is what callers without types pass for none.
  const signal = options.signal ?? undefined;
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw invalidOption('signal', 'has to be an AbortSignal');
  }
  requireFunction('readAttachment', readAttachment);
  requireFunction('onProgress', onProgress);
  requireFunction('approver', approver);
  // Field by field: a spread of what may have any shape costs more than the rest of a warm turn.
  return {
    botId: options.bot,
    component,
    locale,
    user: readIdentified('user', options.user),
    conversation: readIdentified('conversation', options.conversation),
    modelProvider: readModelProvider(options.modelProvider),
    model: readModelDescription('startTurn', options.model),
    attachments: options.attachments ? readAttachments(options.attachments) : noAttachments,
    knownUrls: options.knownUrls ? readTexts('knownUrls', options.knownUrls) : noUrls,
    select: select === undefined ? undefined : readTexts('select', select),
    signal,
    limits: limits === undefined || limits === null ? undefined : readTurnLimits('startTurn', 'limits', limits),
    approver,
    readAttachment,
    onProgress,
  };
}

/** As whom a loadout is shown; what is not said of the model provider is not asked. Throws `CONFIGURATION_INVALID`. */
export function readShowOptions(
  options: ShowOptions,
  components: ReadonlySet<string>,
): {
  readonly component: string;
  readonly locale: string;
  readonly confidence: ConfidenceLevel | undefined;
  readonly model: ModelDescription | undefined;
} {
  if (typeof options !== 'object' || options === null)
    throw invalidOption('options', 'have to be an object', { in: 'show' });
  const { confidence } = options;
  if (confidence !== undefined && !isConfidenceLevel(confidence)) {
    throw invalidOption('confidence', 'has to be the name of a level, from NONE to HIGH', { in: 'show' });
  }
  const component = readComponent('show', options.component, components);
  const model = readModelDescription('show', options.model);
  return { component, locale: readLocale('show', options.locale), confidence, model };
}

function readComponent(method: string, component: unknown, components: ReadonlySet<string>): string {
  if (component === undefined) return 'chat';
  if (typeof component === 'string' && components.has(component)) return component;
  const known = [...components].join(', ');
  throw invalidOption(
    'component',
    `${describeValue(component)} is none of ${known}. Who builds the host names them, in its components`,
    {
      in: method,
    },
  );
}

/** The turn's context: deeply frozen, so that no tool reaches another call through it. */
export function createContext(turnId: string, bot: ContextBot, request: TurnRequest): InvocationContext {
  return Object.freeze({
    turnId,
    // A store may keep more with a bot, and may hand out an object that it goes on using.
    bot: Object.freeze({ id: bot.id, displayName: bot.displayName }),
    user: request.user,
    conversation: request.conversation,
    attachments: request.attachments,
    locale: request.locale,
    component: request.component,
    modelProvider: request.modelProvider,
    knownUrls: request.knownUrls,
  });
}

/** Locales that were seen, in their canonical form: most hosts know a handful. */
const locales = new Map<string, string>();
const MAX_LOCALES = 1_000;

/** A locale in its canonical form. Throws `CONFIGURATION_INVALID`. */
export function readLocale(method: string, stated: unknown = 'en'): string {
  const known = typeof stated === 'string' ? locales.get(stated) : undefined;
  if (known !== undefined) return known;
  const locale = canonicalLocale(stated);
  if (locale === undefined) {
    throw invalidOption('locale', `has to be a BCP 47 tag such as "de-AT", not ${describeValue(stated)}`, {
      in: method,
    });
  }
  if (locales.size < MAX_LOCALES) locales.set(String(stated), locale);
  return locale;
}

function canonicalLocale(stated: unknown): string | undefined {
  if (typeof stated !== 'string' || stated.length > 100) return undefined;
  try {
    return Intl.getCanonicalLocales(stated)[0];
  } catch {
    // No tag at all.
    return undefined;
  }
}

function readIdentified<T extends { readonly id: string }>(field: string, value: T | null | undefined): T | null {
  if (value === undefined || value === null) return null;
  const copy = copyField(field, value);
  if (typeof copy.id !== 'string') throw invalidOption(field, 'has to be an object with an id');
  return copy;
}

/** Its id and its level, whatever else the embedder keeps with it: a context does not say which model API is used. */
function readModelProvider(value: ModelProvider | null | undefined): ModelProvider | null {
  if (value === undefined || value === null) return null;
  const { id, confidence } = value;
  if (typeof id !== 'string') throw invalidOption('modelProvider', 'has to be an object with an id');
  if (!isConfidenceLevel(confidence)) {
    throw invalidOption('modelProvider.confidence', 'has to be the name of a level, from NONE to HIGH');
  }
  return Object.freeze({ id, confidence });
}

/** Described, not their bytes: other fields are left out. */
function readAttachments(value: readonly AttachmentDescription[]): InvocationContext['attachments'] {
  const copy = copyField('attachments', requireList('attachments', value));
  return Object.freeze(
    copy.map((attachment): AttachmentDescription => {
      const { id, name, mediaType, sizeBytes } = attachment ?? {};
      if ([id, name, mediaType].some((text) => typeof text !== 'string')) {
        throw invalidOption('attachments', 'has to be a list of { id, name, mediaType, sizeBytes? }');
      }
      return Object.freeze({ id, name, mediaType, ...(typeof sizeBytes === 'number' ? { sizeBytes } : {}) });
    }),
  );
}

function readTexts(field: string, value: readonly string[]): readonly string[] {
  const copy = copyField(field, requireList(field, value));
  if (copy.some((text) => typeof text !== 'string')) throw invalidOption(field, 'has to be a list of texts');
  return copy;
}

function requireFunction(field: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw invalidOption(field, 'has to be a function');
}

function requireList<T>(field: string, value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) throw invalidOption(field, 'has to be a list');
  return value;
}

function copyField<T>(field: string, value: T): T {
  try {
    // A deep copy of plain JSON has the type of what was copied.
    return new JsonCopier({ maxCharacters: MAX_CHARACTERS }).copy(value, field) as T;
  } catch (cause) {
    throw invalidOption(field, `has to be plain JSON: ${describeError(cause)}`, { cause });
  }
}
