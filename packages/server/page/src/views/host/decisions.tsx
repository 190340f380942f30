import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decisionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { useWrite } from '../../api/use-write.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { type RecordColumn, Records } from '../../parts/records.js';
import { Time } from '../../parts/time.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { DecisionDialog } from './decision-dialog.js';
import { describeDecision } from './describe-decision.js';
import { type Decision, takeBack } from './host-queries.js';
import { Section } from './section.js';
import { hostTexts, type Texts } from './texts.js';

/** Decisions about single tools, owners, components and model providers. */
export function Decisions(): React.ReactElement {
  const texts = useTexts(hostTexts);
  const query = useQuery(decisionsQuery);
  const queryClient = useQueryClient();
  const isOperator = useCan('operator');
  const [isAdding, setAdding] = useState(false);
  const { mutate, error } = useWrite({
    mutationFn: takeBack,
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Section
      title={texts.decisions}
      anchor="decisions"
      hint={texts.decisionsHint}
      action={
        isOperator && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      {error !== null && <ProblemAlert title={texts.notTakenBack} error={error} />}
      <QueryPanel query={query} unread={texts.decisionsUnread}>
        {(decisions) => {
          const shown = decisions.filter(({ subject }) => subject !== '');
          return shown.length === 0 ? (
            <Text c="dimmed">{texts.noDecisions}</Text>
          ) : (
            <Records
              label={texts.decisionsLabel}
              columns={makeColumns(texts, isOperator ? mutate : undefined)}
              rows={shown}
              getKey={({ kind, subject }) => `${kind} ${subject}`}
            />
          );
        }}
      </QueryPanel>
      {isOperator && isAdding && <DecisionDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

function makeColumns(
  texts: Translated<Texts>,
  onTakeBack: ((decision: Decision) => void) | undefined,
): readonly RecordColumn<Decision>[] {
  const columns: RecordColumn<Decision>[] = [
    { id: 'kind', header: texts.kind, cell: ({ kind }) => texts[kind] },
    { id: 'about', header: texts.about, cell: ({ subject }) => <Foreign text={subject} /> },
    {
      id: 'value',
      header: texts.value,
      cell: (decision) => <Foreign text={describeDecision(decision, texts) ?? ''} />,
    },
    { id: 'when', header: texts.when, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ];
  if (onTakeBack !== undefined) {
    columns.push({
      id: 'actions',
      header: texts.actions,
      cell: (decision) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.takeBackOf(texts[decision.kind], toPlain(decision.subject))}
          onClick={() => onTakeBack(decision)}
        >
          {texts.takeBack}
        </Button>
      ),
    });
  }
  return columns;
}
