/** Rows that are read at once where a table may be large: about a millisecond's worth. */
export const PAGE_SIZE = 500;

/**
 * All rows, page by page, so that the event loop is free in between. `readPage` gives at most `pageSize` rows that come
 * after `last`, or the first ones.
 */
export async function readPages<Row>(
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
  pageSize: number = PAGE_SIZE,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1));
    for (const row of page) rows.push(row);
    if (page.length < pageSize) return rows;
  }
}

/** Deletes by the slice until one was not full: one statement for all rows would hold the event loop. */
export async function deleteInSlices(deleteSlice: (limit: number) => Promise<readonly unknown[]>): Promise<void> {
  while ((await deleteSlice(PAGE_SIZE)).length === PAGE_SIZE);
}
