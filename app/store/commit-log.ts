/** A statement that changed the database, with the values of its placeholders; a script has none. */
export interface Change {
  sql: string;
  parameters?: readonly unknown[];
}

/** The place of a commit in the one order that all processes of a shared site follow. */
export interface CommitPosition {
  /** 1, 2, 3 … without gaps. */
  number: number;
  /** Random: a database that was restored gives the same numbers to other commits. */
  id: string;
}

/** The changes of one transaction at a shared site. */
export interface ChangeSet {
  changes: readonly Change[];
  /** True if it changed nothing that a `pure` endpoint answers. */
  isNote: boolean;
  /** The migration that a program must know to go on after this commit; absent for all but migrations. */
  needs?: number;
}

export interface Commit extends CommitPosition, ChangeSet {}

/** One process's copy of a shared site's database. */
export interface SiteCopy {
  /** The newest commit in this copy. */
  readonly position: CommitPosition;
  /** Does what other processes have done, all of it or nothing. Commits that the copy has are left out. */
  replay(commits: readonly Commit[]): void;
}

/**
 * Puts the commits of all processes of a shared site in one order and keeps them. Each process has a whole copy of the database, which
 * it changes only as the log says (decision 0051).
 *
 * A method fails with AppError `unavailable` if the log does not answer in time, and `incompatible` if it has another history than
 * the copy.
 */
export interface CommitLog {
  /** Waits, while nothing else of this thread runs, until only this process may commit and its copy has all commits. */
  begin(copy: SiteCopy): void;
  /** Makes this the site's next commit and ends the turn. Nothing takes it back once this returns. */
  commit(set: ChangeSet): CommitPosition;
  /** Ends the turn without a commit; without a turn it does nothing. */
  cancel(): void;
  /** Like `begin`, but lets others run while it waits; `begin` then need not wait. A turn that is not used soon is over. */
  takeTurn(copy: SiteCopy): Promise<void>;
  /** Brings a copy to the newest commit there was when this was called. */
  catchUp(copy: SiteCopy): Promise<void>;
  close(): Promise<void>;
}

/** Where a copy begins that has no commit yet. */
export const beforeAll: CommitPosition = { number: 0, id: '' };
