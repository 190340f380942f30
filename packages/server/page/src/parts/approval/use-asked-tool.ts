import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../api/queries.js';
import { useLanguage } from '../../texts/language.js';
import { definitionQuery } from '../definition-diff/definition-query.js';

/** What of a call's tool matters to whoever decides on it. */
export interface AskedTool {
  /** The arguments that nobody is shown, of those that were given. The tool's definition says so, and nothing in a call. */
  readonly hidden: readonly string[];
  /** It can delete or overwrite. */
  readonly isDestructive: boolean;
}

/** The tool as it was when the call asked: the present definition, or that on record where it is another one by now. */
export function useAskedTool({
  tool,
  definitionHash,
  arguments: given,
}: {
  readonly tool: string;
  readonly definitionHash: string;
  readonly arguments: object;
}): AskedTool {
  const { data } = useQuery(toolQuery(tool, useLanguage()));
  const isPresent = data?.tool?.definitionHash === definitionHash;
  const { data: recorded } = useQuery({
    ...definitionQuery(definitionHash),
    enabled: data !== undefined && !isPresent,
  });
  const definition = isPresent ? data?.tool : recorded;
  const { sensitiveArguments, policy } = (definition ?? {}) as Definition; // both come from the host's checked definitions
  return {
    hidden: listHidden(sensitiveArguments, given),
    isDestructive: policy?.readOnly !== true && policy?.destructive === true,
  };
}

/** Names of sensitive arguments that a call gives. */
export function listHidden(sensitive: readonly string[] = [], given: object): readonly string[] {
  return sensitive.filter((name) => Object.hasOwn(given, name));
}

interface Definition {
  readonly sensitiveArguments?: readonly string[];
  readonly policy?: { readonly readOnly?: boolean; readonly destructive?: boolean };
}
