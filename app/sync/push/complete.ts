import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { packGuide, unpackGuide } from '../../store/guides/document.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import { replaceProvisionalId } from '../../replica/id-map/replace-provisional-id.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { IdKind } from '../../store/meta.ts';
import type { ReplicaWriter } from '../../replica/replica.ts';
import type { UploadKind } from '../../replica/id-map/id-map.ts';
import type { Round } from '../round.ts';
import { hasIds, mapIds } from './id-mapping.ts';
import { hasFields } from '../../replica/operations/form.ts';
import { operationOf } from '../../replica/operations/index.ts';
import type { Sent } from '../../replica/plan/plan.ts';
import { pageDeletion } from '../../replica/operations/wiki.ts';
import { editedDocument } from '../../replica/plan/plan-entry.ts';
import { noteRevision } from './revision-mapping.ts';
import { isTranslation } from '../../replica/plan/translation.ts';

/** Completes an edit that the site has carried out: stores the answer and replaces provisional ids by the site's. */
export function complete(
  round: Round,
  s: ReplicaWriter,
  entry: JournalEntry,
  sent: Sent,
  answer: unknown,
): void {
  const learned = mapIds(s, entry, sent, answer);
  for (const { kind, provisional } of learned)
    if (isUpload(kind)) round.apply.uploaded(s, kind, provisional, answer);
  for (const { kind, provisional, id } of learned) {
    if (isProvisional(provisional)) replaceProvisionalId(s, kind, provisional, id);
    else s.idMap.add(kind, provisional, id);
  }
  s.journal.setState(entry, 'done');
  for (const { kind, provisional } of learned) forgetProvisional(s, kind, provisional);
  // The answer is the guide with the translation laid over it; the next pull brings the translation.
  if (!isTranslation(s, entry)) store(round, s, entry, sent, answer);
  if (entry.route === pageDeletion) showWaiting(round, s, entry);
  for (const { kind, id } of s.journal.touches(entry.sequence)) round.apply.settled(s, kind, id);
}

function store(
  { apply, hub }: Round,
  s: ReplicaWriter,
  entry: JournalEntry,
  sent: Sent,
  answer: unknown,
): void {
  const { answers, changes } = operationOf(sent.route);
  if (changes) changeSiteVersion(s, Number(sent.params['guideid']), (one) => changes(one, sent, answer));
  noteRevision(s, entry, sent, answer, hub);
  if (answers === 'guide') apply.editedGuide(s, answer as Guide);
  else if (answers === 'wiki') apply.wiki(s, answer as Wiki);
  else if (answers === 'comment') apply.put(s, 'comment', (answer as Comment).commentid, answer);
  else if (answers === 'entry') apply.put(s, 'entry', (answer as { entryid: number }).entryid, answer);
  else if (answers === 'form') {
    const stepid = Number(sent.params['stepid']);
    if (answer) apply.put(s, 'form', stepid, answer);
    else apply.gone(s, 'form', stepid);
  }
}

/** Changes the site's version of a guide, on which the next edits are planned (SPEC J6.4). */
function changeSiteVersion(
  s: ReplicaWriter,
  guideid: number,
  change: (document: GuideDocument) => void,
): void {
  for (const kind of ['guide', 'guide_shown']) {
    const packed = s.siteVersions.get(kind, guideid);
    if (!(packed instanceof Buffer)) continue;
    const document = unpackGuide(packed);
    change(document);
    s.siteVersions.set(kind, guideid, packGuide(document));
  }
}

/** Shows a page again that an edit here has deleted on the site, if others of its edits wait for a decision (SPEC J7.4). */
function showWaiting({ apply }: Round, s: ReplicaWriter, entry: JournalEntry): void {
  const page = editedDocument(s, entry);
  if (!page || !s.journal.isPending(page.kind, page.id)) return;
  s.siteVersions.set(page.kind, page.id, 'gone');
  apply.replayer.rebuild(s, entry, page.kind, page.id);
}

const isUpload = (kind: IdKind): kind is UploadKind =>
  kind === 'image' || kind === 'video' || kind === 'document';

/** Returns whether an answer is complete and has the requested id. An answer may arrive without its body, or come from a captive portal. */
export function isWhole({ route, params }: Sent, answer: unknown): boolean {
  const fields: Partial<Record<string, unknown>> =
    typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const has = (id: string): boolean =>
    Number.isSafeInteger(fields[id]) && (params[id] === undefined || Number(params[id]) === fields[id]);
  if (!hasIds(route, answer)) return false;
  switch (operationOf(route).answers) {
    case 'guide':
      return has('guideid') && Array.isArray(fields['steps']);
    case 'step':
      return has('stepid') && Array.isArray(fields['lines']);
    case 'wiki':
      return has('wikiid');
    case 'comment':
      return has('commentid');
    case 'entry':
      return has('entryid') && has('guideid');
    case 'form':
      return answer === null || hasFields(answer);
    case undefined:
      return !fields['error'];
  }
}

/** Returns whether the site's answer shows the edit (SPEC J6): a site may accept an edit and store something else. */
export const shows = (sent: Sent, answer: unknown): boolean =>
  operationOf(sent.route).shows?.(sent, answer) ?? true;

/** Deletes the row made here; the site's row has another id. */
function forgetProvisional(s: ReplicaWriter, kind: string, provisional: number): void {
  if (kind === 'guide') s.guides.forget(provisional);
  else if (kind === 'wiki') s.wikis.forget(provisional);
  else if (kind === 'comment') s.comments.forget(provisional);
  else if (kind === 'form') s.forms.forgetRevision(provisional);
}
