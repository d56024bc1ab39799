import type { ReadAccess } from '../access.ts';

/** Step forms, work logs, releases, videos. */
export class WorkReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  counts(): { step_forms: number; work_log: number; releases: number; videos: number } {
    const count = (table: string): number =>
      this.s.db.oneSql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
    return {
      step_forms: count('step_form WHERE current = 1'),
      work_log: count('work_log'),
      releases: count('release'),
      videos: count('video'),
    };
  }
}
