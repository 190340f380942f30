/**
 * `@loadout/core/contract`: what the author of a companion needs, and nothing that a host runs. It loads in
 * about a millisecond, so a companion costs no start-up time.
 */

export type {
  CallScope,
  GuardedFetch,
  GuardedFetchOptions,
  GuardedResponse,
  LogLevel,
  ToolConfig,
  ToolProgress,
} from './call.js';
export {
  CONTRACT_VERSION,
  type CollectToolProvidersEvent,
  type CompanionEvents,
  type CompanionHost,
  type CompanionModule,
  type RegistrationOptions,
} from './companion.js';
export { CONFIDENCE_LEVELS, type ConfidenceLevel } from './confidence.js';
export type {
  AttachmentDescription,
  ContextBot,
  ContextConversation,
  ContextUser,
  InvocationContext,
  ModelProvider,
} from './context.js';
export { TOOL_NAME_PATTERN, type ToolDefinition, type ToolMetadata, type ToolVisibility } from './definition.js';
export { isLoadoutError, isToolBlockedError, type LoadoutError, ToolBlockedError } from './errors.js';
export { listCredentials } from './header-credentials.js';
export type { ConfigurationProblem, IToolImplementation } from './implementation.js';
export type { JsonObject, JsonSchema, JsonValue, LocalizedText, MaybePromise } from './json.js';
export {
  type ApprovalMode,
  readToolPolicy,
  searchToolPolicy,
  type ToolKind,
  type ToolPolicy,
  writeToolPolicy,
} from './policy.js';
export type { IToolProvider, ToolProviderFactory } from './provider.js';
export type {
  AudioContent,
  CallToolResult,
  ContentPart,
  ImageContent,
  ResourceContent,
  ResourceLinkContent,
  TextContent,
  ToolReturn,
} from './result.js';
export { createSettingsReader, type SettingsReader, type SettingsReaderOptions } from './settings-reader.js';
