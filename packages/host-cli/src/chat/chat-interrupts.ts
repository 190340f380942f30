/** Ctrl-C in a chat: it cancels the turn that runs, and ends the chat where none does. */
export interface ChatInterrupts {
  /** Aborts when the chat is to end. */
  readonly ended: AbortSignal;
  readonly hasEnded: boolean;
  /** A signal for the turn that begins. */
  beginTurn(): AbortSignal;
  endTurn(): void;
  /** Somebody pressed Ctrl-C. */
  interrupt(): void;
  /** What a shell expects; undefined where the chat was not ended from outside. */
  exitCode(): number | undefined;
  dispose(): void;
}

/** pnpm and npx pass on a key press that the command gets anyway: what comes this soon after the first is the same. */
const samePressMs = 300;
const exitCodes = { SIGTERM: 143, SIGHUP: 129 } as const;

/** What signals do to lines. */
export interface InterruptedLines {
  /** Answers whether there was a line to take back. */
  clear(): boolean;
  /** Answers whether somebody was being asked something, who has no answer now. */
  hangUp(): boolean;
}

/** Listens for signals until it is disposed of. */
export function listenForChat(lines: InterruptedLines): ChatInterrupts {
  const chat = new AbortController();
  let turn: AbortController | undefined;
  let pressedAt = -Infinity;
  let code: number | undefined;
  const end = (): void => {
    turn?.abort(new Error('the chat was ended'));
    chat.abort(new Error('the chat was ended'));
  };
  const interrupt = (): void => {
    const now = performance.now();
    if (now - pressedAt < samePressMs) return;
    pressedAt = now;
    if (turn === undefined) {
      if (!lines.clear()) end();
    } else if (turn.signal.aborted) end();
    else turn.abort(new Error('cancelled by Ctrl-C'));
  };
  const onSignal = (name: keyof typeof exitCodes): void => {
    code = exitCodes[name];
    // Whose terminal goes away in the middle of a question has not said no: the turn waits.
    if (turn !== undefined && !turn.signal.aborted && lines.hangUp()) chat.abort(new Error('the chat was ended'));
    else end();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onSignal);
  return {
    ended: chat.signal,
    get hasEnded() {
      return chat.signal.aborted;
    },
    beginTurn() {
      turn = new AbortController();
      if (chat.signal.aborted) turn.abort(chat.signal.reason);
      return turn.signal;
    },
    endTurn() {
      turn = undefined;
    },
    interrupt,
    exitCode: () => code,
    dispose() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', onSignal);
      process.off('SIGHUP', onSignal);
    },
  };
}
