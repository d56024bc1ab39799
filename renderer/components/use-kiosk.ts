import { useQuery } from '@tanstack/react-query';

import type { KioskState } from '../../shared/model/kiosk.ts';
import { kioskQuery } from '../api/queries/kiosk.ts';

interface KioskView {
  /** Whether guides may be read, next to work. */
  reading: boolean;
}

const viewOf = (state: KioskState | null): KioskView | null =>
  state?.on && state.active ? { reading: state.settings.allowed === 'work-and-reading' } : null;

/** Null outside a kiosk. In one there is no way to settings, to other programs, or to files. */
export const useKiosk = (): KioskView | null =>
  // The frame asks for it; everything else only reads what is known.
  useQuery({ ...kioskQuery, enabled: false, select: viewOf }).data ?? null;

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
