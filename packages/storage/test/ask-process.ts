import type { ChildProcess } from 'node:child_process';

/** Sends a question, where there is one, and answers what comes back. Rejects when the process ends before that. */
export function askProcess(child: ChildProcess, question?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const forget = (): void => {
      child.off('message', onMessage);
      child.off('exit', onExit);
    };
    const onMessage = (message: { readonly answer?: unknown; readonly error?: string }): void => {
      forget();
      if (message.error === undefined) resolve(message.answer);
      else reject(new Error(message.error));
    };
    const onExit = (): void => {
      forget();
      reject(new Error('The other process has ended.'));
    };
    if (child.exitCode !== null || child.signalCode !== null) return onExit();
    child.on('message', onMessage);
    child.on('exit', onExit);
    // One that is being killed takes no question any more; its end says so.
    if (question !== undefined) child.send(question, () => {});
  });
}
