/** Begins the work on items in their order, so many at a time; a promise for each, none of them unhandled. */
export function limitConcurrency<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R>[] {
  const done = items.map(() => Promise.withResolvers<R>());
  for (const { promise } of done) promise.catch(() => {});
  const waiting = items.entries();
  const lane = async () => {
    for (const [i, item] of waiting) {
      const { promise, resolve, reject } = done[i]!;
      work(item).then(resolve, reject);
      await promise.catch(() => {});
    }
  };
  for (let i = 0; i < lanes; i++) void lane();
  return done.map(({ promise }) => promise);
}
