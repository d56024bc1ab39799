/** Runs at most `places` tasks at once; the others wait in the order they came. */
export function inTurns(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // A place is handed on without being free in between.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
