/** `@loadout/core`: the whole public surface of the host, by name. Authors of companions import `@loadout/core/contract`. */
export { toToolName } from './adapters/to-tool-name.js';
export {
  createDefinitionProvider,
  type DefinitionProvider,
  type DefinitionProviderOptions,
} from './catalogue/definition-provider.js';
export { type DefinitionProblem, describeDefinitionProblem } from './catalogue/load-definition-files.js';
export { describeError } from './companions/guard.js';
export {
  type AccessToken,
  type NewAccessToken,
  ROLES,
  type Role,
  type SignIn,
  type TokenSession,
} from './contract/access.js';
export type { Actor, ActorInterface } from './contract/actor.js';
export type {
  Approval,
  ApprovalDecision,
  ApprovalRequest,
  ApprovalScope,
  ApprovalState,
  Approver,
  KeptTurn,
  LastingApproval,
} from './contract/approval.js';
export { AUDIT_ACTIONS, type AuditAction, type AuditEntry, type AuditFilter, type Change } from './contract/audit.js';
export type {
  CallScope,
  GuardedFetch,
  GuardedFetchOptions,
  GuardedResponse,
  LogLevel,
  ToolConfig,
  ToolProgress,
} from './contract/call.js';
export type { Clock, ClockTimer } from './contract/clock.js';
export {
  CONTRACT_VERSION,
  type CollectToolProvidersEvent,
  type CompanionEvents,
  type CompanionHost,
  type CompanionModule,
  type RegistrationOptions,
} from './contract/companion.js';
export { CONFIDENCE_LEVELS, type ConfidenceLevel } from './contract/confidence.js';
export type { CompanionEntry, ExposeAs, HostLimits } from './contract/configuration.js';
export type {
  AttachmentDescription,
  ContextBot,
  ContextConversation,
  ContextUser,
  InvocationContext,
  ModelProvider,
} from './contract/context.js';
export { DECISION_KINDS, type Decision, type DecisionKind, type ListedDecision } from './contract/decisions.js';
export {
  TOOL_NAME_PATTERN,
  type ToolDefinition,
  type ToolMetadata,
  type ToolVisibility,
} from './contract/definition.js';
export { ERROR_CODES, type ErrorCode } from './contract/error-codes.js';
export { isLoadoutError, isToolBlockedError, LoadoutError, ToolBlockedError } from './contract/errors.js';
export type { ExplainedSetting, ExplainedSettings, SettingsLayerName } from './contract/explained-setting.js';
export type {
  ExportDocument,
  ExportedAssignment,
  ExportedBot,
  ExportedDecision,
  ExportedSetting,
} from './contract/export-document.js';
export {
  FINDING_CODES,
  type Finding,
  type FindingArea,
  type FindingCode,
  type FindingDetails,
} from './contract/finding.js';
export { listCredentials } from './contract/header-credentials.js';
export type { HostDescription, OrganisationEntry, TraceRetention } from './contract/host-description.js';
export type { HostEventMap, HostEventName } from './contract/host-event.js';
export type { ConfigurationProblem, IToolImplementation } from './contract/implementation.js';
export type { JsonObject, JsonSchema, JsonValue, LocalizedText, MaybePromise } from './contract/json.js';
export type { LoadoutChange, LoadoutChanged } from './contract/loadout-change.js';
export type { LogEntry, Logger } from './contract/logger.js';
export {
  type FirstToolChoice,
  type LoopCallEvent,
  type LoopOptions,
  type LoopRequest,
  type LoopStep,
  type LoopStream,
  type Source,
  STOP_REASONS,
  type StopReason,
  type TurnLoop,
} from './contract/loop.js';
export { isModelApi, MODEL_APIS, type ModelApi, type ModelDescription } from './contract/model.js';
export type {
  AnsweredCall,
  ConversionRemark,
  ConvertedTool,
  ConvertibleTool,
  EncodedTools,
  ModelAdapter,
  ModelCall,
  ModelDelta,
  ModelResponse,
  ResponseContext,
  StreamEnd,
  StreamReader,
  ToolChoice,
  ToolParameters,
} from './contract/model-adapter.js';
export type {
  OrganisationConfidence,
  OrganisationDisabled,
  OrganisationDocument,
  OrganisationSetting,
} from './contract/organisation.js';
export {
  type ApprovalMode,
  DEFAULT_POLICY,
  readToolPolicy,
  searchToolPolicy,
  type ToolKind,
  type ToolPolicy,
  writeToolPolicy,
} from './contract/policy.js';
export type { IToolProvider, ToolProviderFactory } from './contract/provider.js';
export type {
  CatalogueReport,
  CompanionProblem,
  CompanionReport,
  CompanionState,
  LeftOutTool,
  ToolListing,
} from './contract/report.js';
export type {
  ArgumentProblem,
  AudioContent,
  CallExecuted,
  CallOutcome,
  CallStatus,
  CallToolResult,
  ContentPart,
  ImageContent,
  ResourceContent,
  ResourceLinkContent,
  TextContent,
  ToolReturn,
} from './contract/result.js';
export type { SecretFilter, SecretListing, SecretVault } from './contract/secret.js';
export { createSettingsReader, type SettingsReader, type SettingsReaderOptions } from './contract/settings-reader.js';
export type { LackingSetting, ToolCounts, ToolRow } from './contract/tool-row.js';
export type {
  OfferedTool,
  ResumedTurn,
  ResumeOptions,
  ToolCall,
  Turn,
  TurnOptions,
  WithheldCode,
  WithheldReason,
  WithheldTool,
} from './contract/turn.js';
export {
  DEFAULT_TURN_LIMITS,
  HARD_TURN_LIMITS,
  MAX_TOOL_CALLS,
  MAX_TOOL_RESULT_CHARACTERS,
  type TurnLimits,
  type TurnUsage,
} from './contract/turn-limits.js';
export { createHost } from './host.js';
export type {
  AcceptOwnerOptions,
  AssignOptions,
  BotSummary,
  BotTools,
  ChangeDecisionOptions,
  ChangeSettingOptions,
  DecidedCall,
  Host,
  ImportReport,
  LoadoutView,
  OwnerAccepted,
  PortabilityOptions,
  RenameBotOptions,
  ShowOptions,
  ToolDescription,
  ToolPortability,
} from './host-interface.js';
export type { HostOptions } from './host-options.js';
export { DECISION_TABLE, type DecisionRule, type DecisionSubject } from './operator/decision-kinds.js';
export { isRealDay } from './operator/is-real-day.js';
export { readHostSecret } from './operator/read-host-secret.js';
export type { ChatCompletionsClient, MessagesClient, ModelClient, ResponsesClient } from './runner/model-client.js';
export {
  type ResumeRunOptions,
  type RunOptions,
  type RunResult,
  type RunTurnOptions,
  resumeRun,
  runTurn,
} from './runner/run-turn.js';
export { createBotError, isBotId, requireBotId } from './store/bot-id.js';
export { toIsoBound } from './store/iso-bound.js';
export { createMemoryStore } from './store/memory-store.js';
export { createMemoryTraceRecorder, type MemoryTraceRecorderOptions } from './store/memory-trace-recorder.js';
export { readPageLimit } from './store/page-limit.js';
export type {
  AssignedTool,
  Assignment,
  Bot,
  CompanionSnapshot,
  Conversation,
  ConversationApproval,
  ConversationApprovalKey,
  NewBot,
  SnapshotSummary,
  StoredSecret,
  StoredSnapshot,
  StoredToken,
  SuspendedTurn,
  ToolSetting,
} from './store/records.js';
export type { Store, StoreReader, StoreWriter } from './store/roles.js';
export type { TokenUses } from './store/token-uses.js';
export type {
  ArgumentRepair,
  ModelRequestTrace,
  RecordedTrace,
  RecordedTurn,
  Trace,
  TraceFilter,
  TraceRecorder,
  TurnFilter,
  TurnTrace,
} from './store/traces.js';
