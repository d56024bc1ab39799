import { useEffect, useState } from 'react';
import type { FunctionComponent, ReactElement } from 'react';

/** A screen's program did not come: it was replaced by an update, or its server is away. */
export class ScreenMissing extends Error {
  override name = 'ScreenMissing';
}

const loads: (() => Promise<unknown>)[] = [];

/**
 * A screen whose program is loaded when it is first shown, or before by `preloadScreens`. Not React's own `lazy`: that
 * suspends even for what is already here, and keeps a fallback on screen for 300 ms at least.
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

/** Brings the other screens one by one while nobody needs the machine, so that no touch waits for one. */
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
