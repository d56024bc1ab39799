import type { StoreReader, StoreWriter } from '../store.ts';

export interface StepFormField {
  field_guid: string;
  field_type: string;
  label: string;
  required: boolean;
  placeholder: string;
  textarea: string;
  /** JSON text of the options, as the API gives it (contract 2.9). */
  options: string;
}

export interface WorkLogEntry {
  entryid: number;
  guideid: number;
  userid: number;
  workorderid: string;
  status: string;
  starttime: number;
  endtime: number | null;
  guide_revisionid: number;
  /** Everything else of the entry, as the API gives it (fact sheet 10). */
  rest: Record<string, unknown>;
}

export interface ReleaseEntry {
  releaseid: number;
  guideid: number;
  langid: string;
  revisionid: number | null;
  status: string;
  rest: Record<string, unknown>;
}

/** Step forms, work logs, releases, videos. */
export class WorkReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** How many of each are stored. */
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

export class WorkWriter extends WorkReader {
  declare protected readonly s: StoreWriter;

  /** A new form of a step; the one before stays for the work data that names its fields. */
  putStepForm(
    form: { form_revisionid: number; stepid: number; guideid: number },
    fields: { field_revisionid: number; field: StepFormField }[],
  ): void {
    const { form_revisionid, stepid, guideid } = form;
    this.s.db.runSql('UPDATE step_form SET current = 0 WHERE stepid = ?', [stepid]);
    this.s.db.runSql('DELETE FROM step_form WHERE form_revisionid = ?', [form_revisionid]);
    this.s.db.runSql(
      'INSERT INTO step_form (form_revisionid, stepid, guideid, current, created_date) VALUES (?, ?, ?, 1, ?)',
      [form_revisionid, stepid, guideid, this.s.now],
    );
    for (const [position, { field_revisionid, field }] of fields.entries()) {
      this.s.db.runSql(
        'INSERT INTO step_form_field (field_revisionid, form_revisionid, field_guid, position, body) VALUES (?, ?, ?, ?, ?)',
        [field_revisionid, form_revisionid, field.field_guid, position, JSON.stringify(field)],
      );
    }
  }

  putEntry({ rest, ...row }: WorkLogEntry): void {
    this.s.db.runSql(
      `INSERT OR REPLACE INTO work_log (entryid, guideid, userid, workorderid, status, starttime, endtime, guide_revisionid, body)
       VALUES (:entryid, :guideid, :userid, :workorderid, :status, :starttime, :endtime, :guide_revisionid, :body)`,
      [{ ...row, body: JSON.stringify(rest) }],
    );
  }

  putRelease({ rest, ...row }: ReleaseEntry): void {
    this.s.db.runSql(
      `INSERT OR REPLACE INTO release (releaseid, guideid, langid, revisionid, status, body)
       VALUES (:releaseid, :guideid, :langid, :revisionid, :status, :body)`,
      [{ ...row, body: JSON.stringify(rest) }],
    );
  }

  putVideo(videoid: number, userid: number | null, video: Record<string, unknown>): void {
    this.s.db.runSql('INSERT OR REPLACE INTO video (videoid, userid, body) VALUES (?, ?, ?)', [
      videoid,
      userid,
      JSON.stringify(video),
    ]);
  }
}
