import { type Host, isLoadoutError } from '@loadout/core';
import { awaitLists } from './await-lists.js';

/** Does the work once more where it named a tool that may be among those that are not listed yet. */
export async function onceListed<T>(host: Host, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLoadoutError(error, 'TOOL_UNKNOWN') || !(await awaitLists(host))) throw error;
    return work();
  }
}
