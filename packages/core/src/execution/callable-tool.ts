import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { ToolConfig } from '../contract/call.js';
import type { ApprovalMode, ToolPolicy } from '../contract/policy.js';
import type { CompiledSchema } from '../schema/compile-schema.js';

/** Where a call goes: to the owner of a listed tool, or to a provider that recognised an assigned name. */
export interface CallRoute {
  readonly slot: ProviderSlot;
  /** The provider's own name for the tool. */
  readonly ownName: string;
  readonly policy: ToolPolicy;
  readonly config: ToolConfig;
}

/** A tool that a turn may call, and the way there: worked out once for all calls of all turns with the same offer. */
export class CallableTool implements CallRoute {
  readonly #checked: FrozenDefinition;
  readonly name: string;
  readonly listed: ListedTool;
  readonly slot: ProviderSlot;
  readonly ownName: string;
  readonly definition: FrozenDefinition['definition'];
  readonly policy: ToolPolicy;
  /** For people. */
  readonly label: string;
  readonly sensitiveArguments: readonly string[];
  /** The effective settings, frozen. */
  readonly config: ToolConfig;
  /** Values of secret settings, which no text for a model may carry. */
  readonly secrets: readonly string[];
  /** Filled in by the first call. */
  arguments: CompiledSchema | undefined;
  /** Filled in by the first result, where there is an output schema. */
  output: CompiledSchema | undefined;

  constructor(
    listed: ListedTool,
    checked: FrozenDefinition,
    rest: {
      readonly label: string;
      readonly config: ToolConfig;
      readonly secrets: readonly string[];
      /** What the operator decided instead of the definition's. */
      readonly approval?: ApprovalMode | undefined;
    },
  ) {
    this.name = listed.name;
    this.listed = listed;
    this.slot = listed.slot;
    this.ownName = listed.ownName;
    this.definition = checked.definition;
    this.#checked = checked;
    const { policy } = checked.definition;
    const { approval = policy.approval } = rest;
    this.policy = approval === policy.approval ? policy : Object.freeze({ ...policy, approval });
    this.sensitiveArguments = checked.definition.sensitiveArguments ?? [];
    this.label = rest.label;
    this.config = rest.config;
    this.secrets = rest.secrets;
    this.arguments = undefined;
    this.output = undefined;
  }

  get owner(): string {
    return this.listed.owner;
  }

  /** SHA-256 of the definition. */
  get hash(): string {
    return this.#checked.hash;
  }
}
