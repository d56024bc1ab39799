import { useQuery } from '@tanstack/react-query';

import type { KioskState } from '../../shared/model/kiosk.ts';
import { kioskQuery } from '../api/queries/kiosk.ts';

interface KioskView {
  /** True if guides may be read outside of jobs. */
  reading: boolean;
}

const viewOf = (state: KioskState | null): KioskView | null =>
  state?.on && state.active ? { reading: state.settings.allowed === 'work-and-reading' } : null;

/** Null outside a kiosk. A kiosk gives no access to settings, other programs or files. */
export const useKiosk = (): KioskView | null =>
  // `KioskFrame` fetches this query; all others only read the cache.
  useQuery({ ...kioskQuery, enabled: false, select: viewOf }).data ?? null;

const work = /^\/(?:$|run\/|notifications$|guide\/[^/]+\/work$|work-logs\/-?\d+$)/;
const reading = /^\/(?:guide|category|wiki|search)(?:\/|$)/;

/** Returns whether the kiosk allows a path of the application. */
export const mayGo = (kiosk: KioskView | null, place: string): boolean => {
  if (kiosk === null) return true;
  const path = place.replace(/\?.*$/, '');
  return work.test(path) || (kiosk.reading && reading.test(path));
};

export const useMayGo = (): ((place: string) => boolean) => {
  const kiosk = useKiosk();
  return (place) => mayGo(kiosk, place);
};
