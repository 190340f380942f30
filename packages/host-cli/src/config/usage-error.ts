/** The command or its configuration is wrong in a way that leaves nothing to do: one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
