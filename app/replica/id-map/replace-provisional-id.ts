import { resourceOf } from '../../store/resources/index.ts';
import { resourceKinds } from '../../store/resources/kinds.ts';
import { sql } from '../../store/sql.ts';
import type { ReplicaWriter } from '../replica.ts';

/** Columns that refer to a resource by id, in tables other than its own; each may be limited by a condition after a colon. */
export const references: Readonly<Record<string, readonly string[]>> = {
  guide: [
    'guide_revision.guideid',
    'flag_report.guideid',
    'favorite.guideid',
    'completion.guideid',
    'reading_position.guideid',
    'comment.guideid',
    "comment.contextid:context = 'guide'",
    'work_log.guideid',
    'assignment.guideid',
    'release.guideid',
    'translation.guideid',
    'step_form.guideid',
    'prerequisite.prerequisite',
    "tagged.id:kind = 'guide'",
    "attachment.id:kind IN ('guide', 'guide_draft')",
    "view.docid:doc_type = 'GUIDE'",
  ],
  step: [
    "comment.contextid:context = 'step'",
    'reading_position.stepid',
    'step_form.stepid',
    'work_event.stepid',
  ],
  wiki: [
    'wiki_revision.wikiid',
    'comment.wikiid',
    "comment.contextid:context = 'wiki'",
    "tagged.id:kind = 'wiki'",
    "attachment.id:kind = 'wiki'",
    "view.docid:doc_type = 'WIKI'",
  ],
  comment: ['comment.parentid'],
  form: ['step_form_field.form_revisionid'],
  entry: ['work_log.entryid', 'assignment.entryid', "media_use.id:kind = 'work'"],
  assignment: ['assignment.assignmentid'],
  team: ['team.teamid', 'team_member.teamid', "collaborator.id:kind = 'team'", "media_use.id:kind = 'team'"],
  release: ['release.releaseid', 'prerequisite.releaseid'],
  glossary: ['glossary_entry.entryid'],
  image: ['account.imageid', 'team.imageid', 'image.srcid', 'video.imageid'],
  video: ["attachment.itemid:item = 'video'"],
  document: ["attachment.itemid:item = 'document'"],
};

/**
 * Replaces a provisional id by the id that the site gave, in all rows that refer to it. Documents that hold the
 * provisional id are not changed: they come from the site and are rebuilt with the journal.
 */
export function replaceProvisionalId(s: ReplicaWriter, kind: string, provisional: number, id: number): void {
  s.idMap.add(kind, provisional, id);
  s.journal.renameTouched(kind, provisional, id);
  for (const other of resourceKinds) {
    const sign = resourceOf(other).numberedBy?.[kind];
    if (sign) s.journal.renameTouched(other, sign * provisional, sign * id);
  }
  // Rows that refer to each other are renamed one after the other.
  s.db.pragma('defer_foreign_keys = ON');
  for (const reference of references[kind] ?? []) {
    const [column = '', condition = '1'] = reference.split(':');
    const [table = '', name = ''] = column.split('.');
    // If the site's id already has a row, that row stays and the provisional one is replaced.
    s.db.run(sql`UPDATE OR REPLACE ${sql.table(table)} SET ${sql.ref(name)} = ${id}
       WHERE ${sql.ref(name)} = ${provisional} AND ${sql.raw(condition)}`);
  }
}
