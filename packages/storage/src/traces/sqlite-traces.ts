import type {
  RecordedTrace,
  RecordedTurn,
  TokenUses,
  Trace,
  TraceFilter,
  TraceRecorder,
  TurnFilter,
  TurnTrace,
} from '@loadout/core';

/** How much is kept. */
export interface TracesRetention {
  /** Default 30. */
  readonly maxAgeDays?: number;
  /** Default 1,000,000. */
  readonly maxCount?: number;
}

/** Traces in a file. `record` and `begin` never throw for what is wrong with it. */
export interface SqliteTraces extends TraceRecorder {
  /**
   * Answers a promise where another process holds the lock; it rejects with `STORE_UNAVAILABLE` when that takes longer than
   * 2 seconds. Where the file cannot be written at all it returns: that is reported once, and the row comes later.
   */
  begin(trace: Trace): Promise<void> | undefined;
  list(filter?: TraceFilter): Promise<readonly RecordedTrace[]>;
  recordTurn(turn: TurnTrace): void;
  listTurns(filter?: TurnFilter): Promise<readonly RecordedTurn[]>;
  revision(): number;
  /** Last uses of tokens, written with the traces. */
  readonly tokenUses: TokenUses;
  /** Writes what waits. Throws `STORE_UNAVAILABLE` where that is not possible within 5 seconds; it then waits on. */
  flush(): Promise<void>;
  /** Deletes what is more, or older, than is kept, turns too; answers how many traces. Done by itself every ten minutes. */
  prune(): Promise<number>;
  /** Reads the whole file, and answers what is wrong with it, one sentence each with its remedy. */
  examine(): Promise<readonly string[]>;
  /** Writes a whole copy while others go on. Throws `STORE_UNAVAILABLE` where the file is there already. */
  backUp(file: string): Promise<void>;
  /** Writes what waits, waiting for locks up to 5 seconds, and closes the file. Safe to call twice. */
  close(): Promise<void>;
}
