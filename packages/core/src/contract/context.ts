import type { ConfidenceLevel } from './confidence.js';

/** The bot that a turn runs for. */
export interface ContextBot {
  readonly id: string;
  readonly displayName: string;
}

/** The person that a turn runs for. */
export interface ContextUser {
  readonly id: string;
  readonly displayName?: string;
  readonly [key: string]: unknown;
}

/** The conversation (room) that a turn belongs to. */
export interface ContextConversation {
  readonly id: string;
  readonly title?: string;
  readonly [key: string]: unknown;
}

/** A file of the conversation, described; its bytes come from `call.readAttachment(id)`. */
export interface AttachmentDescription {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes?: number;
}

/** The service behind the model. */
export interface ModelProvider {
  readonly id: string;
  readonly confidence: ConfidenceLevel;
}

/**
 * What one turn is about: deeply frozen plain JSON, the same object for every call of the turn. It does
 * not say which model API is used.
 */
export interface InvocationContext {
  readonly turnId: string;
  readonly bot: ContextBot;
  readonly user: ContextUser | null;
  readonly conversation: ContextConversation | null;
  readonly attachments: readonly AttachmentDescription[];
  /** BCP 47 tag. */
  readonly locale: string;
  /** Where the embedder runs the turn: `chat`, `assistant`, or a name of its own. */
  readonly component: string;
  readonly modelProvider: ModelProvider | null;
  /** URLs that the user or earlier results named. */
  readonly knownUrls: readonly string[];
}
