import { decideConflict } from './decideConflict.ts';
import { discardEdit } from './discardEdit.ts';
import { getJournalEntry } from './getJournalEntry.ts';
import { listJournal } from './listJournal.ts';
import { previewDecision } from './previewDecision.ts';
import { retryEdit } from './retryEdit.ts';
import { retryLost } from './retryLost.ts';
import { undecideConflict } from './undecideConflict.ts';

export const journalEndpoints = [
  listJournal,
  getJournalEntry,
  previewDecision,
  decideConflict,
  undecideConflict,
  retryEdit,
  retryLost,
  discardEdit,
];
