/*
 * Places of a loadout, as the host gives them: whoever has the place that a tool gets moves up by one, and so does who stands
 * close behind. The page does the same, so that it shows the order before the host has answered.
 */

/** Places by the names of tools. */
export type Places = ReadonlyMap<string, number>;

/** A tool with the place that it gets. */
export interface Placement {
  readonly tool: string;
  readonly position: number;
}

/** The places after these changes, made in their order. */
export function placeTools(places: Places, placements: readonly Placement[]): Places {
  let now = new Map(places);
  for (const { tool, position } of placements) now = placeOne(now, tool, position);
  return now;
}

/**
 * What brings tools to stand together before `before`; undefined: at the end. They keep their order among themselves. Nothing where
 * they stand so already.
 *
 * @example
 * findPlacements(places, ['web_search'], 'crm_lookup')
 */
export function findPlacements(
  places: Places,
  tools: readonly string[],
  before: string | undefined,
): readonly Placement[] {
  const order = [...places].sort(([, one], [, other]) => one - other);
  const rest = order.filter(([name]) => !tools.includes(name));
  const index = before === undefined ? rest.length : rest.findIndex(([name]) => name === before);
  const wanted = [...rest.slice(0, index).map(([name]) => name), ...tools];
  if (index !== -1 && wanted.every((name, place) => name === order[place]?.[0])) return [];
  const last = rest.at(-1)?.[1] ?? 0;
  const first = (before === undefined ? undefined : places.get(before)) ?? last + 1;
  return tools.map((tool, index) => ({ tool, position: first + index }));
}

function placeOne(places: Map<string, number>, tool: string, position: number): Map<string, number> {
  const now = new Map(places);
  now.delete(tool);
  const at = new Map([...now].map(([name, place]) => [place, name]));
  now.set(tool, position);
  let place = position;
  let displaced = at.get(place);
  while (displaced !== undefined) {
    place += 1;
    now.set(displaced, place);
    displaced = at.get(place);
  }
  return now;
}
