import { describeCatalogue } from '../catalogue/describe-catalogue.js';
import { describeDefinitionProblem } from '../catalogue/load-definition-files.js';
import type { Finding } from '../contract/finding.js';
import type { CompanionReport, LeftOutTool } from '../contract/report.js';
import type { OperatorView } from '../turn/operator-view.js';
import type { AssignedUse } from './examine-assignments.js';
import type { KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

/** How the merge begins what it says of a rule for names, and ends what it says of a name that another owner has. */
const rulePrefix = 'exposeAs: ';
const nameIsTaken = 'Bring it in under another one with exposeAs.';

/** How companions are. */
export function examineCompanions({ registry }: OperatorParts, uses: readonly AssignedUse[]): readonly Finding[] {
  return registry.describeCompanions().flatMap((companion) => examineCompanion(companion, uses));
}

function examineCompanion(companion: CompanionReport, uses: readonly AssignedUse[]): readonly Finding[] {
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
      const bots = new Set(uses.filter(({ owner }) => isOwnerOf(id, owner)).flatMap((use) => [...use.bots]));
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
  return [...files, ...leftOut.map((entry) => describeLeftOut(entry, decided))];
}

/** The reason says what is wrong and what to do; where to do it depends on whose doing it is. */
function describeLeftOut({ name, owner, status, reason }: LeftOutTool, decided: ReadonlySet<string>): Finding {
  const subject = `${owner}#${name ?? '?'}`;
  if (reason.startsWith(rulePrefix)) {
    const about = { level: 'warning', message: reason.slice(rulePrefix.length) } as const;
    return decided.has(subject)
      ? {
          ...about,
          area: 'decisions',
          subject: `expose-as ${subject}`,
          remedy: 'Decide otherwise: loadout host set expose-as TOOL NAME',
        }
      : {
          ...about,
          area: 'configuration',
          subject: `exposeAs ${subject}`,
          remedy: 'Correct exposeAs in the configuration.',
        };
  }
  const about = { area: 'definitions', subject, message: reason } as const;
  if (status === 'quarantined') {
    return { ...about, level: 'error', remedy: 'Tell the author; the other tools are not affected.' };
  }
  return reason.endsWith(nameIsTaken)
    ? { ...about, level: 'warning', remedy: `To have it as well: loadout host set expose-as ${subject} NAME` }
    : { ...about, level: 'warning', remedy: 'Tell the author; the tool that has the name is not affected.' };
}

/** Whether a companion is behind an owner. */
function isOwnerOf(companionId: string, owner: string): boolean {
  return owner === companionId || owner.startsWith(`${companionId}/`);
}

/** A number of bots, in words. */
export function countBots(count: number): string {
  return count === 1 ? '1 bot' : `${count} bots`;
}
