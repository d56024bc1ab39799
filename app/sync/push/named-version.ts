import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import type { IdKind } from '../../store/meta.ts';
import { restoredSteps } from '../../store/guides/revert.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';
import { noteSiteRevision, siteRevision, siteRevisionUpTo } from '../../store/sync/site-revisions.ts';
import type { Learned } from './learn.ts';
import type { Plan } from './plan.ts';
import { shapeOf } from './shape.ts';
import { editedDocument, versionsNow } from './versions.ts';

/** The number of a version made here that an edit goes back to; the site's are positive. */
function versionMadeHere({ query }: JournalEntry): number | undefined {
  const revisionid = Number(query['to_revisionid']);
  return revisionid < 0 ? revisionid : undefined;
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
  if (read < 0) return named('guide_revisionid', siteRevisionUpTo(s, read));
  // Of a translation the hub says with its 409 which version it has; a number of this desk says nothing there.
  if (Number(plan.query['revisionid']) < 0)
    return named('revisionid', siteRevisionUpTo(s, Number(plan.query['revisionid'])) ?? 1);
  const made = versionMadeHere(entry);
  const document = made === undefined ? undefined : editedDocument(s, entry);
  return made === undefined || !document ? plan : named('to_revisionid', siteRevision(s, document, made));
}

/** Whether an edit goes back to a version that the site will never have: nothing before it is still on its way. */
export function namesLostVersion(s: StoreReader, entry: JournalEntry): boolean {
  const made = versionMadeHere(entry);
  const document = made === undefined ? undefined : editedDocument(s, entry);
  if (made === undefined || !document) return false;
  const [first] = s.journal.pendingOf(document.kind, document.id);
  return first?.sequence === entry.sequence && siteRevision(s, document, made) === undefined;
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

/** Of steps and lines that came back with an earlier version, the ids that the site gave, from its answer. */
export function learnRestored(s: StoreReader, entry: JournalEntry, answer: unknown): Learned[] {
  if (entry.route !== 'POST /benchside/guides/{guideid}/revert') return [];
  const { theirs } = versionsNow(s, entry);
  const to = Number(entry.query['to_revisionid']);
  const old = s.guides.revisionDocument(Number(entry.params['guideid']), to);
  if (theirs?.kind !== 'guide' || !old) return [];
  const left = [...entry.issued];
  const nextId = (kind: IdKind): number => {
    const at = left.findIndex((one) => one.kind === kind);
    const [again] = at < 0 ? [] : left.splice(at, 1);
    return again?.id ?? 0;
  };
  const mine = restoredSteps(nextId, theirs.document.steps, old.steps);
  const { guideid, steps } = answer as Guide;
  const made = steps.filter((step) => step.guideid === guideid);
  return mine.flatMap((step, index) => restored(step, made[index]));
}

function restored(mine: Step, made: Step | undefined): Learned[] {
  if (!made) return [];
  const steps: Learned[] = [{ kind: 'step', provisional: mine.stepid, id: made.stepid }];
  const lines = mine.lines.flatMap(({ lineid }, index): Learned[] => {
    const id = made.lines[index]?.lineid;
    return lineid && id ? [{ kind: 'line', provisional: lineid, id }] : [];
  });
  return [...steps, ...lines].filter(({ provisional }) => provisional < 0);
}
