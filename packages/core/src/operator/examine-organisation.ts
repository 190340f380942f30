import type { Finding } from '../contract/finding.js';
import type { OperatorView } from '../turn/operator-view.js';
import { findLockProblem } from '../turn/settings-layers.js';
import { nameAssigned } from '../turn/tool-names.js';
import { type KnownTools, settingsSchemaOf } from './known-tools.js';
import type { AssignedName } from './tool-reference.js';

/** What is wrong with the organisation's file, and what of it is about nothing here. */
export function examineOrganisation(
  { catalogue, checker }: KnownTools,
  { organisation }: OperatorView,
  uses: readonly AssignedName[],
): readonly Finding[] {
  const { place } = organisation;
  if (place === null) return [];
  const findings: Finding[] = organisation.problems.map((problem) => ({
    level: 'error',
    area: 'organisation',
    code: 'organisation-file-broken',
    details: { error: problem.message },
    subject: problem.place,
    message: problem.message,
    remedy: problem.remedy ?? 'Whoever manages the file corrects the place that is named.',
  }));
  const known = new Set<string>();
  // Shared by all tools that have them.
  const related = new Set([...catalogue.tools.values()].map(({ relatedNames }) => relatedNames));
  for (const names of related) for (const name of names) known.add(name);
  for (const listed of catalogue.tools.values()) {
    for (const name of [listed.name, listed.ownName, ...listed.aliases]) known.add(name);
    const schema = settingsSchemaOf(listed, checker);
    for (const { field, value = null, isLocked } of organisation.settings(listed)) {
      const details = { tool: listed.name, field };
      const about = { level: 'warning', area: 'organisation', subject: listed.name } as const;
      const rule = typeof schema === 'object' ? schema.fields.get(field) : undefined;
      const remedy = 'Whoever manages the file corrects or removes the entry.';
      if (schema !== undefined && rule === undefined) {
        const message = `The file has a value for "${field}", and the tool declares no such setting. It counts for nothing.`;
        findings.push({ ...about, code: 'organisation-setting-undeclared', details, message, remedy });
      }
      const problem = rule === undefined ? undefined : findLockProblem(rule, value);
      if (problem === undefined) continue;
      const effect = isLocked
        ? 'It is locked to nothing, and the tool counts as not configured.'
        : 'It counts for nothing.';
      findings.push({
        ...about,
        level: isLocked ? 'error' : 'warning',
        code: isLocked ? 'organisation-lock-misfit' : 'organisation-value-misfit',
        details: { ...details, error: `"${field}" ${problem}.` },
        message: `"${field}" ${problem}. ${effect}`,
        remedy,
      });
    }
  }
  // Its provider may run what a bot has and nobody lists (contract 1.8), and the entry counts there.
  for (const use of uses) {
    const { name, ownName, aliases, relatedNames } = nameAssigned(catalogue, use);
    for (const one of [name, ownName, ...aliases, ...relatedNames]) known.add(one);
  }
  for (const { tool, owner, place: at } of organisation.subjects) {
    const about = { level: 'note', area: 'organisation', subject: at } as const;
    const trouble = owner === undefined ? undefined : explainOwner(owner, catalogue);
    if (trouble !== undefined) findings.push({ ...about, ...trouble });
    else if (!known.has(tool)) {
      const message = `No tool is called "${tool}" at present. The entry counts when there is one.`;
      findings.push({ ...about, code: 'organisation-tool-absent', details: { tool }, message, remedy: null });
    }
  }
  return findings;
}

/** What is to be known of the owner that an entry names: it has another name by now, or is not there. */
function explainOwner(
  owner: string,
  { slots }: KnownTools['catalogue'],
): Pick<Finding, 'code' | 'details' | 'message' | 'remedy'> | undefined {
  if (slots.some((slot) => slot.owner === owner && slot.isRegistered)) return undefined;
  const successor = slots.find(({ formerOwners }) => formerOwners.includes(owner))?.owner;
  if (successor !== undefined) {
    const message = `${successor} says that it was formerly ${owner}. The entry counts for it as long as it says so.`;
    const remedy = `Whoever manages the file lets the entry name ${successor} as well.`;
    return { code: 'organisation-owner-renamed', details: { owner: successor, before: owner }, message, remedy };
  }
  if (slots.some((slot) => slot.owner === owner)) return undefined;
  const message = `Nobody has tools as ${owner} at present. The entry counts when somebody does, and for no other owner.`;
  return { code: 'organisation-owner-absent', details: { owner }, message, remedy: null };
}
