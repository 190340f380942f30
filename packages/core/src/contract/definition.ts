import type { ConfidenceLevel } from './confidence.js';
import type { JsonSchema, LocalizedText } from './json.js';
import type { ToolPolicy } from './policy.js';

/** What every tool name has to match; all model APIs take such names. */
export const TOOL_NAME_PATTERN = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/** Which components of the embedder a tool is made for (contract 5.2). */
export interface ToolVisibility {
  /** Offered in `chat` while both lists are empty. Default true. */
  readonly chat?: boolean;
  /** Offered in every other component while both lists are empty. Default true. */
  readonly assistants?: boolean;
  /** Non-empty: offered in these components only. */
  readonly allowedComponents?: readonly string[];
  /** Never offered in these components, whatever else is said. */
  readonly deniedComponents?: readonly string[];
}

/** What people see of a tool. */
export interface ToolMetadata {
  readonly label?: LocalizedText;
  readonly summary?: LocalizedText;
  /** An icon name or a `data:` URI. */
  readonly icon?: string;
}

/**
 * One function that a model can call. Each definition is judged alone: what fails is quarantined with a
 * reason, its siblings stay.
 */
export interface ToolDefinition extends ToolMetadata {
  /** Lower snake_case by convention; must match {@link TOOL_NAME_PATTERN}. */
  readonly name: string;
  /** What the model reads. Say what the tool does, when to use it, and what it answers. */
  readonly description: string;
  /** The arguments: an object schema with root type `object`. */
  readonly schema: JsonSchema;
  /** The shape of `structuredContent`. A result that does not fit becomes an error. */
  readonly outputSchema?: JsonSchema;
  /** What differs from {@link ToolPolicy}'s defaults. */
  readonly policy?: Partial<ToolPolicy>;
  /** Old names of this tool: they resolve to it in assignments and calls, and lose to any listed name. */
  readonly aliases?: readonly string[];
  readonly visibleIn?: ToolVisibility;
  /** The settings that the operator fills in: a flat object schema (see the settings guide). */
  readonly settingsSchema?: JsonSchema;
  /** Added to the system prompt while the tool is offered; a companion's only where the operator allowed it. */
  readonly systemPromptInstructions?: string;
  /** Names of top-level arguments that are masked in traces. */
  readonly sensitiveArguments?: readonly string[];
  /** The least confidence a model provider needs to see the tool. Default NONE. */
  readonly minimumConfidence?: ConfidenceLevel;
}
