import { useEffect, useRef, useState } from 'react';
import { onCallStarted, onTrace } from '../../api/live.js';
import { fits, type TraceFilter } from './trace-queries.js';

/** What has happened since the list was read. */
export interface LiveCalls {
  /** Calls that ended and fit the filter. */
  readonly fresh: number;
  readonly failed: number;
  /** Calls that have begun and not ended. */
  readonly running: number;
}

/** Four times a second is enough for numbers. */
const repaintMs = 250;
const nothing: LiveCalls = { fresh: 0, failed: 0, running: 0 };

/** Counts calls while they happen; `reset` forgets those that the list has by now. */
export function useLiveCalls(filter: TraceFilter, isOn: boolean): LiveCalls & { readonly reset: () => void } {
  const [shown, setShown] = useState(nothing);
  const counts = useRef({ fresh: 0, failed: 0, running: new Set<string>() });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef(filter);
  wanted.current = filter;
  const key = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter starts anew
  useEffect(() => {
    counts.current = { fresh: 0, failed: 0, running: new Set() };
    setShown(nothing);
    if (!isOn) return;
    const repaint = (): void => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        const { fresh, failed, running } = counts.current;
        setShown({ fresh, failed, running: running.size });
      }, repaintMs);
    };
    const stopStarted = onCallStarted(({ callId, botId, tool }) => {
      const { bot: wantedBot = botId, tool: wantedTool = tool } = wanted.current;
      if (wantedBot !== botId || wantedTool !== tool) return;
      counts.current.running.add(callId);
      repaint();
    });
    const stopEnded = onTrace((trace) => {
      counts.current.running.delete(trace.callId);
      if (fits(trace, wanted.current)) {
        counts.current.fresh += 1;
        if (trace.status === 'ERROR') counts.current.failed += 1;
      }
      repaint();
    });
    return () => {
      stopStarted();
      stopEnded();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [key, isOn]);
  return {
    ...shown,
    reset() {
      counts.current = { ...counts.current, fresh: 0, failed: 0 };
      setShown(({ running }) => ({ ...nothing, running }));
    },
  };
}
