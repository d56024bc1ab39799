import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import { isEditor } from '../../replica/journal/limited-cause.ts';
import { isRevisions } from '../../replica/operations/answers.ts';
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
  const document = round.store.read(null, (s) => editedDocument(s, entry));
  if (!round.hub || !document) return undefined;
  const { guideid, namespace = 'CATEGORY', title = '' } = entry.params;
  const path =
    document.kind === 'guide' ? `guides/${guideid}` : `wikis/${namespace}/${encodeURIComponent(title)}`;
  const revisions = await queryAs({ round, token }, `/benchside/${path}/revisions?limit=1`, isRevisions);
  const newest = revisions?.[0];
  if (!newest?.username || !isEditor(newest)) return undefined;
  return { username: newest.username, date: newest.date };
}
