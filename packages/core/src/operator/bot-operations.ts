import { requireId, wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import type { Change } from '../contract/audit.js';
import { isObject } from '../contract/json.js';
import type { Host } from '../host-interface.js';
import { createBotError } from '../store/bot-id.js';
import type { NewBot } from '../store/records.js';
import { dropSecret, listToolSecrets, passSecret } from './kept-secrets.js';
import { collectTools } from './known-tools.js';
import { requireBot } from './loadouts.js';
import { type ChangeUnit, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { requireNewBot } from './read-new-bot.js';
import { SecretMask } from './secret-mask.js';
import { describeRevocation } from './token-operations.js';
import { writeLoadout } from './write-loadout.js';

/** Adds, renames, copies and removes bots. See `Host.bots`. */
export function createBotOperations(parts: OperatorParts, actor: Actor): Host['bots'] {
  return {
    add(bot: NewBot) {
      if (!isObject(bot)) throw wrongArgument('bots.add', 'bot', 'an object with an id', bot);
      const checked = requireNewBot(bot);
      return makeChange(parts, actor, async (unit) => {
        await addBot(unit, checked);
        return requireBot(unit.writer, checked.id);
      });
    },

    get: (botId) => parts.store.getBot(requireId(botId)),

    list: () => parts.store.listBots(),

    rename(botId, displayName, options = {}) {
      const id = requireId(botId);
      if (!isObject(options)) throw wrongArgument('bots.rename', 'options', 'an object', options);
      const { ifDisplayName } = options;
      if (ifDisplayName !== undefined && typeof ifDisplayName !== 'string') {
        throw wrongArgument('bots.rename', 'options.ifDisplayName', 'a text', ifDisplayName);
      }
      return makeChange(parts, actor, async ({ writer, changes }) => {
        const before = await requireBot(writer, id);
        // An absent name would mean the id for a new bot; here it is a mistake.
        const { displayName: name } = requireNewBot({ id, displayName: displayName ?? '' });
        if (name === before.displayName) return before;
        if (ifDisplayName !== undefined && ifDisplayName !== before.displayName) {
          throw createBotError('BOT_NAME_CONFLICT', id);
        }
        await writer.renameBot(id, name);
        changes.push({ ...nothing, action: 'bot-renamed', bot: id, before: before.displayName, after: name });
        return requireBot(writer, id);
      });
    },

    async copy(botId, bot) {
      const id = requireId(botId);
      if (!isObject(bot)) throw wrongArgument('bots.copy', 'bot', 'an object with an id', bot);
      const checked = requireNewBot(bot);
      const mask = new SecretMask(await collectTools(parts));
      return makeChange(parts, actor, async (unit) => {
        await requireBot(unit.writer, id);
        await addBot(unit, checked);
        const rows = (await unit.writer.listAssignments(id)).map((row) => ({
          ...row,
          assignedAt: unit.at,
          updatedAt: unit.at,
        }));
        const after = new Map(rows.map((row) => [row.toolName, row]));
        await writeLoadout(unit, checked.id, { before: [], after, mask, definitions: [] });
        for (const secret of await listToolSecrets(unit)) {
          if (secret.subject.bot !== id) continue;
          const { tool } = secret.subject;
          await passSecret(unit, secret, { tool, bot: checked.id, name: tool.toolName, isMove: false });
        }
        return requireBot(unit.writer, checked.id);
      });
    },

    remove(botId) {
      const id = requireId(botId);
      return makeChange(parts, actor, async (unit) => {
        const { writer, changes } = unit;
        const { displayName } = await requireBot(writer, id);
        const tools = (await writer.listAssignments(id)).map(({ toolName }) => toolName);
        const tokens = (await writer.listTokens()).filter((token) => token.bot === id && token.revokedAt === null);
        await writer.removeBot(id);
        for (const { record, subject } of await listToolSecrets(unit)) {
          if (subject.bot !== id) continue;
          await dropSecret(unit, record.name, { bot: id, tool: subject.tool.toolName, subject: subject.field });
        }
        for (const token of tokens) changes.push(describeRevocation(token));
        changes.push({ ...nothing, action: 'bot-removed', bot: id, before: { displayName, tools }, after: null });
      });
    },
  };
}

/** A new bot, and what is written down of it. Throws `BOT_EXISTS`, `BOT_ID_RETIRED`. */
export async function addBot(
  { writer, at, changes }: ChangeUnit,
  { id, displayName }: Required<NewBot>,
): Promise<void> {
  await writer.addBot({ id, displayName, createdAt: at });
  changes.push({ ...nothing, action: 'bot-added', bot: id, before: null, after: { displayName } });
}

const nothing = { tool: null, subject: null } satisfies Partial<Change>;
