import type { ConfigurationProblem } from '../contract/implementation.js';

/** Of one answer so many are told, each so long at most. */
const MAX_PROBLEMS = 20;
const MAX_CHARACTERS = 10_000;

/** What `validateConfiguration` answered, in objects of the host's own; undefined for what is no list of problems. */
export function readConfigurationProblems(answer: unknown): readonly ConfigurationProblem[] | undefined {
  if (answer === undefined || answer === null) return [];
  try {
    if (!Array.isArray(answer)) return undefined;
    const problems: ConfigurationProblem[] = [];
    for (const entry of answer.slice(0, MAX_PROBLEMS) as readonly unknown[]) {
      if (typeof entry !== 'object' || entry === null) return undefined;
      // Foreign object: both are judged.
      const { field, message } = entry as Readonly<Record<string, unknown>>;
      if (typeof message !== 'string') return undefined;
      problems.push({ ...(typeof field === 'string' ? { field: cut(field) } : {}), message: cut(message) });
    }
    return problems;
  } catch {
    // A proxy or a getter that throws.
    return undefined;
  }
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}
