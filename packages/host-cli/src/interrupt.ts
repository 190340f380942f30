/** The process was asked to end: Ctrl-C, or a signal from whoever manages it. */
export interface Interrupt {
  /** Aborts with the first signal. */
  readonly signal: AbortSignal;
  /** What a shell expects of a command that was interrupted; undefined while it was not. */
  exitCode(): number | undefined;
  /** Signals act as before, unless one was received: then the process is about to end in order. */
  dispose(): void;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof exitCodes;

/**
 * Ctrl-C reaches every process of the terminal, and pnpm and npx pass on the one that they got: what arrives
 * this soon after the first is the same key press.
 */
const samePressMs = 300;

/** Turns the first signal into an abort, so that work can end in order; the second one ends the process at once. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  let received: Signal | undefined;
  let receivedAt = 0;
  const onSignal = (name: Signal): void => {
    if (received !== undefined && performance.now() - receivedAt < samePressMs) return;
    if (received !== undefined) process.exit(exitCodes[name]);
    received = name;
    receivedAt = performance.now();
    controller.abort(new Error(`interrupted by ${name}`));
  };
  const names = Object.keys(exitCodes) as Signal[]; // a literal object has the keys of its type
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    exitCode: () => (received === undefined ? undefined : exitCodes[received]),
    dispose: () => {
      if (received !== undefined) return;
      for (const name of names) process.off(name, onSignal);
    },
  };
}
