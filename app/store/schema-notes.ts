/**
 * Narrower types and meanings of columns, which the database does not hold. `write-schema.ts` makes `schema.ts` from these notes and the
 * database.
 */

import { journalState } from '../../shared/model/journal.ts';
import { entryStatuses } from '../../shared/model/work-log.ts';

export type Bool = 0 | 1;

/**
 * JSON text with placeholders for addresses of this server: U+0081 for the base of picture addresses, U+0082 for the
 * site's own (see `app/store/placeholders.ts`).
 */
export type TemplatedJson = string;

/**
 * Why a document needs a picture. `_past`: only revisions still show the picture; `guide_draft`: only people who may edit the guide see it; `text`, always
 * with id 0: some text has shown it.
 */
export type UseKind = DocumentUse | 'text';

/** Uses that give people who may read the document a right to the picture. */
export type DocumentUse =
  | 'guide'
  | 'guide_past'
  | 'guide_draft'
  | 'wiki'
  | 'wiki_past'
  | 'user'
  | 'team'
  | 'work';

/** Types by `table.column`; those that this file exports, or literals. */
export const columnTypes: Readonly<Record<string, string>> = {
  'account.role': "'admin' | 'author' | 'technician'",
  'collaborator.kind': "'user' | 'team'",
  'tagged.kind': "'guide' | 'wiki'",
  'comment.status': "'public' | 'private' | 'deleted'",
  'view.doc_type': "'GUIDE' | 'WIKI'",
  'image.ratio': "'ONE_ONE' | 'FOUR_THREE' | 'VARIABLE'",
  'attachment.kind': 'DocumentUse',
  'journal.state': oneOf(journalState.options),
  'journal_event.state': oneOf(journalState.options),
  'media_use.kind': 'UseKind',
  'work_log.status': oneOf(entryStatuses),
  'notification.kind': 'NotificationKind',
  ...typed('Bool', [
    'change_feed.deleted',
    'desk_person.sealed',
    'document.deleted',
    'flag_report.only_reported',
    'guide.deleted',
    'guide.featured',
    'guide.public',
    'guide_revision.draft',
    'image.deleted',
    'notification.is_read',
    'reading_position.finished',
    'search_doc.public',
    'step.shown',
    'step_form.current',
    'translation.deleted',
    'account.banned',
    'account.deleted',
    'video.deleted',
    'wiki.deleted',
    'wiki.private',
    'wiki.was_public',
    'wiki.stub',
  ]),
  ...typed('TemplatedJson', [
    'comment.text_rendered',
    'guide.summary',
    'release.body',
    'account.about_rendered',
    'account.remote',
    'video.body',
    'wiki.summary',
  ]),
};

/** Meanings, by `table` or `table.column`. */
export const meanings: Readonly<Record<string, string>> = {
  change_feed: 'The feed: the newest change of each resource, in commit order.',
  'comment.guideid': 'The guide or wiki of the target, so that one query finds all comments of a document.',
  desk_credential: "A person's PIN and badge for this desk: a scrypt verifier and a keyed hash.",
  desk_person: 'People who signed in at this desk.',
  'desk_person.accepted_age':
    'Age of the desk in seconds when the site last accepted the token; null once it refused it.',
  'desk_person.token': "The site's token, encrypted by the shell if it can; null once the site refused it.",
  'desk_person.verifier': 'scrypt verifier for signing in offline.',
  fetch_queue: 'Desk: ids named by a list of the site whose documents are still to be fetched.',
  'fetch_queue.address': 'Title of a wiki, by which the site addresses it.',
  'guide.checked_date': 'Desk: when the site last confirmed this version.',
  'guide.summary':
    'A guide summary without the fields that are added when read (`app/store/guides/compose.ts`).',
  guide_doc: "The readers' version as `packGuide` packs it, zstd-compressed.",
  'guide_revision.site_revisionid':
    "Desk: the site's revisionid of a version made here, once the site has it.",
  'image.deleted': 'Removed from the media manager; the picture stays while a document uses it.',
  'image.mime': '`Content-Type` of the original.',
  'image.remote': 'Address of the original on another server, without suffix; null if the bytes are ours.',
  image_file: 'One variant of a picture; `size` is a variant name or `original`.',
  'image_file.failure': 'Why the last attempt failed, as a sentence.',
  'image_file.sha256': 'Name of the file under `media/`; null while it is not here.',
  'media_file.remote': "The site's address of the file; templated.",
  'media_file.sha256': 'Name of the file under `media/`; null while it is not here.',
  journal: 'Append-only: entries change their state but are never edited or removed (decision 0011).',
  'tag.site_tagid': "Desk: the site's `tagid`, once it is known.",
  'account.remote': "Desk: the site's summary of this person; null on the hub, which computes it.",
  'account.sso_userid': "This person's id in another system of the company.",
  'work_log.guide_revisionid': "The guide's revision when the run began.",
  'work_log.timing': 'Totals as JSON; null for a run without events.',
  'wiki.parent': "Title of the parent category. Not its id, because a site's pages arrive in any order.",
  'wiki.summary': 'A light wiki object without its dates.',
  'wiki.title_key': 'Lower case, underscores as spaces: finds a title if there is no exact match.',
  wiki_doc: 'zstd-compressed JSON of the full wiki without the fields that are computed when read.',
  'wiki_revision.site_revisionid': 'Like that of a guide.',
};

function typed(type: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, type]));
}

function oneOf(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ');
}
