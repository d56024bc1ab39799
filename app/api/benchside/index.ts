import type { Endpoint } from '../endpoint.ts';
import { getCategoryPage } from './getCategoryPage.ts';
import { getCopyState } from './getCopyState.ts';
import { getHome } from './getHome.ts';
import { getInfo } from './getInfo.ts';
import { getSettings } from './getSettings.ts';
import { getSync } from './getSync.ts';
import { listChanges } from './listChanges.ts';
import { putReadingPosition } from './putReadingPosition.ts';
import { search } from './search.ts';
import { startSync } from './startSync.ts';
import { updateSettings } from './updateSettings.ts';

export const benchside: readonly Endpoint[] = [
  getInfo,
  getHome,
  search,
  getCategoryPage,
  getCopyState,
  putReadingPosition,
  getSettings,
  updateSettings,
  getSync,
  startSync,
  listChanges,
];
