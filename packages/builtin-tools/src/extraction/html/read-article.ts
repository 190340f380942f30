import { Readability } from '@mozilla/readability';

/** What the reader finds: the article's element and who it says wrote it. It takes the document apart. */
export function readArticle(
  document: Document,
): { readonly content: HTMLElement; readonly byline: string | null } | undefined {
  const reader = new Readability<Node>(document, {
    keepClasses: true,
    disableJSONLD: true,
    serializer: (node) => node,
  });
  const article = reader.parse();
  if (!article?.content) return undefined;
  return { content: article.content as HTMLElement, byline: article.byline ?? null };
}
