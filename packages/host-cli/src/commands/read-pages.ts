/** Most that the host answers at once. */
const mostAtOnce = 1_000;

/** Reads the newest `limit` entries page by page, and answers them with the newest last. */
export async function readPages<T extends { readonly id: number }>(
  limit: number,
  read: (page: { readonly limit: number; readonly beforeId?: number }) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  let beforeId: number | undefined;
  while (found.length < limit) {
    const wanted = Math.min(mostAtOnce, limit - found.length);
    const page = await read({ limit: wanted, ...(beforeId === undefined ? {} : { beforeId }) });
    found.push(...page);
    if (page.length < wanted) break;
    beforeId = Math.min(...page.map(({ id }) => id));
  }
  return found.slice(0, limit).reverse();
}
