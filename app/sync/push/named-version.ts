import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';
import {
  guideOfVersion,
  noteSiteRevision,
  siteRevision,
  siteRevisionUpTo,
} from '../../store/sync/site-revisions.ts';
import type { Versioned } from '../../store/sync/site-revisions.ts';
import { releasedRevision } from './held.ts';
import type { Plan } from './plan.ts';
import { shapeOf } from './shape.ts';
import { editedDocument, versionsNow } from './versions.ts';

/** The number of a version made here that an edit reverts to or releases; the site's are positive. */
function versionMadeHere(entry: JournalEntry): number | undefined {
  const revisionid = releasedRevision(entry) ?? Number(entry.query['to_revisionid']);
  return revisionid < 0 ? revisionid : undefined;
}

/** The document whose version an edit reverts to or releases. */
function documentOfVersion(s: StoreReader, entry: JournalEntry, revisionid: number): Versioned | undefined {
  if (releasedRevision(entry) === undefined) return editedDocument(s, entry);
  const id = guideOfVersion(s, revisionid);
  return id === undefined ? undefined : { kind: 'guide', id };
}

/**
 * To the site, a version that was made here has the number that it gave it. Who has read one that it does not have has
 * read the one before.
 */
export function withSiteRevision(s: StoreReader, entry: JournalEntry, plan: Plan): Plan {
  if (plan.kind !== 'send') return plan;
  const named = (name: string, revisionid: number | undefined): Plan =>
    revisionid === undefined ? plan : { ...plan, query: { ...plan.query, [name]: String(revisionid) } };
  const read = Number(entry.query['guide_revisionid']);
  if (read < 0)
    return named(
      'guide_revisionid',
      // The history of a guide that was made again here is gone: what the run began with is read for sure.
      siteRevisionUpTo(s, read) ?? s.workLog.begunWith(Number(plan.params['entryid'])),
    );
  // Of a translation the hub says with its 409 which version it has; a number of this desk says nothing there.
  if (Number(plan.query['revisionid']) < 0)
    return named('revisionid', siteRevisionUpTo(s, Number(plan.query['revisionid'])) ?? 1);
  const made = versionMadeHere(entry);
  const document = made === undefined ? undefined : documentOfVersion(s, entry, made);
  const there = made === undefined || !document ? undefined : siteRevision(s, document, made);
  if (releasedRevision(entry) === undefined || there === undefined) return named('to_revisionid', there);
  return { ...plan, body: { ...(plan.body as object), revisionid: there } };
}

/** Whether an edit names a version that the site will never have: nothing before it is still on its way. */
export function namesLostVersion(s: StoreReader, entry: JournalEntry): boolean {
  const made = versionMadeHere(entry);
  if (made === undefined) return false;
  const document = documentOfVersion(s, entry, made);
  if (!document) return releasedRevision(entry) !== undefined;
  const isFirst = s.journal
    .sequencesOf(document.kind, document.id)
    .every((sequence) => sequence >= entry.sequence);
  return isFirst && siteRevision(s, document, made) === undefined;
}

/** What the site made of an edit is the version that the edit made here. @param isHub whose steps have the guide's number */
export function learnVersion(
  s: StoreWriter,
  entry: JournalEntry,
  sent: Plan & { kind: 'send' },
  answer: unknown,
  isHub: boolean,
): void {
  const shape = shapeOf(sent.route);
  if (shape === 'guide') {
    const { guideid, revisionid } = answer as Guide;
    noteSiteRevision(s, { kind: 'guide', id: guideid }, entry, revisionid);
  } else if (shape === 'wiki') {
    const { wikiid, revisionid } = answer as Wiki;
    noteSiteRevision(s, { kind: 'wiki', id: wikiid }, entry, revisionid);
  } else if (shape === 'step' && isHub) {
    const { revisionid } = answer as Step;
    const isNew = revisionid > Number(sent.query['revisionid']);
    if (isNew) noteSiteRevision(s, { kind: 'guide', id: Number(sent.params['guideid']) }, entry, revisionid);
  }
}

/** The site has all of an edit already: its version is the one that the edit made here. */
export function knownVersion(s: StoreWriter, entry: JournalEntry): void {
  const document = editedDocument(s, entry);
  const { theirs } = versionsNow(s, entry);
  if (!document || !theirs) return;
  const { revisionid } = theirs.kind === 'guide' ? theirs.document.body : theirs.body;
  noteSiteRevision(s, document, entry, revisionid);
}
