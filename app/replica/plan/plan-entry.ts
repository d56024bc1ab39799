import { unpackGuide } from '../../store/guides/document.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { isMergedKind } from '../../store/resources/kinds.ts';
import type { ReplicaReader } from '../replica.ts';
import { unpackWikiDocument } from '../../store/wikis/document.ts';
import { guideContent } from '../merge/guide.ts';
import { wikiContent } from '../merge/wiki.ts';
import { operationOf } from '../operations/index.ts';
import { planOnDeleted, requestFor } from './plan.ts';
import type { Plan, Sent, DocumentVersion, MergeVersions } from './plan.ts';
import { isTranslation, planTranslation } from './translation.ts';

type MergedKind = DocumentVersion['kind'];

/** Returns the kind of document that an operation edits, if such edits are merged. */
export const mergedKind = (route: string): MergedKind | undefined => operationOf(route).merges?.kind;

/** Returns which kind of document with revisions an operation creates. */
export function createdDocument(route: string): MergedKind | undefined {
  const kind = operationOf(route).creates?.kind;
  return kind !== undefined && isMergedKind(kind) ? kind : undefined;
}

/**
 * Plans an edit on the given versions. If an edit from here restored a step that the site had deleted, the site may know the step
 * by another id; edits that name the old id apply to it.
 */
export function planEntry(
  s: ReplicaReader,
  entry: JournalEntry,
  { theirs, ...versions }: MergeVersions,
): Plan {
  if (isTranslation(s, entry)) return planTranslation(entry);
  if (theirs?.kind !== 'guide') return planOn(entry, { ...versions, ...(theirs ? { theirs } : {}) });
  const old = oldIds(s, theirs);
  if (old.size === 0) return planOn(entry, { ...versions, theirs });
  const steps = theirs.document.steps.map((step) => ({
    ...step,
    stepid: old.get(step.stepid) ?? step.stepid,
  }));
  const plan = planOn(entry, { ...versions, theirs: { ...theirs, document: { ...theirs.document, steps } } });
  return plan.kind === 'send' ? withNewIds(plan, old) : plan;
}

function planOn(entry: JournalEntry, { before, theirs }: MergeVersions): Plan {
  const { merges } = operationOf(entry.route);
  if (merges?.kind === 'guide' && before?.kind === 'guide')
    return theirs?.kind === 'guide'
      ? merges.plan(entry, before.document, theirs.document)
      : planOnDeleted(entry, guideContent(before.document));
  if (merges?.kind === 'wiki' && before?.kind === 'wiki')
    return theirs?.kind === 'wiki'
      ? merges.plan(entry, before, theirs)
      : planOnDeleted(entry, wikiContent(before.body));
  return requestFor(entry, {});
}

/** Returns the former ids of restored steps, by the ids that the site gave. */
function oldIds(s: ReplicaReader, { document }: DocumentVersion & { kind: 'guide' }): Map<number, number> {
  const here = new Set(document.steps.map((step) => step.stepid));
  return new Map(
    s.idMap.reborn('step').flatMap(({ old, id }) => (here.has(id) && !here.has(old) ? [[id, old]] : [])),
  );
}

function withNewIds(plan: Sent, old: ReadonlyMap<number, number>): Plan {
  const ids = new Map([...old].map(([id, was]) => [was, id]));
  const { stepid } = plan.params;
  const { stepids } = (plan.body ?? {}) as { stepids?: number[] };
  return {
    ...plan,
    params:
      stepid === undefined
        ? plan.params
        : { ...plan.params, stepid: String(ids.get(Number(stepid)) ?? stepid) },
    body: stepids ? { ...(plan.body as object), stepids: stepids.map((id) => ids.get(id) ?? id) } : plan.body,
  };
}

/** Returns whether an edit changes or creates a guide. It may touch pages as well: it made them along the way. */
export const isOfGuide = ({ route }: JournalEntry): boolean =>
  (mergedKind(route) ?? createdDocument(route)) === 'guide';

/** Returns the document that an edit changes, if its kind is merged. */
export function editedDocument(
  s: ReplicaReader,
  entry: JournalEntry,
): { kind: MergedKind; id: number } | undefined {
  const kind = mergedKind(entry.route);
  const id = kind && s.journal.touches(entry.sequence).find((touch) => touch.kind === kind)?.id;
  return kind && id !== undefined ? { kind, id } : undefined;
}

/** Returns the versions to plan on: the edit's base, and the site's newest version known here. */
export function currentVersions(s: ReplicaReader, entry: JournalEntry): MergeVersions {
  const document = editedDocument(s, entry);
  if (!document) return {};
  const before = versionBefore(s, entry, document.kind, document.id);
  const remote = s.siteVersions.get(document.kind, document.id);
  if (remote === 'gone') return before ? { before } : {};
  const theirs = remote ? unpacked(s, document.kind, remote) : before;
  return { ...(before ? { before } : {}), ...(theirs ? { theirs } : {}) };
}

/** Returns the document as it was before the edit, with provisional ids replaced by the site's where known. */
export function versionBefore(
  s: ReplicaReader,
  entry: JournalEntry,
  kind: MergedKind,
  id: number,
): DocumentVersion | undefined {
  const packed = s.journal.before(entry.sequence, kind, id);
  return packed && unpacked(s, kind, packed);
}

/** Returns the stored version of a document: the site's, with pending edits applied. */
export function storedVersion(s: ReplicaReader, kind: MergedKind, id: number): DocumentVersion | undefined {
  if (kind === 'guide') {
    const row = s.guides.row(id);
    return row && !row.deleted ? { kind, document: s.guides.working(id) } : undefined;
  }
  const row = s.wikis.row(id);
  return row && !row.deleted ? { kind, ...s.wikis.document(row) } : undefined;
}

export function unpacked(s: ReplicaReader, kind: MergedKind, packed: Buffer): DocumentVersion {
  if (kind === 'guide') return { kind, document: s.idMap.resolve(unpackGuide(packed)) };
  return { kind, ...s.idMap.resolve(unpackWikiDocument(packed)) };
}
