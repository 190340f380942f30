/**
 * A tool as settings and decisions know it: its owner and that provider's own name for it. So what was said of one
 * owner's tool never counts for another's of the same name, and `expose-as` changes nothing of it.
 */
export interface ToolSubject {
  readonly owner: string;
  readonly toolName: string;
}

/** `owner#name`; neither part can have a `#`. */
export function formatToolSubject({ owner, toolName }: ToolSubject): string {
  return `${owner}#${toolName}`;
}

/** Undefined for what is no `owner#name`. */
export function parseToolSubject(subject: string): ToolSubject | undefined {
  const mark = subject.lastIndexOf('#');
  if (mark < 1 || mark === subject.length - 1) return undefined;
  return { owner: subject.slice(0, mark), toolName: subject.slice(mark + 1) };
}
