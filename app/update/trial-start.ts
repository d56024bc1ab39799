import { version } from '../version.ts';
import { readNote, writeNote } from './note.ts';
import type { UpdateNote } from './note.ts';

/** The first starts after an update, until one of them has shown that it works. */
export interface TrialStart {
  note: UpdateNote;
  /** Whether too many starts before this one did not come so far. */
  isHopeless: boolean;
  /** It works. */
  confirm(): void;
  /** It does not, for this reason. */
  fail(problem: string): void;
}

const mostStarts = 2;

/** Counts this start before anything of the new version has touched the data; `undefined` when nothing is on trial. */
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
