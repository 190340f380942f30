import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { botsQuery, catalogueQuery, companionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { toPlain } from '../../parts/foreign.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { botToolsQuery } from '../../views/bot/changes/bot-tools-query.js';
import { makeChanges } from '../../views/bot/changes/make-changes.js';
import { loadoutTexts } from '../../views/loadout/texts.js';
import { useDestinations } from '../use-destinations.js';
import { paletteTexts } from './texts.js';

/** One line of the palette. */
export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly onClick: () => void;
}

/** Lines of a kind. */
export interface PaletteGroup {
  readonly group: string;
  readonly actions: readonly PaletteAction[];
}

/** What the palette has: views, bots, tools, providers, and what can be done with the bot that is looked at. */
export function usePaletteActions(): readonly PaletteGroup[] {
  const texts = useTexts(paletteTexts);
  const navigate = useNavigate();
  const locale = useLanguage();
  const destinations = useDestinations();
  const { data: bots = [] } = useQuery(botsQuery);
  const { data: catalogue } = useQuery(catalogueQuery(locale));
  const { data: companions = [] } = useQuery(companionsQuery);
  const { builtIn } = useTexts(partTexts);
  const switches = useSwitches();
  return [
    {
      group: texts.views,
      actions: destinations.map(({ to, label }) => ({
        id: `view ${to}`,
        label,
        onClick: () => void navigate({ to }),
      })),
    },
    {
      group: texts.bots,
      actions: bots.map(({ id, displayName }) => ({
        id: `bot ${id}`,
        label: toPlain(displayName),
        description: id,
        onClick: () => void navigate({ to: '/bots/$bot/loadout', params: { bot: id } }),
      })),
    },
    // Where a bot is open they are wanted more often than the pages of the tools.
    { group: texts.actions, actions: switches },
    {
      group: texts.tools,
      actions: (catalogue?.tools ?? []).map(({ name, label, owner, isBuiltIn }) => ({
        id: `tool ${name}`,
        label: toPlain(label),
        description: describe(label, name, isBuiltIn ? builtIn : owner),
        onClick: () => void navigate({ to: '/tools/$tool', params: { tool: name } }),
      })),
    },
    {
      group: texts.providers,
      actions: companions.map(({ id }) => ({
        id: `provider ${id}`,
        label: toPlain(id),
        onClick: () => void navigate({ to: '/providers/$provider', params: { provider: id } }),
      })),
    },
  ];
}

/** What it is called besides its label, and whose it is. */
function describe(label: string, name: string, owner: string): string {
  return [label === name ? '' : name, owner].filter(Boolean).map(toPlain).join(' · ');
}

/** Switches of the bot whose views are open. */
function useSwitches(): readonly PaletteAction[] {
  const texts = useTexts(paletteTexts);
  const words = useTexts(loadoutTexts);
  const { builtIn } = useTexts(partTexts);
  const locale = useLanguage();
  const isOperator = useCan('operator');
  const { bot } = useParams({ strict: false });
  const { data } = useQuery({ ...botToolsQuery(bot ?? '', {}, locale), enabled: isOperator && bot !== undefined });
  if (bot === undefined || data === undefined) return [];
  const botName = toPlain(data.bot.displayName);
  return data.rows
    .filter(({ isAbsent }) => !isAbsent)
    .map(({ name, label, owner, isBuiltIn, isAssigned, state }) => ({
      id: `switch ${name}`,
      label: (isAssigned ? texts.switchOff : texts.switchOn)(toPlain(label), botName),
      description: [describe(label, name, isBuiltIn ? builtIn : owner), state !== 'off' && words[state]]
        .filter(Boolean)
        .join(' · '),
      onClick: () => {
        void makeChanges({
          bot,
          kind: isAssigned ? 'off' : 'on',
          tools: [{ name, label }],
          changes: [{ action: isAssigned ? 'unassign' : 'assign', tool: name }],
        }).then(({ error, refused }) => {
          const [first] = refused;
          const problem = first?.message ?? (error instanceof Error ? error.message : undefined);
          notifications.show({ message: problem === undefined ? texts.switched : toPlain(problem) });
        });
      },
    }));
}
