/** The words of an element's `class` and `id`, in lower case: `siteNav main-menu` has site, nav, main and menu. */
export function nameWords(element: Element): readonly string[] {
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  if (names === ' ') return [];
  return names
    .slice(0, 400)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
