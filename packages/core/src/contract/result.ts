import type { JsonObject } from './json.js';

/** Who a content part is for, and how much it matters (MCP 2025-06-18). */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  readonly priority?: number;
  readonly lastModified?: string;
}

interface ContentBase {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: JsonObject;
}

/** Text. */
export interface TextContent extends ContentBase {
  readonly type: 'text';
  readonly text: string;
}

/** An image; `data` is base64. */
export interface ImageContent extends ContentBase {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** Sound; `data` is base64. */
export interface AudioContent extends ContentBase {
  readonly type: 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** A reference to something that can be read elsewhere. */
export interface ResourceLinkContent extends ContentBase {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

/** An embedded resource: text, or base64 in `blob`. */
export interface ResourceContent extends ContentBase {
  readonly type: 'resource';
  readonly resource: {
    readonly uri: string;
    readonly mimeType?: string;
    readonly text?: string;
    readonly blob?: string;
    readonly _meta?: JsonObject;
  };
}

/** One part of a result. */
export type ContentPart = TextContent | ImageContent | AudioContent | ResourceLinkContent | ResourceContent;

/**
 * The result of a call, as MCP has it (specification 2025-06-18, `CallToolResult`). `_meta` may carry
 * `loadout/sources` and `loadout/requiredConfidence`.
 */
export interface CallToolResult {
  readonly content: readonly ContentPart[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/**
 * What a tool may return: a string, plain JSON, a {@link CallToolResult}, or nothing (which becomes "done").
 * Anything else is turned into an error result.
 */
export type ToolReturn = unknown;

/** How a call ended. */
export type CallStatus = 'SUCCESS' | 'ERROR' | 'BLOCKED' | 'CANCELLED';

/** Whether the tool ran; `unknown` when nobody can tell (a call that outlived its deadline). */
export type CallExecuted = 'yes' | 'no' | 'unknown';

/** What is wrong at a place of arguments. */
export interface ArgumentProblem {
  /** JSON pointer into the arguments: of a missing or an unexpected property, to that property. */
  readonly pointer: string;
  readonly message: string;
}

/** The result of a call with what the host knows of it. */
export interface CallOutcome extends CallToolResult {
  readonly callId: string;
  /** The canonical name of the tool, or the name as called when there is no such tool. */
  readonly tool: string;
  readonly isError: boolean;
  readonly status: CallStatus;
  readonly executed: CallExecuted;
  /** Where the arguments did not fit: what is wrong with them, for forms; ten at most. The content says the same to the model. */
  readonly argumentProblems?: readonly ArgumentProblem[];
}
