import { LoadoutError, TOOL_NAME_PATTERN } from '@loadout/core';

/** `name` if a tool can have it. Throws `TOOL_NAME_INVALID`. The host asks it of names to assign alone. */
export function requireToolName(name: string): string {
  if (TOOL_NAME_PATTERN.test(name)) return name;
  throw new LoadoutError(
    'TOOL_NAME_INVALID',
    `${JSON.stringify(name)} is no tool name. Use 1 to 64 letters, digits, "_" or "-", and begin with a letter or "_".`,
    { details: { name } },
  );
}
