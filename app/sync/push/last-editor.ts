import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import { isEditor } from '../../replica/journal/limited-cause.ts';
import { isRevisions } from '../../replica/operations/answers.ts';
import type { ReplicaReader } from '../../replica/replica.ts';
import type { Round } from '../round.ts';
import { queryAs } from './ask-site.ts';
import { editedDocument } from '../../replica/plan/plan-entry.ts';

/**
 * Asks a hub who made its newest version of the document that an entry edits.
 *
 * @returns `undefined` at a third-party site, which does not say, and for a document that the hub no longer has
 * @throws RemoteError
 */
export async function lastEditor(
  round: Round,
  entry: JournalEntry,
  token: string,
): Promise<Cause['theirs'] | undefined> {
  const path = round.store.read(null, (s) => newestPath(s, entry));
  if (!round.hub || path === undefined) return undefined;
  const revisions = await queryAs({ round, token }, `/benchside${path}`, isRevisions);
  const newest = revisions?.[0];
  if (!newest?.username || !isEditor(newest)) return undefined;
  return { username: newest.username, date: newest.date };
}

/** Returns the path of the newest version in the list of versions of the document that an entry edits. */
function newestPath(s: ReplicaReader, entry: JournalEntry): string | undefined {
  const document = editedDocument(s, entry);
  if (!document) return undefined;
  const { guideid, namespace = 'CATEGORY', title = '' } = entry.params;
  if (document.kind === 'guide') return `/guides/${guideid}/revisions?limit=1`;
  const langid = s.wikis.row(document.id)?.langid ?? s.meta.site.langid;
  return `/wikis/${namespace}/${encodeURIComponent(title)}/revisions?limit=1&langid=${langid}`;
}
