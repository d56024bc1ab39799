import { assertNever } from '../../../shared/assert.ts';
import { isAdmin, isLead } from '../actor.ts';
import type { Viewer } from '../actor.ts';
import type { ItemKind, ItemRow } from '../media/items.ts';
import type { ImageRow } from '../media/media.ts';
import type { DocumentUse } from '../schema-notes.ts';
import { sql } from '../sql.ts';
import type { Query, StoredRow } from '../sql.ts';
import { guideRow } from '../guides/rows.ts';
import { wikiRow } from '../wikis/rows.ts';
import type { StoreReader } from '../aggregates.ts';
import { mayEditGuide, mayReadGuide } from './guides.ts';
import { mayReadRun } from './runs.ts';
import { mayEditWiki, mayReadWiki } from './wikis.ts';

/**
 * Returns whether the viewer may find a picture by its id: it is their own, or a document they may read shows it. Ids
 * can be guessed by counting; guids cannot.
 */
export function mayReadPicture(s: StoreReader, row: ImageRow, viewer = s.viewer): boolean {
  if (isAdmin(viewer) || (viewer && row.userid === viewer.userid)) return true;
  if (usesOf(s, row).some(({ kind, id }) => mayReadUse(s, kind, id, viewer))) return true;
  if (s.media.isAvatar(row.imageid)) return true;
  const noted = s.media.pictureNotes.having({ guid: row.guid });
  return noted !== undefined && mayReadUse(s, 'guide', noted.guideid, viewer);
}

/** Returns whether the viewer may put a picture into a document: it is their own, or they may read it. */
export function mayUsePicture(s: StoreReader, row: ImageRow): boolean {
  const { viewer } = s;
  // Fixtures and imports have no viewer; people without a sign-in cannot write.
  if (viewer === null) return true;
  if (row.userid === viewer.userid || isAdmin(viewer)) return row.deleted === 0 || s.media.isUsed(row);
  return mayReadPicture(s, row);
}

/**
 * Returns whether a text that the viewer writes may show a picture to all its readers: it is their own, or they could
 * see it without being an admin. An admin edits other people's texts without knowing every picture id in them.
 */
export function mayShowPicture(s: StoreReader, row: ImageRow, viewer: Viewer): boolean {
  return mayReadPicture(s, row, viewer && { ...viewer, role: 'technician' });
}

/** A stored text and everyone who contributed to it. */
export interface TextOwner {
  kind: 'guide' | 'wiki' | 'user';
  id: number;
  authors: readonly number[];
}

/**
 * Returns whether one of a text's authors was allowed to show a picture in it: it is their own, or they see it in
 * another document to which the picture's owner contributed. A picture without owner and other uses came with an import
 * and is allowed.
 */
export function mayHaveShown(s: StoreReader, row: ImageRow, { kind, id, authors }: TextOwner): boolean {
  const owner = row.userid;
  if (owner !== null && authors.includes(owner)) return true;
  const uses = usesOf(s, row).filter((use) => use.id !== id || !use.kind.startsWith(kind));
  if (owner === null && uses.length === 0) return true;
  const known = authors.flatMap((userid) => s.users.author(userid) ?? []);
  if (known.length === 0) return true;
  return uses.some(
    (use) =>
      (owner === null || documentAuthors(s, use.kind, use.id).includes(owner)) &&
      known.some((author) => mayReadUse(s, use.kind, use.id, { ...author, role: 'technician' })),
  );
}

/** Returns the userids of everyone known to have contributed to a document. */
export function documentAuthors(s: StoreReader, kind: DocumentUse, id: number): number[] {
  const of = (query: Query<{ userid: number | null }>): number[] =>
    s.db.all(query).flatMap(({ userid }) => userid ?? []);
  switch (kind) {
    case 'user':
      return [id];
    case 'team':
      return of(sql`SELECT userid FROM team_member WHERE teamid = ${id}`);
    case 'work':
      return of(sql`SELECT userid FROM work_log WHERE entryid = ${id}`);
    case 'wiki':
    case 'wiki_past':
      return of(
        sql`SELECT userid FROM wiki WHERE wikiid = ${id}
         UNION SELECT userid FROM wiki_revision WHERE wikiid = ${id} AND userid IS NOT NULL`,
      );
    case 'guide':
    case 'guide_past':
    case 'guide_draft':
      return of(
        sql`SELECT userid FROM guide WHERE guideid = ${id}
         UNION SELECT userid FROM guide_revision WHERE guideid = ${id} AND userid IS NOT NULL
         UNION SELECT userid FROM translation_revision WHERE guideid = ${id}`,
      );
    default:
      return assertNever(kind);
  }
}

/**
 * Returns whether the viewer may see the picture that this one was cropped from or drawn on: owners of either, and
 * people who may edit a guide or, as leads, a page that shows this one. Anyone may put a public picture into a guide
 * of their own, so for technicians the picture's owner must be the guide's author or a collaborator. (A copy keeps
 * its source only if its owner could see that.)
 */
export function mayReadSource(s: StoreReader, row: ImageRow, source: ImageRow): boolean {
  const { viewer } = s;
  if (!viewer) return false;
  if (isAdmin(viewer) || [row.userid, source.userid].includes(viewer.userid)) return true;
  return usesOf(s, row).some(({ kind, id }) => {
    if (!mayReadUse(s, kind, id, viewer)) return false;
    if (kind.startsWith('guide')) {
      const guide = guideRow(s, id);
      if (!guide || !mayEditGuide(s, guide)) return false;
      const people = [guide.userid, ...s.collaborators.ids(id, 'user')];
      return isLead(viewer) || s.meta.hasForeignRules || (row.userid !== null && people.includes(row.userid));
    }
    if (!kind.startsWith('wiki')) return false;
    const wiki = wikiRow(s, id);
    return isLead(viewer) && wiki !== undefined && mayEditWiki(s, wiki);
  });
}

/** Like `mayReadPicture`, for a document or video. */
export function mayReadItem(s: StoreReader, kind: ItemKind, { itemid, userid }: ItemRow): boolean {
  const { viewer } = s;
  if (isAdmin(viewer) || (viewer && userid === viewer.userid)) return true;
  return s.db
    .all(sql<StoredRow<'attachment', 'kind' | 'id'>>`SELECT kind, id FROM attachment
       WHERE item = ${kind.name} AND itemid = ${itemid}`)
    .some((use) => mayReadUse(s, use.kind, use.id, viewer));
}

/** Like `mayUsePicture`, for a document or video. */
export function mayUseItem(s: StoreReader, kind: ItemKind, row: ItemRow, isAttached: boolean): boolean {
  const { viewer } = s;
  if (viewer === null) return true;
  if (row.userid === viewer.userid || isAdmin(viewer)) return row.deleted === 0 || isAttached;
  return mayReadItem(s, kind, row);
}

/** A text gives no right to a picture: anyone can write a picture's id. */
const usesOf = (s: StoreReader, { guid }: ImageRow): { kind: DocumentUse; id: number }[] =>
  s.db.all(sql`SELECT kind, id FROM media_use WHERE guid = ${guid} AND kind <> 'text'`);

function mayReadUse(s: StoreReader, kind: DocumentUse, id: number, viewer: Viewer): boolean {
  switch (kind) {
    case 'user':
    case 'team':
      return true;
    case 'work': {
      const run = s.workLog.rightsOf(id);
      return run !== undefined && mayReadRun(s, run, viewer);
    }
    case 'wiki':
    case 'wiki_past': {
      const wiki = wikiRow(s, id);
      return wiki !== undefined && mayReadWiki(s, wiki, viewer);
    }
    case 'guide':
    case 'guide_past':
    case 'guide_draft': {
      const guide = guideRow(s, id);
      if (!guide || !mayReadGuide(s, guide, viewer)) return false;
      return kind !== 'guide_draft' || mayEditGuide(s, guide, viewer);
    }
    default:
      return assertNever(kind);
  }
}
