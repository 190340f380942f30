/** A promise that the test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function createDeferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  let reject: Deferred<T>['reject'] = () => undefined;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

/** Promises that are handed out one by one, for the test to settle. */
export interface Answers<T> {
  /** Those that were handed out, in that order. */
  readonly asked: readonly Deferred<T>[];
  next(): Promise<T>;
}

export function createAnswers<T>(): Answers<T> {
  const asked: Deferred<T>[] = [];
  return {
    asked,
    next() {
      const deferred = createDeferred<T>();
      asked.push(deferred);
      return deferred.promise;
    },
  };
}
