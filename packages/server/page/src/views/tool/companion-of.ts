/** The companion whose provider an owner is: one may have several, told apart after `#`. */
export function companionOf(owner: string): string {
  return owner.split('#', 1)[0] ?? owner;
}
