import { useEffect, useEffectEvent } from 'react';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls `onIdle` after `seconds` without input, with the seconds since the last one: more, if the machine slept. */
export function useIdle(seconds: number, on: boolean, onIdle: (idle: number) => void): void {
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    if (!on) return;
    let touched = Date.now();
    const tell = (): void => idle(Math.max(seconds, (Date.now() - touched) / 1000));
    let timer = setTimeout(tell, seconds * 1000);
    const again = (): void => {
      touched = Date.now();
      clearTimeout(timer);
      timer = setTimeout(tell, seconds * 1000);
    };
    for (const sign of signs) window.addEventListener(sign, again, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, again, { capture: true });
    };
  }, [seconds, on]);
}
