import { listDocumentViews } from './listDocumentViews.ts';
import { listUserViews } from './listUserViews.ts';

export const userViewHistoryEndpoints = [listUserViews, listDocumentViews];
