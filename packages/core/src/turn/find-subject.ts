import type { TurnScope } from '../execution/execution-parts.js';
import type { CallSubject } from '../execution/recognisable-tool.js';

/** Of a turn, what its tools are known by. */
export type KnownTools = Pick<TurnScope, 'tools' | 'recognisable' | 'catalogue'>;

/** The tool that a model means by a name, also one that nobody lists. Undefined where the name is the model's own text. */
export function findSubject({ tools, recognisable, catalogue }: KnownTools, name: string): CallSubject | undefined {
  const canonical = catalogue.canonicalName(name);
  return tools.get(name) ?? tools.get(canonical) ?? recognisable.get(name) ?? recognisable.get(canonical);
}
