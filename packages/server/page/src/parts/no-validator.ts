/** Stands for a validator that the form's library imports for its tests alone, and that a strict policy refuses. */
export function createNoValidator(): never {
  throw new Error('The page validates on the server.');
}
