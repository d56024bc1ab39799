import type { Endpoint } from '../endpoint.ts';
import { changeGlossaryEntries } from './changeGlossaryEntries.ts';
import { deleteGlossaryEntry } from './deleteGlossaryEntry.ts';
import { listGlossaryEntries } from './listGlossaryEntries.ts';

export const translationGlossary: readonly Endpoint[] = [
  listGlossaryEntries,
  changeGlossaryEntries,
  deleteGlossaryEntry,
];
