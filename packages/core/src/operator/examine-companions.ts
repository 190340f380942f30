import { describeCatalogue } from '../catalogue/describe-catalogue.js';
import { describeDefinitionProblem } from '../catalogue/load-definition-files.js';
import type { ExposeAs } from '../contract/configuration.js';
import type { Finding } from '../contract/finding.js';
import type { CompanionReport, LeftOutTool } from '../contract/report.js';
import { formatToolSubject } from '../contract/tool-subject.js';
import type { OperatorView } from '../turn/operator-view.js';
import { countBots } from './count-bots.js';
import type { AssignedUse } from './examine-assignments.js';
import type { KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';
import { findSuccessor } from './renamed-owner.js';

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
  const problem = problems.at(-1);
  const last = problem?.message;
  const details = {
    companion: id,
    ...(problem === undefined ? {} : { cause: problem.code, error: problem.message }),
  };
  const about = { area: 'companions', subject: id, details } as const;
  const again = `Mend what the problem says, then run: loadout companions refresh ${id}`;
  switch (state) {
    case 'failed':
      return [
        {
          ...about,
          level: 'error',
          code: 'companion-failed',
          message: `It failed, and brings no tools: ${last ?? 'no problem is known'}`,
          remedy: again,
        },
      ];
    case 'stale':
      return [
        {
          ...about,
          level: 'warning',
          code: 'companion-stale',
          message: `It does not answer, so its last good list is used: ${last ?? 'no problem is known'}`,
          remedy: again,
        },
      ];
    case 'loading':
      return [
        {
          ...about,
          level: 'warning',
          code: 'companion-loading',
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
        {
          ...about,
          level: 'warning',
          code: 'companion-off',
          details: { companion: id, bots: bots.size },
          message,
          remedy: 'Switch it on in the configuration, or unassign its tools.',
        },
      ];
    }
    case 'ready':
      return last === undefined
        ? []
        : [
            {
              ...about,
              level: 'note',
              code: 'companion-recovered',
              message: `It works. Its last problem was: ${last}`,
              remedy: null,
            },
          ];
  }
}

/** Definitions that are in no catalogue. */
export function examineDefinitions(
  { definitionProblems, registry }: OperatorParts,
  { catalogue, checker }: KnownTools,
  view: OperatorView,
): readonly Finding[] {
  const files = definitionProblems.map(
    (problem): Finding => ({
      level: 'error',
      area: 'definitions',
      code: 'definition-file-broken',
      details: { names: problem.names, error: describeDefinitionProblem(problem) },
      subject: problem.file ?? problem.names[0] ?? 'built-in tools',
      message: describeDefinitionProblem(problem),
      remedy: 'Correct the file, and start again.',
    }),
  );
  const said = new Set(files.map(({ message }) => message));
  const leftOut = describeCatalogue(catalogue, checker, 'en').leftOut.filter(
    // What an owner that has another name now was decided for is told with that decision.
    (entry) =>
      !said.has(entry.reason) &&
      !(findRule(entry, view.exposeAs) !== undefined && findSuccessor(registry, catalogue, entry.owner) !== undefined),
  );
  return [...files, ...leftOut.map((entry) => describeLeftOut(entry, view.exposeAs))];
}

/** The reason says what is wrong and what to do; where to do it depends on whose doing it is. */
function describeLeftOut(entry: LeftOutTool, decisions: readonly ExposeAs[]): Finding {
  const { name, owner, tool, holder, count, cause, reason } = entry;
  const subject = `${owner}#${name ?? '?'}`;
  const details = {
    owner,
    ...(name === null ? {} : { tool: tool ?? name }),
    ...(tool === undefined || name === null ? {} : { name }),
    ...(holder === undefined ? {} : { holder }),
    ...(count === undefined ? {} : { count }),
  };
  const about = { area: 'definitions', subject, details, message: reason } as const;
  switch (cause) {
    case 'expose-as': {
      const message = reason.replace(/^exposeAs: /, '');
      const failed = { level: 'warning', code: 'expose-as-unusable', details: { ...details, error: message } } as const;
      const rule = findRule(entry, decisions);
      if (rule === undefined) {
        const remedy = 'Correct exposeAs in the configuration.';
        return { ...failed, area: 'configuration', subject: `exposeAs ${subject}`, message, remedy };
      }
      const decision = `expose-as ${formatToolSubject({ owner, toolName: rule.tool })}`;
      const remedy = `Take it back: loadout host unset ${decision}. Or give it another name: loadout host set ${decision} NAME`;
      return { ...failed, area: 'decisions', subject: decision, message, remedy };
    }
    case 'definition':
    case 'file':
      return {
        ...about,
        level: 'error',
        code: 'definition-broken',
        details: { ...details, error: reason },
        remedy: 'Tell the author; the other tools are not affected.',
      };
    case 'name-taken': {
      const remedy = `To have it as well: loadout host set expose-as ${subject} NAME`;
      return { ...about, level: 'warning', code: 'name-taken', remedy };
    }
    case 'listed-twice': {
      const remedy = 'Tell the author; the first of the two is not affected.';
      return { ...about, level: 'warning', code: 'name-listed-twice', remedy };
    }
    case 'too-many':
      return {
        ...about,
        level: 'warning',
        code: 'names-left-out',
        remedy: 'Tell the author; other tools are not affected.',
      };
    case 'alias-taken': {
      const remedy = 'Tell the author; the tool that has the name is not affected.';
      return { ...about, level: 'warning', code: 'alias-taken', remedy };
    }
    default:
      return neverCause(cause);
  }
}

/** The decision that an entry is about, if it is about one. */
function findRule({ name, owner, tool, cause }: LeftOutTool, decisions: readonly ExposeAs[]): ExposeAs | undefined {
  if (cause !== 'expose-as') return undefined;
  return decisions.find((one) => one.owner === owner && one.tool === tool && one.as === name);
}

function neverCause(cause: never): never {
  throw new Error(`A tool is left out for the unknown cause ${String(cause)}.`);
}
