import { useCallback, useEffect, useRef, useState } from 'react';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import type { LoadoutChanges } from '../../bot/changes/use-loadout-changes.js';
import type { Selection } from '../selection-context.js';
import type { BulkDone } from './bulk-result.js';
import { type BulkKind, type BulkPlan, planBulk } from './plan-bulk.js';

/** What people are asked before many tools are changed. */
export type BulkQuestion =
  | { readonly kind: 'list'; readonly plan: BulkPlan }
  | { readonly kind: 'place'; readonly names: readonly string[] };

/** What is done with many tools at once. */
export interface Bulk {
  readonly question: BulkQuestion | undefined;
  readonly done: BulkDone | undefined;
  readonly isBusy: boolean;
  /** Asks first where names are to be read. */
  readonly switchAll: (kind: BulkKind, names: readonly string[]) => void;
  readonly confirm: (plan: BulkPlan) => void;
  readonly askPosition: (names: readonly string[]) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
  readonly undo: LoadoutChanges['undo'];
}

/** Keeps what is asked and what was done. */
export function useBulk({
  make,
  undo,
  rows,
  selection,
}: LoadoutChanges & { readonly rows: ReadonlyMap<string, ToolRow>; readonly selection: Selection }): Bulk {
  const [question, setQuestion] = useState<BulkQuestion>();
  const [done, setDone] = useState<BulkDone>();
  const [isBusy, setBusy] = useState(false);
  const { clear } = selection;
  // The function stays the same while rows change, so that rows are drawn again only for their own changes.
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });

  const run = useCallback(
    async (plan: BulkPlan): Promise<void> => {
      setQuestion(undefined);
      setBusy(true);
      const kind = plan.kind === 'clear' ? 'cleared' : plan.kind;
      const made = await make({ kind, tools: plan.rows, changes: plan.changes }, { isQuiet: true });
      setBusy(false);
      clear();
      setDone({ kind: plan.kind, made, tools: plan.rows, leftOut: plan.leftOut });
    },
    [make, clear],
  );
  const switchAll = useCallback(
    (kind: BulkKind, names: readonly string[]) => {
      const plan = planBulk(
        kind,
        names.flatMap((name) => latest.current.get(name) ?? []),
      );
      if (plan.needsList) setQuestion({ kind: 'list', plan });
      else void run(plan);
    },
    [run],
  );
  return {
    question,
    done,
    isBusy,
    switchAll,
    confirm: (plan) => void run(plan),
    askPosition: (names) => setQuestion({ kind: 'place', names }),
    cancel: () => setQuestion(undefined),
    dismiss: () => setDone(undefined),
    undo,
  };
}
