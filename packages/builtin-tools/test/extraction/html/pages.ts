/** Sentences for pages of tests: `count` paragraphs of running text, each of them another one. */
export function paragraphs(count: number, topic = 'peat'): string {
  return Array.from({ length: count }, (_, index) => `<p>${sentence(topic, index)}</p>`).join('');
}

/** One paragraph of running text. */
export function sentence(topic: string, index: number): string {
  return (
    `Paragraph ${index} about ${topic} says that measuring goes on, that results differ from year to year, and that ` +
    'nobody should decide before the next samples have been taken, dried and weighed in the laboratory.'
  );
}

/** What most sites have around their pages. */
export function withFrame(main: string, head = ''): string {
  return `<!DOCTYPE html><html lang="en"><head><title>A page</title>${head}</head><body class="has-sidebar nav-open">
    <header class="site-header"><a href="/">Site logo words</a>
      <nav><ul><li><a href="/a">Menu entry one</a></li><li><a href="/b">Menu entry two</a></li></ul></nav></header>
    <div class="cookie-banner"><p>We use cookies to improve your experience on our website.</p><button>Accept</button></div>
    ${main}
    <footer><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul>Footer words</footer>
    </body></html>`;
}

/** What no page may keep of the frame. */
export const frameWords = ['Site logo words', 'Menu entry one', 'use cookies', 'Accept', 'Imprint', 'Footer words'];
