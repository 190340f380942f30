import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { toPlain } from '../../parts/foreign.js';
import { reasonTexts } from '../../parts/reasons/texts.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import type { RowFilter } from './arrange-rows.js';
import { loadoutTexts } from './texts.js';

export interface FilterFieldsProps {
  readonly rows: readonly ToolRow[];
  readonly filter: RowFilter;
  readonly onChange: (change: Partial<RowFilter>) => void;
}

/** Whose tools are looked for, and those that are withheld for what. */
export function FilterFields({
  rows,
  filter,
  onChange,
  labels,
}: FilterFieldsProps & { readonly labels: 'shown' | 'spoken' }): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const reasons = useTexts(reasonTexts);
  const { builtIn } = useTexts(partTexts);
  const name = (label: string) => (labels === 'shown' ? { label } : { 'aria-label': label });
  const owners = useMemo(() => [...new Set(rows.map(({ owner }) => owner))].sort(), [rows]);
  const codes = useMemo(
    () => [...new Set(rows.flatMap((row) => (row.isAssigned ? row.reasons.map(({ code }) => code) : [])))],
    [rows],
  );
  return (
    <>
      <NativeSelect
        value={filter.owner ?? ''}
        onChange={(event) => onChange({ owner: event.currentTarget.value || undefined })}
        {...name(texts.owner)}
        data={[
          { value: '', label: texts.anyOwner },
          ...keep(owners, filter.owner).map((owner) => ({
            value: owner,
            label: owner === 'builtin' ? builtIn : toPlain(owner),
          })),
        ]}
      />
      {(codes.length > 0 || filter.reason !== undefined) && (
        <NativeSelect
          value={filter.reason ?? ''}
          onChange={(event) => onChange({ reason: codes.find((code) => code === event.currentTarget.value) })}
          {...name(texts.reason)}
          data={[
            { value: '', label: texts.anyReason },
            ...keep(codes, filter.reason).map((code) => ({
              value: code,
              label: reasons[code],
            })),
          ]}
        />
      )}
    </>
  );
}

/** What is chosen is among what can be chosen, also where no row has it any more. */
function keep<Value extends string>(values: readonly Value[], chosen: Value | undefined): readonly Value[] {
  return chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
}
