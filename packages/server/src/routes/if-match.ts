import { HttpProblem } from '../problem.js';

/** Undefined: any revision will do. Tags are compared as texts: those that are none of ours fit no revision, as weak ones do not. */
export function readIfMatch(header: string | undefined, what: string): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  const broken = tags.find((tag) => !/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(tag));
  if (broken !== undefined) throw new HttpProblem(400, `The header If-Match has to be ${what}.`);
  return tags;
}

/** The option of the host for a header with the `revision` that a setting or a decision was read with. */
export function readCondition(header: string | undefined): { readonly ifRevision?: string } {
  const what = 'one revision as it was answered, in double quotes';
  const tags = readIfMatch(header, what);
  if (tags === undefined) return {};
  const [tag = '', ...others] = tags;
  if (others.length > 0) throw new HttpProblem(400, `The header If-Match has to be ${what}.`);
  return { ifRevision: tag.startsWith('W/') ? tag : tag.slice(1, -1) };
}
