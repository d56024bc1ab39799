import type { Endpoint } from '../endpoint.ts';
import { listDocumentViews } from './listDocumentViews.ts';
import { listUserViews } from './listUserViews.ts';

export const userViewHistory: readonly Endpoint[] = [listUserViews, listDocumentViews];
