/** Where the focus goes when nothing waits any more. */
export const nothingId = 'nothing-waits';

/** The id of a card's heading. */
export function cardId(approval: string): string {
  return `approval-${approval}`;
}
