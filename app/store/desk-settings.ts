import { hostname } from 'node:os';

import { deskSettings } from '../../shared/model/benchside.ts';
import type { DeskSettings } from '../../shared/model/benchside.ts';
import type { ReadAccess } from './access.ts';

const defaults: DeskSettings = {
  deskName: hostname() || 'desk',
  language: 'auto',
  colorScheme: 'auto',
  textSize: 100,
  singleKeys: true,
  syncEveryMinutes: 15,
  pictures: 'all',
  pictureBudgetMb: 20_480,
  pinnedCategories: [],
  kiosk: { on: false, idleSeconds: 120, badgeAlone: true, allowed: 'work-and-reading' },
  notifications: true,
  keepRunning: false,
  startWithSystem: false,
  updatesFrom: '',
};

/** Key in `meta` of the name that an admin gave this desk at the hub. */
export const givenNameKey = 'given-name';

/** Returns the settings; a stored value that this version cannot read falls back to its default. */
export function settingsOf(s: ReadAccess): DeskSettings {
  const stored = s.meta.get<Record<string, unknown>>('settings') ?? {};
  const readable = Object.entries(stored).filter(
    ([key, value]) => deskSettings.partial().safeParse({ [key]: value }).success,
  );
  const givenName = s.meta.get<string | null>(givenNameKey) ?? undefined;
  return deskSettings.parse({ ...defaults, ...Object.fromEntries(readable), givenName });
}
