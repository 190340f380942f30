import { type Finding, isLoadoutError } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Style } from '../output/style.js';
import type { Session } from '../session.js';

/** Everything that an operator should know of, each with its remedy; 1 where something does not work. */
export async function examine(session: Session, flags: { readonly json?: boolean }): Promise<number> {
  const { host, out } = session;
  const findings = [...listOwn(session), ...(await host.examine()), ...(await examineTraces(session))];
  const count = (level: Finding['level']): number => findings.filter((finding) => finding.level === level).length;
  const errors = count('error');
  if (flags.json) out.printJson({ findings });
  else {
    for (const finding of findings) out.print(describeFinding(finding, out.style));
    const warnings = count('warning');
    out.print(
      errors + warnings === 0
        ? out.style.green('Nothing is wrong.')
        : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`,
    );
  }
  return errors > 0 ? 1 : 0;
}

/** What the command knows beside the host: its configuration, and files that cannot be used. */
function listOwn({ remarks, troubles, configuration, store }: Session): readonly Finding[] {
  return [
    ...remarks.map(toFinding),
    ...troubles,
    ...(store === undefined && troubles.length === 0
      ? [
          {
            level: 'note',
            area: 'database',
            code: 'database-absent',
            details: {},
            subject: configuration.database,
            message: 'There is none yet; the first bot makes it.',
            remedy: null,
          } as const,
        ]
      : []),
  ];
}

/** The file of traces is none of the host's. */
async function examineTraces({ traces, configuration }: Session): Promise<readonly Finding[]> {
  if (traces === undefined) return [];
  const { tracesFileOf } = await import('@loadout/storage');
  const toTrouble = (message: string): Finding => ({
    level: 'error',
    area: 'database',
    code: 'database-broken',
    details: { error: message },
    subject: tracesFileOf(configuration.database),
    message,
    remedy:
      'Stop all processes that use the file, keep a copy, and put the last backup in its place, or go on without.',
  });
  try {
    return (await traces.examine()).map(toTrouble);
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return [toTrouble(error.message)];
  }
}

/** A remark begins with its place, and may end with its remedy. */
function toFinding(remark: string): Finding {
  const [subject = ''] = remark.split(': ', 1);
  const [, message = remark, remedy = 'Correct the place that is named.'] =
    /^(.* is left out\.) (\S.*)$/.exec(remark) ?? [];
  const about = { level: 'warning', area: 'configuration', code: 'configuration-remark', subject } as const;
  return { ...about, details: { error: message }, message, remedy };
}

function describeFinding({ level, area, subject, message, remedy }: Finding, style: Style): string {
  const paint = { error: style.red, warning: style.yellow, note: style.dim }[level];
  const about = message.startsWith(subject) || subject === area ? '' : ` ${subject}:`;
  // What SQLite says may have lines of its own.
  const text = neutraliseLine(`${area}:${about} ${message}`);
  return `${paint(`${level}:`)} ${text}${remedy === null ? '' : `\n    ${neutraliseLine(remedy)}`}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
