/** Whether an owner (contract's word: `<package>` or `<package>/<provider id>`) is of this companion. */
export function isOwnerOf(companionId: string, owner: string): boolean {
  return owner === companionId || owner.startsWith(`${companionId}/`);
}
