import { useEffect, useState } from 'react';
import type { FunctionComponent, ReactElement } from 'react';

/** The code of a screen could not be loaded: an update replaced it, or the server does not answer. */
export class ScreenMissing extends Error {
  override name = 'ScreenMissing';
}

const loads: (() => Promise<unknown>)[] = [];

/**
 * A screen whose code is loaded when it is first shown, or earlier by `preloadScreens`. Not React's `lazy`: that suspends
 * even if the code is loaded, and shows its fallback for at least 300 ms.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  const ready = async (): Promise<void> => {
    Loaded ??= await load();
  };
  loads.push(ready);

  return function LazyScreen(props: Props): ReactElement | null {
    const [, setReady] = useState(false);
    const [failure, setFailure] = useState<Error>();
    useEffect(() => {
      if (Loaded) return;
      ready().then(
        () => setReady(true),
        (cause: unknown) => setFailure(new ScreenMissing('A part of Benchside is missing', { cause })),
      );
    }, []);
    if (failure) throw failure;
    return Loaded ? <Loaded {...props} /> : null;
  };
}

/** Loads the code of all screens, one by one in idle time, so that no tap waits for it. */
export function preloadScreens(): void {
  const next = loads.shift();
  if (!next) return;
  requestIdleCallback(() => {
    next().then(preloadScreens, (error: unknown) => {
      console.warn('A screen could not be loaded ahead', error);
      preloadScreens();
    });
  });
}
