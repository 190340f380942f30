import { useState } from 'react';
import type { NamedTool } from '../bot/changes/loadout-types.js';
import type { BotOfTool } from './bot-rows.js';
import { type SwitchedBots, type SwitchKind, switchBots, takeBackAll } from './switch-bots.js';

/** More than so many are listed by name before they are changed. */
const mostUnasked = 20;

/** What people are asked before the tool is switched for many bots. */
export interface ManyQuestion {
  readonly kind: SwitchKind;
  readonly bots: readonly BotOfTool[];
}

/** What is done with many bots at once. */
export interface ManyBots {
  readonly question: ManyQuestion | undefined;
  readonly result: SwitchedBots | undefined;
  readonly isBusy: boolean;
  /** Asks first where names are to be read. */
  readonly start: (kind: SwitchKind, bots: readonly BotOfTool[]) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
  readonly undo: () => void;
}

/** Keeps what is asked, what is being done, and what was done. */
export function useManyBots(
  tool: NamedTool,
  { changesData, onDone }: { readonly changesData: boolean; readonly onDone: () => void },
): ManyBots {
  const [question, setQuestion] = useState<ManyQuestion>();
  const [result, setResult] = useState<SwitchedBots>();
  const [isBusy, setBusy] = useState(false);

  const run = async (kind: SwitchKind, bots: readonly BotOfTool[]): Promise<void> => {
    setQuestion(undefined);
    setResult(undefined);
    setBusy(true);
    const switched = await switchBots(kind, tool, bots);
    setBusy(false);
    setResult(switched);
    onDone();
  };
  return {
    question,
    result,
    isBusy,
    start(kind, bots) {
      const touched = bots.filter(({ isOn }) => isOn !== (kind === 'on'));
      if (touched.length > mostUnasked || (changesData && kind === 'on')) setQuestion({ kind, bots: touched });
      else void run(kind, touched);
    },
    confirm() {
      if (question !== undefined) void run(question.kind, question.bots);
    },
    cancel: () => setQuestion(undefined),
    dismiss: () => setResult(undefined),
    undo() {
      const done = result?.done ?? [];
      setResult(undefined);
      setBusy(true);
      void takeBackAll(tool.name, done).finally(() => setBusy(false));
    },
  };
}
