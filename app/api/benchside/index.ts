import type { Endpoint } from '../endpoint.ts';
import { getInfo } from './getInfo.ts';
import { getSync } from './getSync.ts';
import { listChanges } from './listChanges.ts';
import { startSync } from './startSync.ts';

export const benchside: readonly Endpoint[] = [getInfo, getSync, startSync, listChanges];
