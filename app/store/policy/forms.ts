import type { StepForm } from '../../../shared/model/step-form.ts';
import { isAdmin } from '../actor.ts';
import type { Actor } from '../actor.ts';
import { guideRow } from '../guides/rows.ts';
import { sql } from '../sql.ts';
import type { ReadAccess } from '../access.ts';
import { mayReadStep } from './guides.ts';

/** The guides of all jobs that a person has or had, and the `field_revisionid` of each value in them. */
interface NamedByRuns {
  guides: ReadonlySet<number>;
  fields: ReadonlySet<number>;
}

/** Decides for one viewer who may read a form. It remembers the viewer's jobs, because the feed asks about each form that they may not see otherwise. */
export class FormPolicy {
  private readonly s: ReadAccess;
  private ofOwnRuns: NamedByRuns | undefined;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Who may read the step may read its form, and who has or had a job with it (SPEC F8.2). */
  mayRead(form: StepForm): boolean {
    const guide = guideRow(this.s, form.guideid);
    return (guide && mayReadStep(this.s, guide, form.stepid)) || this.isNamedByOwnRun(form);
  }

  private isNamedByOwnRun({ guideid, fields }: StepForm): boolean {
    const { viewer } = this.s;
    if (!viewer || isAdmin(viewer)) return viewer !== null;
    const { guides, fields: entered } = (this.ofOwnRuns ??= this.readOwnRuns(viewer));
    return guides.has(guideid) || fields.some((field) => entered.has(field.field_revisionid));
  }

  private readOwnRuns({ userid }: Actor): NamedByRuns {
    const runs = sql`work_person p CROSS JOIN work_log w ON w.entryid = p.entryid`;
    const guides = this.s.db.all(
      sql<{ id: number }>`SELECT DISTINCT w.guideid AS id FROM ${runs} WHERE p.userid = ${userid}`,
    );
    const fields = this.s.db.all(sql<{ id: number }>`SELECT DISTINCT d.value ->> 'field_revisionid' AS id
       FROM ${runs} CROSS JOIN json_each(w.body, '$.work_data') d WHERE p.userid = ${userid}`);
    return { guides: new Set(guides.map(({ id }) => id)), fields: new Set(fields.map(({ id }) => id)) };
  }
}
