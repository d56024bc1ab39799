/** Returns a function that runs at most `places` tasks at once; others wait in order. */
export function inTurns(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Passes its place on directly, so that a new task cannot overtake waiting ones.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
