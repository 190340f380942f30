import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { companionsQuery, decisionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { useWrite } from '../../api/use-write.js';
import { toPlain } from '../../parts/foreign.js';
import { ButtonLink } from '../../parts/links.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { takeBack } from '../host/host-queries.js';
import { AcceptOwner } from '../loadout/drawer/accept-owner.js';
import { findCompanion } from '../providers/provider-state.js';
import { RefreshButton } from '../providers/refresh-button.js';
import type { Finding } from './read-details.js';
import { findingWords } from './words.js';

const look = { size: 'compact-sm', variant: 'default' } as const;

/** What helps, said by what it does, and done there or where it leads to. Nothing where nothing on the page helps. */
export function FindingRemedy({ finding }: { readonly finding: Finding }): React.ReactElement | null {
  const words = useTexts(findingWords);
  const { code, subject, details } = finding;
  const { tool = '', bot, field, fields = [], owner = '', before = '', companion = '', approval = '' } = details;
  const name = (action: string): string => toPlain(`${action}: ${subject}`);
  switch (code) {
    case 'companion-failed':
    case 'companion-stale':
    case 'companion-loading':
      return (
        <>
          <RefreshButton companion={companion} />
          <ProviderLink owner={companion} />
        </>
      );
    case 'companion-off':
    case 'companion-recovered':
      return <ProviderLink owner={companion} />;
    case 'name-listed-twice':
    case 'names-left-out':
    case 'alias-taken':
      return <ProviderLink owner={owner} />;
    case 'definition-broken':
    case 'definition-file-broken':
      return (
        <ButtonLink {...look} to="/providers/problems" aria-label={name(words.seeFault)}>
          {words.seeFault}
        </ButtonLink>
      );
    case 'name-taken':
      return (
        <ButtonLink {...look} to="/providers/problems" aria-label={name(words.otherName)}>
          {words.otherName}
        </ButtonLink>
      );
    case 'expose-as-unusable':
      return finding.area === 'decisions' ? (
        <HostLink text={words.seeDecision} part="decisions" subject={subject} />
      ) : null;
    case 'decision-kind-unknown':
    case 'decision-unusable':
    case 'decision-owner-absent':
    case 'decision-tool-absent':
    case 'decision-for-heir':
    case 'component-defaults-absent':
      return <HostLink text={words.seeDecision} part="decisions" subject={subject} />;
    case 'tools-off':
      return <SwitchToolsOn />;
    case 'decision-owner-renamed':
    case 'setting-owner-renamed':
    case 'assignment-owner-renamed':
      return <AcceptOwner before={before} owner={owner} />;
    case 'organisation-file-broken':
    case 'organisation-setting-undeclared':
    case 'organisation-value-misfit':
    case 'organisation-lock-misfit':
    case 'organisation-owner-renamed':
    case 'organisation-owner-absent':
    case 'organisation-tool-absent':
      return <HostLink text={words.seeOrganisation} part="organisation" subject={subject} />;
    case 'vault-broken':
    case 'secrets-outdated':
    case 'secret-unknown':
      return <HostLink text={words.seeSecrets} part="secrets" subject={subject} />;
    case 'secret-unreadable':
    case 'secret-short':
    case 'settings-missing': {
      const first = field ?? fields[0];
      return tool === '' || first === undefined ? (
        <HostLink text={words.seeSecrets} part="secrets" subject={subject} />
      ) : (
        <SettingLink text={words.enterField(toPlain(first))} tool={tool} bot={bot} field={first} />
      );
    }
    case 'secret-tool-absent':
    case 'setting-is-secret':
    case 'setting-tool-absent':
    case 'setting-undeclared':
    case 'setting-misfit':
      return <SettingLink text={words.seeField(toPlain(field ?? ''))} tool={tool} bot={bot} field={field} />;
    case 'settings-refused':
    case 'override-misfit':
    case 'configured-setting-misfit':
      return <SettingLink text={words.seeSettings} tool={tool} bot={bot} field={field} />;
    case 'override-has-secret':
    case 'assignment-absent':
    case 'assignment-name-changed':
      return <BotsLink text={words.seeTool} tool={tool} bot={bot} />;
    case 'assignment-owner-changed':
    case 'assignment-definition-changed':
    case 'assignment-definition-withheld':
      return <BotsLink text={words.compare} tool={tool} bot={bot} />;
    case 'approval-waits':
      return (
        <ButtonLink {...look} to="/approvals/{-$approval}" params={{ approval }} aria-label={name(words.seeCall)}>
          {words.seeCall}
        </ButtonLink>
      );
    case 'vault-chosen':
    case 'configured-tool-absent':
    case 'assignment-built-in':
    case 'database-broken':
    case 'database-absent':
    case 'configuration-remark':
      return null;
  }
}

/** To the companion, with its error; what is built in has none. */
function ProviderLink({ owner }: { readonly owner: string }): React.ReactElement | null {
  const { seeProvider } = useTexts(findingWords);
  const { data: companions = [] } = useQuery(companionsQuery);
  const id = findCompanion(companions, owner)?.id;
  if (id === undefined) return null;
  return (
    <ButtonLink
      {...look}
      to="/providers/$provider"
      params={{ provider: id }}
      aria-label={toPlain(`${seeProvider}: ${id}`)}
    >
      {seeProvider}
    </ButtonLink>
  );
}

/** To a part of the host's settings. Secrets are shown to admins alone. */
function HostLink({
  text,
  part,
  subject,
}: {
  readonly text: string;
  readonly part: 'decisions' | 'organisation' | 'secrets';
  readonly subject: string;
}): React.ReactElement | null {
  const isAdmin = useCan('admin');
  if (part === 'secrets' && !isAdmin) return null;
  return (
    <ButtonLink {...look} to="/host" hash={part} aria-label={toPlain(`${text}: ${subject}`)}>
      {text}
    </ButtonLink>
  );
}

/** To the settings of a tool, of the bot that it is about, with the focus in the field. */
function SettingLink({
  text,
  tool,
  bot,
  field,
}: {
  readonly text: string;
  readonly tool: string;
  readonly bot: string | undefined;
  readonly field: string | undefined;
}): React.ReactElement {
  return (
    <ButtonLink
      {...look}
      to="/tools/$tool/settings"
      params={{ tool }}
      search={{ ...(bot === undefined ? {} : { as: bot }), ...(field === undefined ? {} : { field }) }}
      aria-label={toPlain(`${text}: ${tool}`)}
    >
      {text}
    </ButtonLink>
  );
}

/** To the tool in the loadout of the bot that has it; to all that have it where there are several. */
function BotsLink({
  text,
  tool,
  bot,
}: {
  readonly text: string;
  readonly tool: string;
  readonly bot: string | undefined;
}): React.ReactElement {
  const { seeBots } = useTexts(findingWords);
  return bot === undefined ? (
    <ButtonLink {...look} to="/tools/$tool/bots" params={{ tool }} aria-label={toPlain(`${seeBots}: ${tool}`)}>
      {seeBots}
    </ButtonLink>
  ) : (
    <ButtonLink
      {...look}
      to="/bots/$bot/loadout"
      params={{ bot }}
      search={{ tool }}
      aria-label={toPlain(`${text}: ${tool}`)}
    >
      {text}
    </ButtonLink>
  );
}

function SwitchToolsOn(): React.ReactElement {
  const { switchToolsOn } = useTexts(findingWords);
  const queryClient = useQueryClient();
  const { data: decisions } = useQuery(decisionsQuery);
  const decided = decisions?.find(({ kind }) => kind === 'tools-off');
  const { mutate, isPending, error } = useWrite({
    mutationFn: takeBack,
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <>
      <Button {...look} loading={isPending} onClick={() => decided && mutate(decided)}>
        {switchToolsOn}
      </Button>
      {error !== null && <ProblemAlert title={switchToolsOn} error={error} />}
    </>
  );
}
