import type { StoreWriter } from '../store.ts';

/** Columns that name a resource by its id, beside the resource's own tables. */
const references: Readonly<Record<string, readonly string[]>> = {
  guide: [
    'guide_revision.guideid',
    'favorite.guideid',
    'completion.guideid',
    'reading.guideid',
    'comment.guideid',
    "comment.contextid:context = 'guide'",
    'work_log.guideid',
    'release.guideid',
    'translation.guideid',
    'step_form.guideid',
    'prerequisite.prerequisite',
    "tagged.id:kind = 'guide'",
    "attached.id:kind IN ('guide', 'guide_draft')",
    "view.docid:doc_type = 'GUIDE'",
  ],
  step: ["comment.contextid:context = 'step'", 'reading.stepid', 'step_form.stepid', 'work_event.stepid'],
  wiki: [
    'wiki_revision.wikiid',
    'comment.wikiid',
    "comment.contextid:context = 'wiki'",
    "tagged.id:kind = 'wiki'",
    "attached.id:kind = 'wiki'",
    "view.docid:doc_type = 'WIKI'",
  ],
  comment: ['comment.parentid'],
  form: ['step_form_field.form_revisionid'],
  entry: ['work_log.entryid', "media_use.id:kind = 'work'"],
  team: ['team.teamid', 'team_member.teamid', "collaborator.id:kind = 'team'", "media_use.id:kind = 'team'"],
  release: ['release.releaseid', 'prerequisite.releaseid'],
  glossary: ['glossary_entry.entryid'],
  image: ['user.imageid', 'team.imageid', 'image.srcid', 'video.imageid'],
  video: ["attached.itemid:item = 'video'"],
  document: ["attached.itemid:item = 'document'"],
};

/**
 * A resource made at this desk has got the site's id: whatever names it names that from now on. Documents that hold the
 * provisional id are not touched; they come from the site, with the journal applied.
 */
export function adopt(s: StoreWriter, kind: string, provisional: number, id: number): void {
  s.aliases.add(kind, provisional, id);
  s.journal.renameTouched(kind, provisional, id);
  if (kind === 'guide') s.journal.renameTouched('tags', provisional, id);
  if (kind === 'wiki') s.journal.renameTouched('tags', -provisional, -id);
  if (kind === 'guide')
    for (const other of ['translations', 'collaborators']) s.journal.renameTouched(other, provisional, id);
  if (kind === 'step') s.journal.renameTouched('form', provisional, id);
  // Rows that belong together are renamed one after the other.
  s.db.pragma('defer_foreign_keys = ON');
  for (const reference of references[kind] ?? []) {
    const [column = '', condition = '1'] = reference.split(':');
    const [table = '', name = ''] = column.split('.');
    // What the site has under its own id already stays; the provisional row gives way.
    s.db.runSql(`UPDATE OR REPLACE ${table} SET ${name} = ? WHERE ${name} = ? AND ${condition}`, [
      id,
      provisional,
    ]);
  }
}
