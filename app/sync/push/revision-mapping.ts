import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { ReplicaReader, ReplicaWriter } from '../../replica/replica.ts';
import {
  guideOfVersion,
  noteSiteRevision,
  parentOf,
  siteRevision,
  siteRevisionUpTo,
} from '../../store/site-revisions.ts';
import type { Versioned } from '../../store/site-revisions.ts';
import { operationOf } from '../../replica/operations/index.ts';
import { translatedPages } from '../../replica/operations/wiki.ts';
import { currentVersions, editedDocument } from '../../replica/plan/plan-entry.ts';
import type { Plan, Sent } from '../../replica/plan/plan.ts';

const releasedRevision = (entry: JournalEntry): number | undefined =>
  operationOf(entry.route).releasedRevision?.(entry);

/** Returns the version made here (a negative revisionid) that an edit reverts to or releases; `undefined` if it names one of the site's. */
function versionMadeHere(entry: JournalEntry): number | undefined {
  const revisionid = releasedRevision(entry) ?? Number(entry.query['to_revisionid']);
  return revisionid < 0 ? revisionid : undefined;
}

/** Returns the document whose version an edit reverts to or releases. */
function documentOfVersion(s: ReplicaReader, entry: JournalEntry, revisionid: number): Versioned | undefined {
  if (releasedRevision(entry) === undefined) return editedDocument(s, entry);
  const id = guideOfVersion(s, revisionid);
  return id === undefined ? undefined : { kind: 'guide', id };
}

/**
 * Replaces the revisionids of versions made here by the site's. If the site lacks the version that a reader saw, the newest
 * earlier one that it has counts as read (SPEC J2.10).
 */
export function withSiteRevision(s: ReplicaReader, entry: JournalEntry, planned: Plan): Plan {
  if (planned.kind !== 'send') return planned;
  const plan = withSiteSource(s, entry, planned);
  const read = Number(entry.query['guide_revisionid']);
  const stated = Number(plan.query['revisionid']);
  const made = versionMadeHere(entry);
  const document = made === undefined ? undefined : documentOfVersion(s, entry, made);
  const there = made === undefined || !document ? undefined : siteRevision(s, document, made);
  const isRelease = releasedRevision(entry) !== undefined;
  const numbers = {
    guide_revisionid: read < 0 ? siteRevisionUpTo(s, read) : undefined,
    // A hub answers an outdated revisionid of a translation with a 409 and its own version, so 1 will do if none is known.
    revisionid: stated < 0 ? (siteRevisionUpTo(s, stated) ?? 1) : undefined,
    to_revisionid: isRelease ? undefined : there,
  };
  const query = Object.entries(numbers).flatMap(([name, revisionid]) =>
    revisionid === undefined ? [] : [[name, String(revisionid)]],
  );
  const body = isRelease && there !== undefined ? { ...(plan.body as object), revisionid: there } : plan.body;
  return { ...plan, query: { ...plan.query, ...Object.fromEntries(query) }, body };
}

/**
 * Replaces the source version of a translation by the site's number. Without one, the field is left out and the site takes its
 * newest version.
 */
function withSiteSource(s: ReplicaReader, entry: JournalEntry, plan: Sent): Sent {
  const source = operationOf(plan.route).sourceRevision?.(plan.body);
  if (source === undefined || source >= 0) return plan;
  const { source_revisionid: _, ...fields } = plan.body as Record<string, unknown>;
  const [there] = translatedPages(s, entry).flatMap((page) => siteRevision(s, page, source) ?? []);
  return { ...plan, body: there === undefined ? fields : { ...fields, source_revisionid: there } };
}

/** Returns whether an edit names a version that the site will never have, because no earlier edit of the document waits. */
export function namesLostRevision(s: ReplicaReader, entry: JournalEntry): boolean {
  const made = versionMadeHere(entry);
  if (made === undefined) return false;
  const document = documentOfVersion(s, entry, made);
  if (!document) return releasedRevision(entry) !== undefined;
  const isFirst = s.journal
    .sequencesOf(document.kind, document.id)
    .every((sequence) => sequence >= entry.sequence);
  return isFirst && siteRevision(s, document, made) === undefined;
}

/**
 * Notes which version of the site an edit's version became.
 *
 * @param isHub a hub's steps have the revisionid of their guide
 */
export function noteRevision(
  s: ReplicaWriter,
  entry: JournalEntry,
  sent: Sent,
  answer: unknown,
  isHub: boolean,
): void {
  const { answers, versions } = operationOf(sent.route);
  const named = versions?.(answer);
  if (named) {
    const guide = { kind: 'guide', id: Number(sent.params['guideid']) } as const;
    // If others changed the guide before this edit arrived, the site's version is not the one made here (SPEC J2.4).
    const parent = parentOf(s, guide, entry);
    if (parent !== undefined && siteRevisionUpTo(s, parent) === named.parent)
      noteSiteRevision(s, guide, entry, named.revisionid);
  } else if (answers === 'guide') {
    const { guideid, revisionid } = answer as Guide;
    noteSiteRevision(s, { kind: 'guide', id: guideid }, entry, revisionid);
  } else if (answers === 'wiki') {
    const { wikiid, revisionid } = answer as Wiki;
    noteSiteRevision(s, { kind: 'wiki', id: wikiid }, entry, revisionid);
  } else if (answers === 'step' && isHub) {
    const { revisionid } = answer as Step;
    const isNew = revisionid > Number(sent.query['revisionid']);
    if (isNew) noteSiteRevision(s, { kind: 'guide', id: Number(sent.params['guideid']) }, entry, revisionid);
  }
}

/** Notes the site's current version as the edit's, when the site already has all of the edit. */
export function noteCurrentRevision(s: ReplicaWriter, entry: JournalEntry): void {
  const document = editedDocument(s, entry);
  const { theirs } = currentVersions(s, entry);
  if (!document || !theirs) return;
  const { revisionid } = theirs.kind === 'guide' ? theirs.document.body : theirs.body;
  noteSiteRevision(s, document, entry, revisionid);
}
