import type { Host, Logger } from '@loadout/core';
import { formatWhole } from './describe-error.js';

/**
 * A logger for what the host does not log itself, as errors outside of any call: what is written of an entry is redacted as
 * the host's own lines are (contract 9.5).
 */
export function redactEntries(logger: Logger, { secrets }: Pick<Host, 'secrets'>): Logger {
  return (entry) => {
    const { data, error } = entry;
    const message = secrets.redact(entry.message);
    logger({
      ...entry,
      message,
      ...(data === undefined ? {} : { data: secrets.redact(data) }),
      ...(error === undefined
        ? {}
        : { error: Object.assign(new Error(message), { stack: formatWhole(error, (text) => secrets.redact(text)) }) }),
    });
  };
}
