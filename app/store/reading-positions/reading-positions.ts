import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

/** A person's position in a guide. */
export interface ReadingPositionRow {
  guideid: number;
  stepid: number | null;
  finished: number;
  date: number;
}

/** Returns the userid whose positions these are; 0 is the desk, for people without a sign-in. */
const ownerOf = ({ viewer }: StoreReader): number => viewer?.userid ?? 0;

export class ReadingPositionReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns guides that the viewer opened, newest first; `unfinished` are those left at a step. */
  list({ unfinished, limit }: { unfinished: boolean; limit: number }): ReadingPositionRow[] {
    return this.s.db.all(sql<ReadingPositionRow>`SELECT guideid, stepid, finished, date FROM reading_position
       WHERE userid = ${ownerOf(this.s)} 
         ${unfinished ? sql`AND finished = 0 AND stepid IS NOT NULL` : sql``}
       ORDER BY date DESC LIMIT ${limit}`);
  }

  /** Returns where the viewer stopped in a guide. */
  of(guideid: number): { stepid: number | null; finished: boolean } {
    const row = this.s.db.one(sql<Pick<ReadingPositionRow, 'stepid' | 'finished'>>`SELECT stepid, finished
       FROM reading_position WHERE userid = ${ownerOf(this.s)} AND guideid = ${guideid}`);
    return { stepid: row?.stepid ?? null, finished: row?.finished === 1 };
  }

  /** Returns stepids in the order they are shown; those of prerequisites come first. */
  stepsShown(guideid: number): number[] {
    return this.s.guides.stepidsShown(guideid);
  }
}

export class ReadingPositionWriter extends ReadingPositionReader {
  declare protected readonly s: StoreWriter;

  /** Opening a guide without a step keeps the position; finishing it clears the position. */
  put(guideid: number, stepid: number | null, finished: boolean): void {
    this.s.db.run(sql`INSERT INTO reading_position (userid, guideid, stepid, finished, date)
       VALUES (${ownerOf(this.s)}, ${guideid}, ${stepid}, ${finished ? 1 : 0}, ${this.s.now})
       ON CONFLICT (userid, guideid) DO UPDATE SET
         stepid = CASE WHEN excluded.finished THEN NULL ELSE coalesce(excluded.stepid, stepid) END,
         finished = excluded.finished, date = excluded.date`);
    this.s.media.copies.touch('guide', guideid);
  }
}
