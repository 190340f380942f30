/**
 * Milliseconds of a processor that this process has had. For tests that say how much work something may be: other
 * processes of a busy machine do not count.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
