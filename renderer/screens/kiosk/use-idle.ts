import { useEffect, useEffectEvent } from 'react';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls `onIdle` after `seconds` without input. */
export function useIdle(seconds: number, on: boolean, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    if (!on) return;
    let timer = setTimeout(() => idle(), seconds * 1000);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => idle(), seconds * 1000);
    };
    for (const sign of signs) window.addEventListener(sign, again, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, again, { capture: true });
    };
  }, [seconds, on]);
}
