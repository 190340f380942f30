/*
 * Code that is loaded when it is wanted may not come: the host is away, or it has another version of the page by now. Which
 * of them it is decides what people are told, so the host is asked.
 */

/** `away`: the host does not answer. `gone`: it has that file no more. `broken`: it has it, and yet it could not be used. */
export type CodeLack = 'away' | 'gone' | 'broken';

/** Code of the page that could not be had. */
export class CodeProblem extends Error {
  override readonly name = 'CodeProblem';
  readonly lack: CodeLack;

  constructor(lack: CodeLack, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.lack = lack;
  }
}

/** Style sheets that did not come. */
const lost = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
  },
  // It does not bubble.
  true,
);

/**
 * Loads code, also after it could not be had before. Throws a {@link CodeProblem}.
 *
 * @example
 * const { weigh } = await loadCode(() => import('./weigh.js'));
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await tryToLoad(load);
  } catch (error) {
    const lack = await findLack(error);
    // The host may have come back just now.
    if (lack === 'broken') return tryToLoad(load).catch((again) => Promise.reject(new CodeProblem(lack, again)));
    throw new CodeProblem(lack, error);
  }
}

async function tryToLoad<Module>(load: () => Promise<Module>): Promise<Module> {
  // What the bundler puts before an import asks for a style sheet once only.
  await Promise.all([...lost].map(loadAgain));
  return load();
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  lost.delete(link);
  return new Promise((resolve, reject) => {
    const next = document.createElement('link');
    next.rel = 'stylesheet';
    next.href = link.href;
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new Error(`The style sheet ${link.href} could not be loaded.`)));
    link.replaceWith(next);
  });
}

async function findLack(error: unknown): Promise<CodeLack> {
  // Browsers name the file, or nothing.
  const [named] = /\S+\.(?:js|css)\b/.exec(error instanceof Error ? error.message : '') ?? [];
  try {
    const { status } = await fetch(named ?? '/', { cache: 'no-store' });
    if (status === 404) return 'gone';
    return status >= 500 ? 'away' : 'broken';
  } catch {
    return 'away';
  }
}
