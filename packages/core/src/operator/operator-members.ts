import { requireId, requireList, wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import { isObject } from '../contract/json.js';
import type { Host } from '../host-interface.js';
import { readLocale } from '../turn/create-context.js';
import { acceptOwner } from './accept-owner.js';
import { createApprovalOperations } from './approval-operations.js';
import { createBotOperations } from './bot-operations.js';
import { createDecisionOperations } from './decision-operations.js';
import { describeTool } from './describe-tool.js';
import { examineHost } from './examine-host.js';
import { exportAll } from './export-all.js';
import { importAll } from './import-all.js';
import { assignTools, changeLoadout, unassignTools } from './loadouts.js';
import type { OperatorParts } from './operator-parts.js';
import { readAudit } from './read-audit.js';
import { createRedaction, createSecretOperations } from './secret-operations.js';
import { createSettingOperations } from './setting-operations.js';
import { createTokenOperations } from './token-operations.js';

/** The members of a host by which an operator changes and examines it: the same for every actor, but for whose they are. */
export type OperatorMember =
  | 'as'
  | 'bots'
  | 'assign'
  | 'unassign'
  | 'changeLoadout'
  | 'owners'
  | 'settings'
  | 'approvals'
  | 'secrets'
  | 'decisions'
  | 'tokens'
  | 'export'
  | 'import'
  | 'audit'
  | 'examine'
  | 'describeTool';

/** What the members are made from. */
export interface OperatorMembersParts {
  readonly parts: OperatorParts;
  readonly actor: Actor;
  /** Throws `HOST_CLOSED`. */
  readonly requireOpen: () => void;
}

/** Makes the members for one actor. */
export function createOperatorMembers({
  parts,
  actor,
  requireOpen,
}: OperatorMembersParts): Omit<Pick<Host, OperatorMember>, 'as'> {
  const guard = <Group extends object>(group: Group): Group => guardMethods(group, requireOpen);
  return {
    bots: guard(createBotOperations(parts, actor)),
    settings: guard(createSettingOperations(parts, actor)),
    approvals: guard(createApprovalOperations(parts, actor)),
    // What was to be shown may still have to be when the host has closed.
    secrets: Object.freeze({ ...guard(createSecretOperations(parts, actor)), ...createRedaction(parts) }),
    decisions: guard(createDecisionOperations(parts, actor)),
    tokens: guard(createTokenOperations(parts, actor)),
    ...guard({
      async assign(botId, toolNames, options = {}) {
        if (!isObject(options)) throw wrongArgument('assign', 'options', 'an object', options);
        return assignTools(parts, actor, requireId(botId), requireList('assign', toolNames), options.settingsOverride);
      },
      unassign: async (botId, toolNames) =>
        unassignTools(parts, actor, requireId(botId), requireList('unassign', toolNames)),
      async changeLoadout(botId, changes, options = {}) {
        if (!Array.isArray(changes)) throw wrongArgument('changeLoadout', 'changes', 'a list', changes);
        if (!isObject(options)) throw wrongArgument('changeLoadout', 'options', 'an object', options);
        return changeLoadout(parts, actor, requireId(botId), changes, options);
      },
      async export(options = {}) {
        if (!isObject(options)) throw wrongArgument('export', 'options', 'an object', options);
        return exportAll(parts, options.signal);
      },
      import: (document, options = {}) => importAll(parts, actor, document, options),
      audit: (filter = {}) => readAudit(parts, filter),
      async examine(options = {}) {
        if (!isObject(options)) throw wrongArgument('examine', 'options', 'an object', options);
        const { database } = options;
        if (database !== undefined && typeof database !== 'boolean') {
          throw wrongArgument('examine', 'options.database', 'true or false', database);
        }
        return examineHost(parts, options);
      },
      async describeTool(toolName, options = {}) {
        if (!isObject(options)) throw wrongArgument('describeTool', 'options', 'an object', options);
        return describeTool(parts, toolName, readLocale('describeTool', options.locale));
      },
    } satisfies Partial<Host>),
    owners: guard({
      async accept(oldOwner, newOwner, options = {}) {
        if (!isObject(options)) throw wrongArgument('owners.accept', 'options', 'an object', options);
        const { definitions } = options;
        if (definitions !== undefined && !isObject(definitions)) {
          throw wrongArgument('owners.accept', 'options.definitions', 'an object', definitions);
        }
        return acceptOwner(parts, actor, { oldOwner, newOwner, definitions });
      },
    } satisfies Host['owners']),
  };
}

/** The same methods, which reject once the host is closed. */
function guardMethods<Group extends object>(group: Group, requireOpen: () => void): Group {
  const guarded = Object.entries(group).map(([name, method]) => [
    name,
    // Each member of a group is an async method.
    async (...given: unknown[]) => {
      requireOpen();
      return (method as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  return Object.freeze(Object.fromEntries(guarded)) as Group;
}
