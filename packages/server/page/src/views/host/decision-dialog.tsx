import { Autocomplete, Button, Group, Modal, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '../../api/problem.js';
import { catalogueQuery, companionsQuery, decisionsQuery, hostQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { type ConfidenceLevel, confidenceLevels } from '../../api/words.js';
import { toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { readDecision, TheirsOrMine } from '../../parts/theirs-or-mine.js';
import { type Required, useRequired } from '../../parts/use-required.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { describeDecision } from './describe-decision.js';
import { decide, type SubjectKind, subjectKinds } from './host-queries.js';
import { hostTexts } from './texts.js';

/** What a decision may be. */
type Approval = 'ask' | 'never' | 'deny';

/** Decides something about a tool, an owner, a component or a model provider. */
export function DecisionDialog({ onClose }: { readonly onClose: () => void }): React.ReactElement {
  const texts = useTexts(hostTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<SubjectKind>('approval');
  const [subject, setSubject] = useState('');
  const [approval, setApproval] = useState<Approval>('ask');
  const [level, setLevel] = useState<ConfidenceLevel>('MEDIUM');
  const [newName, setNewName] = useState('');
  const [tools, setTools] = useState<string[]>([]);
  const values: Readonly<Record<SubjectKind, unknown>> = {
    approval,
    'minimum-confidence': level,
    'expose-as': newName.trim(),
    'component-defaults': tools,
    'instructions-allowed': true,
    'trusted-model-provider': true,
  };
  const { mutate, isPending, error, reset } = useWrite<unknown, Error, string>({
    mutationFn: (revision) => decide({ kind, subject: subject.trim(), revision }, values[kind]),
    onError: () => queryClient.invalidateQueries({ queryKey: decisionsQuery.queryKey }),
    async onSuccess() {
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  const edit = (change: () => void): void => {
    // What was refused is not what is entered now.
    reset();
    change();
  };
  const required = useRequired();
  const problem = useProblemText(error);
  return (
    <Modal opened onClose={onClose} title={texts.addTitle} closeButtonProps={{ 'aria-label': parts.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // What is decided already is not replaced unseen.
          if (required.check(event.currentTarget)) mutate('none');
        }}
      >
        <Stack>
          <NativeSelect
            label={texts.kind}
            value={kind}
            onChange={({ currentTarget: { value } }) => edit(() => setKind(value as SubjectKind))} // one of the options
            data={subjectKinds.map((value) => ({ value, label: texts[value] }))}
            data-autofocus
          />
          <SubjectInput
            kind={kind}
            value={subject}
            onChange={(next) => edit(() => setSubject(next))}
            required={required}
            problem={error === null || isConflict(error) ? undefined : toPlain(problem)}
          />
          {kind === 'approval' && (
            <NativeSelect
              label={texts.value}
              value={approval}
              onChange={(event) => setApproval(event.currentTarget.value as Approval)} // one of the options
              data={(['ask', 'never', 'deny'] as const).map((value) => ({ value, label: texts[value] }))}
            />
          )}
          {kind === 'minimum-confidence' && (
            <NativeSelect
              label={texts.level}
              value={level}
              onChange={(event) => setLevel(event.currentTarget.value as ConfidenceLevel)} // one of the options
              data={[...confidenceLevels]}
            />
          )}
          {kind === 'expose-as' && (
            <TextInput
              label={texts.newName}
              value={newName}
              onChange={(event) => setNewName(event.currentTarget.value)}
              maxLength={64}
              error={required.messageFor(texts.newName, newName)}
              required
            />
          )}
          {kind === 'component-defaults' && <ToolsInput value={tools} onChange={setTools} />}
          {kind === 'instructions-allowed' && <Text size="sm">{texts.instructionsHint}</Text>}
          {kind === 'trusted-model-provider' && <Text size="sm">{texts.trustHint}</Text>}
          {isConflict(error) && (
            <TheirsOrMine
              theirs={describeDecision(readDecision(error), texts) ?? parts.noDecision}
              mine={describeDecision({ kind, value: values[kind] }, texts) ?? ''}
              onKeep={() => {
                reset();
                onClose();
              }}
              onApply={() => mutate(readDecision(error)?.revision ?? 'none')}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function SubjectInput({
  kind,
  value,
  onChange,
  required,
  problem,
}: {
  readonly kind: SubjectKind;
  readonly value: string;
  readonly onChange: (subject: string) => void;
  readonly required: Required;
  readonly problem: string | undefined;
}): React.ReactElement {
  const texts = useTexts(hostTexts);
  const { data: catalogue } = useQuery(catalogueQuery(useLanguage()));
  const { data: companions = [] } = useQuery(companionsQuery);
  const { data: host } = useQuery(hostQuery);
  const common = (label: string) => ({
    label,
    value,
    onChange,
    error: required.messageFor(label, value) ?? problem,
    required: true,
    limit: 50,
  });
  switch (kind) {
    case 'instructions-allowed': {
      const owners = new Set(companions.flatMap(({ providers }) => providers.map(({ owner }) => owner)));
      return <Autocomplete {...common(texts.subjectOwner)} data={[...owners]} />;
    }
    case 'component-defaults':
      return <Autocomplete {...common(texts.subjectComponent)} data={[...(host?.components ?? [])]} />;
    case 'trusted-model-provider':
      return <Autocomplete {...common(texts.subjectProvider)} description={texts.subjectProviderHint} data={[]} />;
    default: {
      const names = new Set(catalogue?.tools.map(({ name }) => name));
      return <Autocomplete {...common(texts.subjectTool)} description={texts.subjectToolHint} data={[...names]} />;
    }
  }
}

function ToolsInput({
  value,
  onChange,
}: {
  readonly value: string[];
  readonly onChange: (names: string[]) => void;
}): React.ReactElement {
  const texts = useTexts(hostTexts);
  const { data: catalogue } = useQuery(catalogueQuery(useLanguage()));
  return (
    <MultiSelect
      label={texts.tools}
      value={value}
      onChange={onChange}
      data={(catalogue?.tools ?? []).map(({ name }) => name)}
      searchable
      limit={50}
    />
  );
}
