import { init } from './0001-init.ts';
import { journalTables } from './0002-journal.ts';
import { work } from './0003-work.ts';
import { people } from './0004-people.ts';
import { releaseTables } from './0005-releases.ts';
import { translationTables } from './0006-translations.ts';
import { accountTables } from './0007-accounts.ts';
import { mediaTables } from './0008-media.ts';
import { draftTable } from './0009-drafts.ts';
import { indexes } from './0010-indexes.ts';
import { leadIndexes } from './0011-leads.ts';
import { kioskTable } from './0012-kiosk.ts';
import { searchFingerprint } from './0013-search-fingerprint.ts';
import { acknowledged } from './0014-acknowledged.ts';
import { pictureNotes } from './0015-picture-notes.ts';
import { siteRevisions } from './0016-site-revisions.ts';
import { windowKey } from './0017-window-key.ts';
import { guideEditors } from './0018-guide-editors.ts';
import { displayTitleColumn } from './0019-display-titles.ts';
import { repeatedEdits } from './0020-repeated-edits.ts';
import { sessionEnds } from './0021-session-ends.ts';
import { epochs } from './0022-epochs.ts';
import { siteTagids } from './0024-site-tagids.ts';
import { accepted } from './0023-accepted.ts';
import { workHolders } from './0025-work-holders.ts';
import { withdrawnRevisions } from './0026-withdrawn-revisions.ts';
import { shutOut } from './0027-shut-out.ts';
import { imageFacts } from './0028-image-facts.ts';
import { notedPictures } from './0029-noted-pictures.ts';
import { picturesInTexts } from './0030-pictures-in-texts.ts';
import { tablesOfDesks } from './0031-tables-of-desks.ts';
import { fullTableNames } from './0032-full-table-names.ts';
import { handOverNotes } from './0033-hand-over-notes.ts';
import { assignmentTable } from './0034-assignments.ts';
import { notificationTable } from './0035-notifications.ts';
import { publicGuides } from './0036-public-guides.ts';
import { editKeys } from './0038-edit-keys.ts';
import { editConflicts } from './0039-edit-conflicts.ts';
import { titlesOfRuns } from './0040-titles-of-runs.ts';
import { flagReportTable } from './0041-flag-reports.ts';
import { assignmentsOfGuides } from './0042-assignments-of-guides.ts';
import { endedAssignments } from './0043-ended-assignments.ts';
import { unreleasedRevisions } from './0044-unreleased-revisions.ts';
import { hadDraftsColumn } from './0045-had-drafts.ts';
import { reportersOfDesks } from './0046-reporters-of-desks.ts';
import { pagesOncePublic } from './0047-pages-once-public.ts';
import { namesOfDesks } from './0048-names-of-desks.ts';
import { draftsOfOwnReleases } from './0049-drafts-of-own-releases.ts';
import { failedSearchTable } from './0037-failed-searches.ts';

export interface Migration {
  number: number;
  name: string;
  /** SQL, or a function for a change that SQL cannot express. Frozen once released: it imports nothing that may change. */
  up: string | ((exec: (sql: string) => void) => void);
  /** True if the program of the version before works with its result, so that the hubs of a shared site can be replaced one by one. */
  isExpansion?: boolean;
}

export const migrations: readonly Migration[] = [
  { number: 1, name: 'init', up: init },
  { number: 2, name: 'journal', up: journalTables },
  { number: 3, name: 'work', up: work },
  { number: 4, name: 'people', up: people },
  { number: 5, name: 'releases', up: releaseTables },
  { number: 6, name: 'translations', up: translationTables },
  { number: 7, name: 'accounts', up: accountTables },
  { number: 8, name: 'media', up: mediaTables },
  { number: 9, name: 'drafts', up: draftTable },
  { number: 10, name: 'indexes', up: indexes },
  { number: 11, name: 'leads', up: leadIndexes },
  { number: 12, name: 'kiosk', up: kioskTable },
  { number: 13, name: 'search-fingerprint', up: searchFingerprint },
  { number: 14, name: 'acknowledged', up: acknowledged },
  { number: 15, name: 'picture-notes', up: pictureNotes },
  { number: 16, name: 'site-revisions', up: siteRevisions },
  { number: 17, name: 'window-key', up: windowKey },
  { number: 18, name: 'guide-editors', up: guideEditors },
  { number: 19, name: 'display-titles', up: displayTitleColumn },
  { number: 20, name: 'repeated-edits', up: repeatedEdits },
  { number: 21, name: 'session-ends', up: sessionEnds },
  { number: 22, name: 'epochs', up: epochs },
  { number: 23, name: 'accepted', up: accepted },
  { number: 24, name: 'site-tagids', up: siteTagids },
  { number: 25, name: 'work-holders', up: workHolders },
  { number: 26, name: 'withdrawn-revisions', up: withdrawnRevisions },
  { number: 27, name: 'shut-out', up: shutOut },
  { number: 28, name: 'image-facts', up: imageFacts },
  { number: 29, name: 'noted-pictures', up: notedPictures },
  { number: 30, name: 'pictures-in-texts', up: picturesInTexts },
  { number: 31, name: 'tables-of-desks', up: tablesOfDesks },
  { number: 32, name: 'full-table-names', up: fullTableNames },
  { number: 33, name: 'hand-over-notes', up: handOverNotes },
  { number: 34, name: 'assignments', up: assignmentTable },
  { number: 35, name: 'notifications', up: notificationTable },
  { number: 36, name: 'public-guides', up: publicGuides, isExpansion: true },
  { number: 37, name: 'failed-searches', up: failedSearchTable },
  { number: 38, name: 'edit-keys', up: editKeys, isExpansion: true },
  { number: 39, name: 'edit-conflicts', up: editConflicts, isExpansion: true },
  { number: 40, name: 'titles-of-runs', up: titlesOfRuns, isExpansion: true },
  { number: 41, name: 'flag-reports', up: flagReportTable, isExpansion: true },
  { number: 42, name: 'assignments-of-guides', up: assignmentsOfGuides, isExpansion: true },
  { number: 43, name: 'ended-assignments', up: endedAssignments, isExpansion: true },
  { number: 44, name: 'unreleased-revisions', up: unreleasedRevisions, isExpansion: true },
  { number: 45, name: 'had-drafts', up: hadDraftsColumn, isExpansion: true },
  { number: 46, name: 'reporters-of-desks', up: reportersOfDesks, isExpansion: true },
  { number: 47, name: 'pages-once-public', up: pagesOncePublic, isExpansion: true },
  { number: 48, name: 'names-of-desks', up: namesOfDesks, isExpansion: true },
  { number: 49, name: 'drafts-of-own-releases', up: draftsOfOwnReleases, isExpansion: true },
];
