/*
 * Parts that are loaded when they are wanted. One that does not come leaves all the rest as it is: it says so in its own
 * place, is tried again when the host is back, and by a button.
 */
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { onConnected } from '../api/connection.js';
import { loadCode } from '../api/load-code.js';
import { createObservable, useObservable } from '../api/observable.js';
import { PartFailed, PopupFailed } from './part-failed.js';
import { AfterAWhile, RowsSkeleton } from './query-panel.js';

type Loading<Props> =
  | { readonly state: 'idle' | 'loading' }
  | { readonly state: 'there'; readonly Part: ComponentType<Props> }
  | { readonly state: 'failed'; readonly error: unknown };

/** The properties of the component that a module has under a name. */
type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? (Props extends object ? Props : object) : never;

/** What a popup may have: whether it is wanted, and how it is given up. */
interface PopupProps {
  readonly isOpen?: boolean;
  readonly onClose?: () => void;
}

/** A component that is loaded when it is first shown. */
export type LazyPart<Props> = ((props: Props) => ReactNode) & { readonly preload: () => Promise<void> };

/**
 * A part of a view, or a view, that is loaded when it is first shown; until then rows stand there.
 *
 * @example
 * const CompareSection = lazyPart(() => import('./compare-section.js'), 'CompareSection', { rows: 3 });
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  rows: { readonly rows?: number; readonly height?: number } = {},
): LazyPart<PropsOf<Module[Name]>> {
  const part = createPart<PropsOf<Module[Name]>>(load, name);
  const skeleton = (
    <AfterAWhile>
      <RowsSkeleton {...rows} />
    </AfterAWhile>
  );
  return Object.assign(
    (props: PropsOf<Module[Name]>): ReactNode => {
      const loading = usePart(part, true);
      if (loading.state === 'failed') return <PartFailed error={loading.error} onRetry={() => void part.load()} />;
      if (loading.state !== 'there') return skeleton;
      return (
        <Suspense fallback={skeleton}>
          <loading.Part {...props} />
        </Suspense>
      );
    },
    { preload: part.load },
  );
}

/**
 * The same for what lies above a view: a menu, a drawer, a dialog. Until it is loaded nothing stands there; a failure is a
 * message, because it has no place in the view.
 */
export function lazyPopup<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]> & PopupProps> {
  const part = createPart<PropsOf<Module[Name]>>(load, name);
  return Object.assign(
    (props: PropsOf<Module[Name]> & PopupProps): ReactNode => {
      const { isOpen = true, onClose } = props;
      const loading = usePart(part, isOpen);
      if (loading.state === 'failed')
        return isOpen && <PopupFailed error={loading.error} onRetry={() => void part.load()} onClose={onClose} />;
      if (loading.state !== 'there') return null;
      return (
        <Suspense fallback={null}>
          <loading.Part {...props} />
        </Suspense>
      );
    },
    { preload: part.load },
  );
}

function createPart<Props>(load: () => Promise<unknown>, name: PropertyKey) {
  const observable = createObservable<Loading<Props>>({ state: 'idle' });
  let running: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    observable.set({ state: 'loading' });
    try {
      const module = (await loadCode(load)) as Readonly<Record<PropertyKey, ComponentType<Props>>>; // as the caller's types say
      const Part = module[name];
      if (Part !== undefined) observable.set({ state: 'there', Part });
    } catch (error) {
      observable.set({ state: 'failed', error });
    }
    running = undefined;
  };
  /** Never rejects: what is shown says what failed. */
  const request = (): Promise<void> => {
    if (observable.get().state === 'there') return Promise.resolve();
    running ??= start();
    return running;
  };
  onConnected(() => {
    if (observable.get().state === 'failed') void request();
  });
  return { ...observable, load: request };
}

function usePart<Props>(part: ReturnType<typeof createPart<Props>>, isWanted: boolean): Loading<Props> {
  useEffect(() => {
    if (isWanted) void part.load();
  }, [part, isWanted]);
  return useObservable(part);
}
