import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import { failpoint } from '../failpoint.ts';
import { beforeAll } from './commit-log.ts';
import type { ChangeSet, Commit, CommitLog, CommitPosition, SiteCopy } from './commit-log.ts';
import type { Db } from './database.ts';
import { migrations } from './migrations/index.ts';
import { migrate, refuseNewer } from './migrations/runner.ts';
import { forgetCounts } from './search/lexicon.ts';
import { positionIn, writePosition } from './site-copy.ts';

/** This process's copy of a site that several hub processes share: replays their commits, and adds its own to the site's log. */
export class SharedCopy implements SiteCopy {
  private readonly db: Db;
  private readonly log: CommitLog;
  private readonly onChange: () => void;
  private newest: CommitPosition;

  /** @param onChange called after replaying commits that change what a `pure` endpoint answers */
  constructor(db: Db, log: CommitLog, onChange: () => void) {
    this.db = db;
    this.log = log;
    this.onChange = onChange;
    this.newest = positionIn(db) ?? beforeAll;
  }

  get position(): CommitPosition {
    return this.newest;
  }

  catchUp(): Promise<void> {
    return this.log.catchUp(this);
  }

  takeTurn(): Promise<void> {
    return this.log.takeTurn(this);
  }

  replay(commits: readonly Commit[]): void {
    const missing = commits.filter(({ number }) => number > this.newest.number);
    const last = missing.at(-1);
    if (!last) return;
    invariant(
      last.number === this.newest.number + missing.length,
      'commits are replayed in order, without gaps',
    );
    this.db.transact(() => {
      for (const { changes, needs = 0 } of missing) {
        refuseNewer(needs, migrations.length);
        for (const change of changes) this.db.replay(change);
      }
      writePosition(this.db, last);
    });
    this.newest = { number: last.number, id: last.id };
    forgetCounts(this.db);
    if (!missing.every(({ isNote }) => isNote)) this.onChange();
  }

  /** Runs `fn` in a transaction that is a commit of all processes. */
  commit<T>(set: Omit<ChangeSet, 'changes'>, fn: () => T): T {
    this.log.begin(this);
    let position: CommitPosition | undefined;
    try {
      const result = this.db.transact(fn, (changes) => {
        if (changes.length === 0) return;
        position = this.log.commit({ ...set, changes });
        failpoint('after-shared-commit');
        writePosition(this.db, position);
      });
      if (position) this.newest = position;
      return result;
    } catch (error) {
      // The site has this commit, and the next turn replays it here: running `fn` again would do it twice.
      throw position ? notKeptHere(error) : error;
    } finally {
      this.log.cancel();
    }
  }

  /** Each process may be the first with this program: it asks in its turn whether another has migrated meanwhile. */
  migrate(): void {
    this.log.begin(this);
    this.log.cancel();
    migrate(this.db, migrations, ({ number, isExpansion }, run) =>
      this.commit({ isNote: false, ...(isExpansion ? {} : { needs: number }) }, () => {
        if (Number(this.db.pragma('user_version')) < number) run();
      }),
    );
  }
}

const notKeptHere = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'This was saved, but cannot be shown now. Reload in a moment.',
    { retryAfter: 2 },
    cause,
  );
