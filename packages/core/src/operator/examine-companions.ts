import { describeCatalogue } from '../catalogue/describe-catalogue.js';
import { describeDefinitionProblem } from '../catalogue/load-definition-files.js';
import type { Finding } from '../contract/finding.js';
import type { CompanionReport, LeftOutTool } from '../contract/report.js';
import type { OperatorView } from '../turn/operator-view.js';
import { countBots } from './count-bots.js';
import type { AssignedUse } from './examine-assignments.js';
import type { KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

/** How companions are. */
export function examineCompanions(parts: OperatorParts, uses: readonly AssignedUse[]): readonly Finding[] {
  return parts.registry.describeCompanions().flatMap((companion) => examineCompanion(companion, parts, uses));
}

function examineCompanion(
  companion: CompanionReport,
  { registry }: OperatorParts,
  uses: readonly AssignedUse[],
): readonly Finding[] {
  const { id, state, problems } = companion;
  const last = problems.at(-1)?.message;
  const about = { area: 'companions', subject: id } as const;
  const again = `Mend what the problem says, then run: loadout companions refresh ${id}`;
  switch (state) {
    case 'failed':
      return [
        {
          ...about,
          level: 'error',
          message: `It failed, and brings no tools: ${last ?? 'no problem is known'}`,
          remedy: again,
        },
      ];
    case 'stale':
      return [
        {
          ...about,
          level: 'warning',
          message: `It does not answer, so its last good list is used: ${last ?? 'no problem is known'}`,
          remedy: again,
        },
      ];
    case 'loading':
      return [
        {
          ...about,
          level: 'warning',
          message: 'It has not answered yet.',
          remedy: `Wait, or ask it again: loadout companions refresh ${id}`,
        },
      ];
    case 'off': {
      const bots = new Set(
        uses.filter(({ owner }) => registry.companionOf(owner)?.id === id).flatMap((use) => [...use.bots]),
      );
      if (bots.size === 0) return [];
      const message = `It is switched off, and ${countBots(bots.size)} ${bots.size === 1 ? 'has' : 'have'} tools of it. Their names stay reserved.`;
      return [
        { ...about, level: 'warning', message, remedy: 'Switch it on in the configuration, or unassign its tools.' },
      ];
    }
    case 'ready':
      return last === undefined
        ? []
        : [{ ...about, level: 'note', message: `It works. Its last problem was: ${last}`, remedy: null }];
  }
}

/** Definitions that are in no catalogue. */
export function examineDefinitions(
  { definitionProblems }: OperatorParts,
  { catalogue, checker }: KnownTools,
  view: OperatorView,
): readonly Finding[] {
  const files = definitionProblems.map(
    (problem): Finding => ({
      level: 'error',
      area: 'definitions',
      subject: problem.file ?? problem.names[0] ?? 'built-in tools',
      message: describeDefinitionProblem(problem),
      remedy: 'Correct the file, and start again.',
    }),
  );
  const said = new Set(files.map(({ message }) => message));
  const decided = new Set(view.exposeAs.map(({ owner, as }) => `${owner}#${as}`));
  const leftOut = describeCatalogue(catalogue, checker, 'en').leftOut.filter(({ reason }) => !said.has(reason));
  return [...files, ...leftOut.map((entry) => describeLeftOut(entry, catalogue, decided))];
}

/** The reason says what is wrong and what to do; where to do it depends on whose doing it is. */
function describeLeftOut(
  { name, owner, cause, reason }: LeftOutTool,
  catalogue: KnownTools['catalogue'],
  decided: ReadonlySet<string>,
): Finding {
  const subject = `${owner}#${name ?? '?'}`;
  const about = { area: 'definitions', subject, message: reason } as const;
  switch (cause) {
    case 'expose-as': {
      const message = reason.replace(/^exposeAs: /, '');
      return decided.has(subject)
        ? {
            level: 'warning',
            area: 'decisions',
            subject: `expose-as ${subject}`,
            message,
            remedy: 'Decide otherwise: loadout host set expose-as TOOL NAME',
          }
        : {
            level: 'warning',
            area: 'configuration',
            subject: `exposeAs ${subject}`,
            message,
            remedy: 'Correct exposeAs in the configuration.',
          };
    }
    case 'definition':
    case 'file':
      return { ...about, level: 'error', remedy: 'Tell the author; the other tools are not affected.' };
    case 'name-taken':
      if (name === null)
        return { ...about, level: 'warning', remedy: 'Tell the author; other tools are not affected.' };
      // Its owner listed it twice: no other name helps.
      if (catalogue.tools.get(name ?? '')?.owner === owner)
        return { ...about, level: 'warning', remedy: 'Tell the author; the first of the two is not affected.' };
      return { ...about, level: 'warning', remedy: `To have it as well: loadout host set expose-as ${subject} NAME` };
    case 'alias-taken':
      return { ...about, level: 'warning', remedy: 'Tell the author; the tool that has the name is not affected.' };
    default:
      return neverCause(cause);
  }
}

function neverCause(cause: never): never {
  throw new Error(`A tool is left out for the unknown cause ${String(cause)}.`);
}
