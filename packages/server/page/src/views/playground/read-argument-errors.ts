/*
 * What the host says of arguments that do not fit, by field. It says it in a sentence for models, the same for every caller:
 * `Invalid arguments for "name": ` and then one problem, or one on each line, as `path: what is wrong`.
 */
import type { FieldError } from '../../parts/schema-form/error-schema.js';

const opening = /^Invalid arguments for "[^"]*": /;

/** The errors by their places; none where the text says something else. */
export function readArgumentErrors(text: string): readonly FieldError[] {
  if (!opening.test(text)) return [];
  const rest = text.replace(opening, '');
  const lines = rest.startsWith('\n- ') ? rest.slice(3).split('\n- ') : [rest];
  return lines.map(readLine);
}

function readLine(line: string): FieldError {
  const steps: string[] = [];
  let place = 0;
  for (;;) {
    const step = /^(?:\.?([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/u.exec(line.slice(place));
    if (step === null || (step[0].startsWith('.') && place === 0)) break;
    const [whole, name, position, quoted] = step;
    steps.push(name ?? position ?? readQuoted(quoted ?? '""'));
    place += whole.length;
  }
  if (steps.length === 0 || line.slice(place, place + 2) !== ': ') return { pointer: '', message: line };
  return { pointer: steps.map((step) => `/${escapeStep(step)}`).join(''), message: line.slice(place + 2) };
}

function readQuoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
