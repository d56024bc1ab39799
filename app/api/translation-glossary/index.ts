import { changeGlossaryEntries } from './changeGlossaryEntries.ts';
import { deleteGlossaryEntry } from './deleteGlossaryEntry.ts';
import { listGlossaryEntries } from './listGlossaryEntries.ts';

export const translationGlossaryEndpoints = [listGlossaryEntries, changeGlossaryEntries, deleteGlossaryEntry];
