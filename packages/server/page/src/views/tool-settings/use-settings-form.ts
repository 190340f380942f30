import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWrite } from '../../api/use-write.js';
import { focusSoon } from '../../parts/focus-soon.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { findMisfit } from './check-value.js';
import { type Draft, type Drafts, draftOf, isChange, versionOf } from './draft.js';
import { findLock } from './field-kind.js';
import { findLastChange, type LastChange } from './last-change.js';
import { type SaveOutcome, saveDrafts } from './save-drafts.js';
import { changesQuery, settingsQuery } from './settings-queries.js';
import type { Scope, Setting, ToolSettings } from './settings-types.js';
import { settingsTexts } from './texts.js';

/** The id of what takes the focus of a field. */
export const fieldId = (field: string): string => `setting-${field}`;
/** The id of where a conflict is decided. */
export const conflictId = (field: string): string => `conflict-${field}`;

/** A field with what somebody entered. */
export interface FieldState {
  readonly setting: Setting;
  /** Only where it would change something. */
  readonly draft: Draft | undefined;
  readonly error: string | undefined;
  readonly lastChange: LastChange | undefined;
  /** Somebody else changed it since it was entered here. */
  readonly isConflict: boolean;
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

/** The fields of a form, what was entered, and how it is saved. */
export function useSettingsForm(scope: Scope) {
  const { bot } = scope;
  const texts = useTexts(settingsTexts);
  const client = useQueryClient();
  const language = useLanguage();
  const query = useQuery(settingsQuery(scope, language));
  const { data } = query;
  const log = useQuery({ ...changesQuery(data?.tool ?? ''), enabled: data !== undefined });
  const [drafts, setDrafts] = useState<Drafts>(nothing);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(nothing);
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<'saved' | 'misfits' | 'conflicts'>();
  const [count, setCount] = useState(0);
  /** Inputs that keep a text of their own are made anew. */
  const [generation, setGeneration] = useState(0);
  const isSaving = useRef(false);

  const changeOf = (field: string): LastChange | undefined => findLastChange(log.data ?? [], field, bot ?? null);
  const stateOf = (setting: Setting): FieldState => {
    const { field } = setting;
    const entered = drafts.get(field);
    const lastChange = changeOf(field);
    const draft = entered !== undefined && !isLocked(setting) && isChange(entered, setting, bot) ? entered : undefined;
    const isConflict = !isSaving.current && draft !== undefined && draft.base !== versionOf(setting, bot, lastChange);
    return { setting, draft, error: errors.get(field), lastChange, isConflict };
  };
  const fields = data?.fields.map(stateOf) ?? [];
  const changed = fields.filter(({ draft, setting }) => draft !== undefined || unreadable.has(setting.field));

  const edit = (setting: Setting, draft: Draft | undefined): void => {
    setDrafts((before) => withEntry(before, setting.field, draft));
    setErrors((before) => withEntry(before, setting.field, undefined));
    setOutcome(undefined);
    save.reset();
  };

  const save = useWrite({
    async mutationFn(): Promise<SaveOutcome> {
      const empty: SaveOutcome = { saved: nothing, errors: nothing, conflicts: new Set(), error: undefined };
      const misfits = findMisfits();
      if (misfits.size > 0) return { ...empty, errors: misfits };
      // Somebody else may have saved since it was read last.
      const [fresh] = await Promise.all([query.refetch({ throwOnError: true }), log.refetch()]);
      const conflict = findConflict(fresh.data);
      if (conflict !== undefined) return { ...empty, conflicts: new Set([conflict.field]) };
      isSaving.current = true;
      const revisions = new Map(fresh.data?.fields.map(({ field, revision }) => [field, revision]));
      const toSave = changed.flatMap(({ setting: { field, revision }, draft }) =>
        draft === undefined ? [] : [[field, draft, revisions.get(field) ?? revision] as const],
      );
      try {
        const done = await saveDrafts(scope, toSave);
        await client.invalidateQueries();
        return done;
      } finally {
        isSaving.current = false;
      }
    },
    onSuccess({ saved, errors: found, conflicts }) {
      setDrafts((before) => withoutSaved(before, saved));
      setErrors(found);
      setCount(saved.size);
      // Where the host could not save, nobody was first: that is said as the problem it is.
      setOutcome(found.size > 0 ? 'misfits' : conflicts.size > 0 ? 'conflicts' : saved.size > 0 ? 'saved' : undefined);
      const first = fields.find(({ setting }) => found.has(setting.field));
      if (first !== undefined) focusSoon(fieldId(first.setting.field));
      else if (conflicts.size > 0) {
        focusSoon(...changed.map(({ setting }) => conflictId(setting.field)));
      }
    },
  });

  /** What the host had when somebody began to enter something. */
  function baseOf(setting: Setting): string {
    return stateOf(setting).draft?.base ?? versionOf(setting, bot, changeOf(setting.field));
  }

  /** What was typed on while it was saved stays, and follows on what is saved now. */
  function withoutSaved(before: Drafts, saved: Drafts): Drafts {
    const fresh = client.getQueryData(settingsQuery(scope, language).queryKey);
    const entries = client.getQueryData(changesQuery(data?.tool ?? '').queryKey) ?? [];
    return new Map(
      [...before].flatMap(([field, draft]) => {
        if (saved.get(field) === draft) return [];
        const setting = fresh?.fields.find((one) => one.field === field);
        if (!saved.has(field) || setting === undefined) return [[field, draft] as const];
        const base = versionOf(setting, bot, findLastChange(entries, field, bot ?? null));
        return [[field, { ...draft, base }] as const];
      }),
    );
  }

  function findMisfits(): ReadonlyMap<string, string> {
    const misfits = new Map<string, string>();
    for (const { setting, draft } of changed) {
      const isJson = unreadable.has(setting.field);
      const misfit = isJson
        ? texts.repairJson
        : draft?.action === 'set'
          ? findMisfit(setting, draft.value, texts)
          : undefined;
      if (misfit !== undefined) misfits.set(setting.field, misfit);
    }
    return misfits;
  }

  function findConflict(fresh: ToolSettings | undefined): Setting | undefined {
    const entries = client.getQueryData(changesQuery(data?.tool ?? '').queryKey) ?? [];
    return fresh?.fields.find((setting) => {
      const draft = drafts.get(setting.field);
      if (draft === undefined || isLocked(setting) || !isChange(draft, setting, bot)) return false;
      return draft.base !== versionOf(setting, bot, findLastChange(entries, setting.field, bot ?? null));
    });
  }

  return {
    scope,
    query,
    fields,
    changes: changed.length,
    generation,
    isSaving: save.isPending,
    /** What kept it from being saved, where that is no field's fault. */
    problem: save.error ?? save.data?.error,
    /** What is to be said of the last attempt. */
    outcome,
    savedCount: count,
    errorCount: errors.size,
    save: () => save.mutate(),
    /** Enters a value; undefined: none. */
    enter(setting: Setting, value: unknown): void {
      edit(setting, draftOf(value, setting, bot, baseOf(setting)));
    },
    /** The layer below is to count. */
    unset(setting: Setting): void {
      edit(setting, { action: 'unset', base: baseOf(setting) });
      setGeneration((before) => before + 1);
      focusSoon(fieldId(setting.field));
    },
    /** Forgets what was entered into a field. */
    revert(setting: Setting): void {
      edit(setting, undefined);
      setUnreadable((before) => new Set([...before].filter((field) => field !== setting.field)));
      setGeneration((before) => before + 1);
    },
    /** What was entered is to replace what somebody else set. */
    insist(setting: Setting): void {
      const draft = drafts.get(setting.field);
      if (draft !== undefined) edit(setting, { ...draft, base: versionOf(setting, bot, changeOf(setting.field)) });
    },
    setReadable(setting: Setting, isReadable: boolean): void {
      setUnreadable((before) => {
        const others = [...before].filter((field) => field !== setting.field);
        return new Set(isReadable ? others : [...others, setting.field]);
      });
      setErrors((before) => withEntry(before, setting.field, undefined));
    },
    discard(): void {
      // The bar with the button goes.
      focusSoon(...changed.slice(0, 1).map(({ setting }) => fieldId(setting.field)));
      setDrafts(nothing);
      setErrors(nothing);
      setUnreadable(new Set());
      setOutcome(undefined);
      setGeneration((before) => before + 1);
      save.reset();
    },
  };
}

function isLocked(setting: Setting): boolean {
  return findLock(setting) !== undefined;
}

function withEntry<Value>(
  before: ReadonlyMap<string, Value>,
  field: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const after = new Map(before);
  if (value === undefined) after.delete(field);
  else after.set(field, value);
  return after;
}
