import { createContext, use } from 'react';

export interface KioskView {
  /** Whether guides may be read, next to work. */
  reading: boolean;
}

export const KioskContext = createContext<KioskView | null>(null);

/** Null outside a kiosk. In one there is no way to settings, to other programs, or to files. */
export const useKiosk = (): KioskView | null => use(KioskContext);

const work = /^\/(?:$|run\/|guide\/[^/]+\/work$|work-logs\/-?\d+$)/;
const reading = /^\/(?:guide|category|wiki|search)(?:\/|$)/;

/** Whether a place of the application can be gone to from here. */
export const mayGo = (kiosk: KioskView | null, place: string): boolean => {
  if (kiosk === null) return true;
  const path = place.replace(/\?.*$/, '');
  return work.test(path) || (kiosk.reading && reading.test(path));
};

export const useMayGo = (): ((place: string) => boolean) => {
  const kiosk = useKiosk();
  return (place) => mayGo(kiosk, place);
};
