/** A part of the path, by the name that the route has for it. */
export function param(params: Readonly<Record<string, string>>, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`The path of the route has no {${name}}.`);
  return value;
}
