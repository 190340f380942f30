import { useQuery } from '@tanstack/react-query';
import { catalogueQuery } from '../../../api/queries.js';
import { useLanguage } from '../../../texts/language.js';

/** Hashes of an owner's definitions as they are known here, by the names of its tools. */
export function useDefinitions(owner: string): Readonly<Record<string, string>> {
  const { data } = useQuery(catalogueQuery(useLanguage()));
  const own = (data?.tools ?? []).filter((tool) => tool.owner === owner);
  return Object.fromEntries(own.map(({ name, definitionHash }) => [name, definitionHash]));
}
