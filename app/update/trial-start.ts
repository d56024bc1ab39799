import { version } from '../version.ts';
import { readNote, writeNote } from './note.ts';
import type { UpdateNote } from './note.ts';

/** A start of a new version that has not confirmed yet that it works. */
export interface TrialStart {
  note: UpdateNote;
  /** True if too many earlier starts failed to confirm. */
  isHopeless: boolean;
  /** Notes that the version works. */
  confirm(): void;
  /** Notes why it does not work. */
  fail(problem: string): void;
}

const mostStarts = 2;

/** Counts this start, before the new version touches the data. `undefined` if no version is on trial. */
export function beginTrial(dataDir: string, running: string = version): TrialStart | undefined {
  const found = readNote(dataDir);
  if (!found || found.to !== running || (found.stage !== 'prepared' && found.stage !== 'tried'))
    return undefined;
  let note: UpdateNote = { ...found, stage: 'tried', starts: found.starts + 1 };
  const put = (change: Partial<UpdateNote>): void => {
    note = { ...note, ...change };
    writeNote(dataDir, note);
  };
  put({});
  return {
    note,
    isHopeless: note.starts > mostStarts,
    confirm: () => put({ stage: 'confirmed', starts: 0, problem: null }),
    fail: (problem) => put({ problem }),
  };
}
