import { assumeEntry } from './assumeEntry.ts';
import { cancelEntry } from './cancelEntry.ts';
import { createEntry } from './createEntry.ts';
import { deleteEntry } from './deleteEntry.ts';
import { finishEntry } from './finishEntry.ts';
import { getEntry } from './getEntry.ts';
import { listEntries } from './listEntries.ts';
import { listSuspendedEntries } from './listSuspendedEntries.ts';
import { pauseEntry } from './pauseEntry.ts';
import { resumeEntry } from './resumeEntry.ts';
import { saveStepData } from './saveStepData.ts';
import { suspendEntry } from './suspendEntry.ts';

export const workLogEndpoints = [
  listEntries,
  createEntry,
  getEntry,
  deleteEntry,
  finishEntry,
  cancelEntry,
  pauseEntry,
  resumeEntry,
  suspendEntry,
  assumeEntry,
  saveStepData,
  listSuspendedEntries,
];
