import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../../api/client.js';
import { companionsQuery, type LoadoutContext } from '../../../api/queries.js';
import { useWrite } from '../../../api/use-write.js';
import { Foreign, toPlain } from '../../../parts/foreign.js';
import { ButtonLink } from '../../../parts/links.js';
import { OwnWords } from '../../../parts/own-words.js';
import { ProblemAlert } from '../../../parts/problem-alert.js';
import { reasonTone, type WithheldCode } from '../../../parts/reasons/reason-tone.js';
import { reasonTexts } from '../../../parts/reasons/texts.js';
import { Status } from '../../../parts/status.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { Remedy } from '../remedy.js';
import { useRowActions } from '../row-actions.js';
import { describeReason } from '../row-state.js';
import { loadoutTexts } from '../texts.js';
import { AcceptOwner } from './accept-owner.js';
import type { Assignment } from './drawer-queries.js';
import { MinimumField } from './minimum-field.js';
import { drawerTexts } from './texts.js';

/** Every reason why a tool is withheld, each with what can be done about it; so nobody mends one only to meet the next. */
export function ReasonList({
  row,
  assignment,
}: {
  readonly row: ToolRow;
  /** Undefined until it is known. */
  readonly assignment: Assignment | undefined;
  readonly context: LoadoutContext;
}): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const words = useTexts(loadoutTexts);
  const reasons = useTexts(reasonTexts);
  if (row.reasons.length === 0) {
    return row.isAssigned ? <Text size="sm">{texts.offered}</Text> : <Status tone="quiet">{words.stateOff}</Status>;
  }
  const title = row.isAssigned ? texts.why : texts.wouldBe;
  return (
    <section aria-label={title}>
      <Title order={3} mb={6}>
        {title}
      </Title>
      <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {row.reasons.map(({ code, reason }) => (
          <li key={code}>
            <Group gap="xs" mb={2}>
              <Status tone={reasonTone(code)}>
                <Foreign text={describeReason(row, code, { texts: words, reasons })} />
              </Status>
              {row.isAssigned && !isBelow(code) && <Remedy row={row} code={code} />}
              <MoreRemedies row={row} code={code} />
            </Group>
            <Explanation row={row} code={code} assignment={assignment} />
            {hasMore(row, code) && <OwnWords text={reason} />}
          </li>
        ))}
      </Stack>
    </section>
  );
}

/** Whether the host knows more than the page says of it: which fault, which component, who decided it and why. */
function hasMore({ missingSettings }: ToolRow, code: WithheldCode): boolean {
  switch (code) {
    case 'tools-off':
    case 'not-assigned':
    case 'absent':
    case 'owner-changed':
    case 'definition-changed':
    case 'model-without-tools':
      return false;
    case 'not-configured':
      return missingSettings.length === 0;
    default:
      return true;
  }
}

/** What is to be compared stands below, with the ways to accept it. */
function isBelow(code: WithheldCode): boolean {
  return code === 'owner-changed' || code === 'definition-changed';
}

/** The same in the page's language, where it can be said with what is known. */
function Explanation({
  row,
  code,
  assignment,
}: {
  readonly row: ToolRow;
  readonly code: WithheldCode;
  readonly assignment: Assignment | undefined;
}): React.ReactElement | null {
  const texts = useTexts(drawerTexts);
  const text = ((): string | undefined => {
    switch (code) {
      case 'owner-changed':
        return assignment && texts.ownerBoth(row.owner, assignment.owner);
      case 'definition-changed':
        return texts.definitionChanged;
      case 'not-configured':
        return row.missingSettings.length < 2
          ? undefined
          : texts.missing(row.missingSettings.map(({ title }) => title).join(', '));
      case 'absent':
        return texts.absentHint;
      default:
        return undefined;
    }
  })();
  return text === undefined ? null : (
    <Text size="sm">
      <Foreign text={text} />
    </Text>
  );
}

/** Remedies for which a row has no room. */
function MoreRemedies({
  row,
  code,
}: {
  readonly row: ToolRow;
  readonly code: WithheldCode;
}): React.ReactElement | null {
  const words = useTexts(loadoutTexts);
  const { canWrite } = useRowActions();
  const { data: companions = [] } = useQuery({ ...companionsQuery, enabled: code === 'absent' });
  if (!canWrite) return null;
  switch (code) {
    case 'companion-failed':
      return <TryAgain owner={row.owner} />;
    case 'below-minimum-confidence':
      return <MinimumField row={row} />;
    case 'absent': {
      const successor = companions.find(({ formerly = [] }) => formerly.includes(row.owner))?.id;
      return (
        <>
          {companions.some(({ id }) => id === row.owner) && (
            <ButtonLink
              size="compact-xs"
              variant="default"
              to="/providers/$provider"
              params={{ provider: row.owner }}
              aria-label={words.seeProviderFor(toPlain(row.label))}
            >
              {words.seeProvider}
            </ButtonLink>
          )}
          {successor !== undefined && <AcceptOwner before={row.owner} owner={successor} />}
        </>
      );
    }
    default:
      return null;
  }
}

function TryAgain({ owner }: { readonly owner: string }): React.ReactElement {
  const texts = useTexts(drawerTexts);
  const queryClient = useQueryClient();
  const { data: companions = [] } = useQuery(companionsQuery);
  const companion = companions.find(
    ({ id, providers }) => id === owner || providers.some((provider) => provider.owner === owner),
  )?.id;
  const { mutate, isPending, error } = useWrite({
    mutationFn: () =>
      companion === undefined
        ? read(api.POST('/api/v1/companions/refresh'))
        : read(api.POST('/api/v1/companions/{companion}/refresh', { params: { path: { companion } } })),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={isPending}
        aria-label={texts.tryAgainFor(toPlain(owner))}
        onClick={() => mutate()}
      >
        {texts.tryAgain}
      </Button>
      {error !== null && <ProblemAlert title={texts.tryAgain} error={error} />}
    </>
  );
}
