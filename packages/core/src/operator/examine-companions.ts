import { describeCatalogue } from '../catalogue/describe-catalogue.js';
import { describeDefinitionProblem } from '../catalogue/load-definition-files.js';
import type { Finding } from '../contract/finding.js';
import type { CompanionReport } from '../contract/report.js';
import type { OperatorView } from '../turn/operator-view.js';
import type { AssignedUse } from './examine-assignments.js';
import type { KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

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
  return [
    ...files,
    ...leftOut.map(({ name, owner, status, reason }): Finding => {
      const subject = `${owner}#${name ?? '?'}`;
      if (reason.startsWith('exposeAs: ')) {
        // It says what to do; where to do it depends on who said it.
        const message = reason.slice('exposeAs: '.length);
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
      return status === 'quarantined'
        ? {
            level: 'error',
            area: 'definitions',
            subject,
            message: reason,
            remedy: 'Tell the author; the other tools are not affected.',
          }
        : {
            level: 'warning',
            area: 'definitions',
            subject,
            message: reason,
            remedy: `To have it as well: loadout host set expose-as ${subject} NAME`,
          };
    }),
  ];
}

/** Whether a companion is behind an owner. */
export function isOwnerOf(companionId: string, owner: string): boolean {
  return owner === companionId || owner.startsWith(`${companionId}/`);
}

/** A number of bots, in words. */
export function countBots(count: number): string {
  return count === 1 ? '1 bot' : `${count} bots`;
}
