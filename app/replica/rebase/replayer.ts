import { z } from 'zod';

import { invariant } from '../../../shared/assert.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Logger } from '../../log.ts';
import { parseInput } from '../../parse-input.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import type { JournalState } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { Actor, Role } from '../../store/actor.ts';
import { unpackGuide } from '../../store/guides/document.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { Issued } from '../../store/meta.ts';
import { isStored, restoreSiteVersion } from '../../store/resources/index.ts';
import { cover, putBelow } from '../../store/wikis/covered-pages.ts';
import type { SimpleKind } from '../../store/resources/kinds.ts';
import { ReplicaWriter } from '../replica.ts';
import type { Replica } from '../replica.ts';
import {
  createdDocument,
  editedDocument,
  isOfGuide,
  mergedKind,
  planEntry,
  storedVersion,
  unpacked,
  versionBefore,
} from '../plan/plan-entry.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { operationOf } from '../operations/index.ts';
import { noLongerShown } from '../trash.ts';
import { isTranslation, translationHere } from '../plan/translation.ts';

/** An endpoint of the API whose edits can be replayed. */
export interface ReplayedEndpoint {
  route: string;
  body: z.ZodType | undefined;
  /** Runs the endpoint's handler in the running transaction, as the viewer of `inner`. */
  carryOut(inner: ReplicaWriter, request: ReplayedRequest): void;
}

type ReplayedRequest = Omit<EditRequest, 'route'> & { query: Record<string, string> };

/**
 * Replays edits of the journal on a version that came from the site, so that reads show the site's state with the journal applied
 * (SPEC J10). An edit is replayed by the handler that accepted it, as its author, at its own time, with the ids it gave.
 */
export class Replayer {
  private readonly byRoute: ReadonlyMap<string, ReplayedEndpoint>;
  private readonly store: Replica;
  readonly log: Logger;

  constructor(endpoints: readonly ReplayedEndpoint[], { store, log }: { store: Replica; log: Logger }) {
    this.byRoute = new Map(endpoints.map((endpoint) => [endpoint.route, endpoint]));
    this.store = store;
    this.log = log;
  }

  /** Replays all pending edits of a resource. To be called in the transaction that stored the site's version. */
  rebase(s: ReplicaWriter, kind: string, id: number): void {
    for (const pending of toCarryOver(s, kind, id)) {
      // Things that the edit made and the site already has get the site's ids.
      const entry = { ...pending, issued: s.idMap.resolve(pending.issued) };
      const merged = isTranslation(s, entry) ? undefined : mergedKind(entry.route);
      // An edit of a guide touches other resources too; they follow from the guide. Replaying the creation of a guide on a page
      // would undo later edits of the guide.
      const edited = merged ?? createdDocument(entry.route);
      if (edited !== undefined && edited !== kind) continue;
      if (makesOther(entry, kind)) continue;
      const plan = this.planHere(s, entry, merged, id);
      if (plan.kind === 'send') this.replayEntry(s, entry, plan);
    }
  }

  /** Replays an entry from another desk on what is stored here. */
  replay(s: ReplicaWriter, entry: JournalEntry): void {
    const document = editedDocument(s, entry);
    const plan = this.planHere(s, entry, document?.kind, document?.id ?? 0);
    if (plan.kind === 'send') this.replayEntry(s, entry, plan);
  }

  /**
   * Replays pending edits of things that were made here and could not be shown: their guide, step or page was missing, or an equal thing was
   * here (SPEC J10.4). To be called when a pull has stored everything, or a push a new guide.
   */
  replayUnshown(s: ReplicaWriter, states: readonly JournalState[] = ['pending', 'sending']): void {
    for (const entry of s.journal.list(states)) {
      for (const { kind, id } of entry.issued)
        if (isMadeAlone(kind) && !isStored(s, kind, id)) this.rebase(s, kind, id);
      const guideid = Number(entry.params['guideid']);
      if (isTranslation(s, entry) && !s.translations.find(guideid, entry.query['langid'] ?? ''))
        this.rebase(s, 'translations', guideid);
    }
  }

  /**
   * Rebuilds a document after an edit of it was discarded: the site's version with the edits that still wait. Removes what the
   * discarded edit had made.
   */
  rebuild(s: ReplicaWriter, entry: JournalEntry, kind: 'guide' | 'wiki', id: number): void {
    const remote = s.siteVersions.get(kind, id);
    // An edit from a stick, of a document that this desk does not show: its base must not bring the document back.
    if (remote === undefined && !isProvisional(id) && !s.trash.isShown(kind, id)) return;
    const isPending = s.journal.isPending(kind, id);
    // A document that the site deleted stays visible as it was while other edits of it wait.
    const site =
      remote === undefined || (remote === 'gone' && isPending) ? siteVersion(s, entry, kind, id) : remote;
    if (site === 'gone') {
      if (remote === 'gone') s.trash.put(kind, id, noLongerShown);
      else if (kind === 'guide') s.guides.forget(id);
      else s.wikis.forget(id);
      if (remote === 'gone' || !isPending) return;
      // It was made here, by an edit that still waits.
      this.rebase(s, kind, id);
      return this.replayUnshown(s, ['pending', 'sending', 'parked']);
    }
    if (remote === undefined && isPending) s.siteVersions.set(kind, id, site);
    const version = unpacked(s, kind, site);
    if (version.kind === 'wiki') {
      if (s.wikis.namesake(version.body) !== undefined) return s.trash.put(kind, id, noLongerShown);
      s.trash.forget(kind, id);
      return putBelow(s, version, () => {
        s.wikis.put(version, { keepRevision: false });
        this.rebase(s, kind, id);
      });
    }
    const { document } = version;
    s.trash.forget(kind, id);
    const isReleased = s.releases.current(id) !== undefined;
    // Readers of a released guide see its release, which only another release or the deletion of the guide changes.
    const shown = isReleased ? shownDocument(s, id) : document;
    // The site was not asked, so the time of the last check stays.
    const checked = s.guides.checkedDate(id) ?? s.rounds.lastSuccess(s.now) ?? s.now;
    s.guides.put(shown, { keepRevision: false, checked });
    // If the discarded edit was the only release, there is no draft beside the published version.
    s.guides.putRemoteDraft(id, isReleased ? document : undefined);
    this.rebase(s, kind, id);
    s.guides.touchDependents([id]);
  }

  /**
   * Carries out a new edit in a person's name and journals it, in the running transaction. Fields that cannot be set any more, such as a
   * picture that was deleted, are left out.
   *
   * @param along pages made here that the site will make along with this edit, because those that made them are discarded
   * @returns the id of what it made
   * @throws AppError, ZodError if it cannot be carried out
   */
  acceptInNameOf(
    s: ReplicaWriter,
    userid: number,
    { route, params, body: wanted }: NewThing,
    along: readonly Issued[] = [],
  ): number | undefined {
    const endpoint = this.byRoute.get(route);
    const actor = s.users.actor(userid);
    invariant(endpoint && actor, `${route} can be done in the name of ${userid}`);
    const { inner, body } = carryOutAllowed(s, actor, endpoint, { params, body: wanted });
    inner.meta.issued.push(...along);
    for (const { id } of along) inner.feed.record('wiki', id);
    const operation = { route, params, query: {}, body };
    // `store.read` shows the store before this transaction: the base of the edit.
    inner.journal.accept(operation, (look) => this.store.read(null, look));
    return inner.meta.issued[0]?.id;
  }

  /**
   * Checks a body that a person may have edited by hand.
   *
   * @throws AppError `invalid` if the contract does not allow it
   */
  requireTaken({ route, body }: Sent): void {
    const schema = this.byRoute.get(route)?.body;
    if (schema) parseInput(schema, body);
  }

  /** Rebuilds a resource of a kind that is not merged, like `rebuild`. */
  rebuildSimple(s: ReplicaWriter, entry: JournalEntry, kind: SimpleKind, id: number): void {
    const known = s.siteVersions.get(kind, id);
    const isGivenUp = isProvisional(id) && !s.journal.isComing(id);
    const site = isGivenUp ? 'gone' : (known ?? siteVersion(s, entry, kind, id));
    if (known === undefined && s.journal.isPending(kind, id)) s.siteVersions.set(kind, id, site);
    const doc: unknown = site === 'gone' ? undefined : s.idMap.resolve(JSON.parse(site.toString()));
    restoreSiteVersion(s, kind, id, doc);
    this.rebase(s, kind, id);
  }

  /** Plans an edit on what is stored here now. Where both sides changed the same, mine is shown (SPEC J10.3). */
  private planHere(
    s: ReplicaWriter,
    entry: JournalEntry,
    kind: 'guide' | 'wiki' | undefined,
    id: number,
  ): Plan {
    if (isTranslation(s, entry)) return translationHere(s, entry);
    const before = kind && versionBefore(s, entry, kind, id);
    const theirs = kind && storedVersion(s, kind, id);
    const versions = { ...(before ? { before } : {}), ...(theirs ? { theirs } : {}) };
    const planOn = (one: JournalEntry): Plan => (kind ? planEntry(s, one, versions) : planOnStored(s, one));
    const plan = planOn(entry);
    if (plan.kind !== 'conflict') return plan;
    const fields = Object.fromEntries(
      plan.conflicts.map(({ field, mine, theirs }) => [field, { theirs, value: mine }]),
    );
    return planOn({ ...entry, resolution: { fields: { ...entry.resolution?.fields, ...fields } } });
  }

  private replayEntry(s: ReplicaWriter, entry: JournalEntry, plan: Sent): void {
    const endpoint = this.byRoute.get(plan.route);
    const actor = s.users.author(entry.userid);
    if (!endpoint || !actor) return;
    const clock = { seconds: entry.monotonicClock, bootid: entry.bootid };
    // Pages that the edit made as a side effect are still here; a page made now needs a new id.
    const issued = entry.issued.filter(({ kind, id }) => kind !== 'wiki' || !s.wikis.row(id));
    // A step that the site deleted keeps its old id here as long as an edit of it waits.
    if (plan.route !== entry.route) issued.unshift({ kind: 'step', id: Number(entry.params['stepid']) });
    const made = issued.some(({ kind, id }) => kind === 'wiki' && isProvisional(id))
      ? operationOf(plan.route).namesPage?.(s, plan)
      : undefined;
    // Flushes the search index first: what is queued there is older than the edit's result.
    s.search.flush();
    const as = (role: Role): void => {
      const inner = new ReplicaWriter(s.db, { ...actor, role }, entry.wallClock, { issued, clock });
      s.db.attempt(() => {
        if (made !== undefined) cover(s, made);
        endpoint.carryOut(inner, plan);
      });
    };
    try {
      try {
        as(actor.role);
      } catch (error) {
        // A later edit may have taken away the permission that this one had (SPEC J10.2).
        if (!(error instanceof AppError && error.code === 'forbidden')) throw error;
        as('admin');
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The edit cannot be shown on this version, but stays in the journal; the push decides about it.
      this.log.info({ err: error, entryid: entry.entryid }, 'an edit could not be replayed');
    }
  }
}

/** Returns whether the store or a schema refused a request. */
export const isRefusal = (error: unknown): error is AppError | z.ZodError =>
  error instanceof AppError || error instanceof z.ZodError;

/**
 * Carries out a request as a person, without the fields that are refused.
 *
 * @returns who did it, and what was carried out
 */
function carryOutAllowed(
  s: ReplicaWriter,
  actor: Actor,
  endpoint: ReplayedEndpoint,
  { params, body }: Omit<NewThing, 'route'>,
): { inner: ReplicaWriter; body: object } {
  const inner = new ReplicaWriter(s.db, actor, s.now, { clock: s.clock });
  try {
    s.db.attempt(() => endpoint.carryOut(inner, { params, query: {}, body }));
    return { inner, body };
  } catch (error) {
    const refused = refusedFields(error).filter((field) => field in body);
    if (refused.length === 0) throw error;
    const rest = Object.fromEntries(Object.entries(body).filter(([field]) => !refused.includes(field)));
    return carryOutAllowed(s, actor, endpoint, { params, body: rest });
  }
}

/** Returns the fields of a request that were refused; none for any other error. */
function refusedFields(error: unknown): string[] {
  if (error instanceof AppError) return error.details.errors?.map(({ field }) => field) ?? [];
  return error instanceof z.ZodError ? error.issues.map(({ path }) => String(path[0])) : [];
}

/** Returns whether an edit made a thing of another kind that stands alone: only a replay of that thing may make it (SPEC J10.5). */
const makesOther = ({ issued }: JournalEntry, kind: string): boolean =>
  issued.some((made) => made.kind !== kind && isMadeAlone(made.kind));

/** Kinds of things that stand beside guides and pages; those of other kinds come and go with their document. */
const isMadeAlone = (kind: string): kind is 'comment' | 'entry' | 'glossary' | 'team' =>
  ['comment', 'entry', 'glossary', 'team'].includes(kind);

/** A request that a plan or a person would send. */
export interface EditRequest {
  route: string;
  params: Record<string, string>;
  body: unknown;
}

/** A request that makes something new. */
export type NewThing = EditRequest & { body: object };

/** Returns the pending edits of a resource. For a guide, also those of releases that its edits make, since these are rebuilt with it. */
function toCarryOver(s: ReplicaWriter, kind: string, id: number): JournalEntry[] {
  const own = s.journal.pendingOf(kind, id);
  const releases = own.flatMap(({ issued }) => issued.filter((one) => one.kind === 'release'));
  if (releases.length === 0) return own;
  const all = [...own, ...releases.flatMap((release) => s.journal.pendingOf('release', release.id))];
  const bySequence = new Map(all.map((entry) => [entry.sequence, entry]));
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence);
}

/**
 * Returns the site's version if the site sent no newer one: that of a document before it was deleted, or the base of the first edit among those
 * that wait and the discarded one. A page that an edit of a guide made along the way is as that edit left it.
 */
function siteVersion(s: ReplicaWriter, entry: JournalEntry, kind: string, id: number): Buffer | 'gone' {
  const last = s.siteVersions.get(`${kind}_last`, id);
  if (last !== undefined) return last;
  const madeAlong = (one: JournalEntry): boolean =>
    kind === 'wiki' && isOfGuide(one) && one.issued.some((made) => made.id === id);
  const pending = s.journal.pendingOf(kind, id).find((one) => !madeAlong(one));
  const first = pending && pending.sequence < entry.sequence ? pending : entry;
  return s.journal.before(first.sequence, kind, id) ?? 'gone';
}

/** Returns what readers of a released guide see on the site; if nothing came from the site since the edit, what they see here. */
function shownDocument(s: ReplicaWriter, guideid: number): GuideDocument {
  const packed = s.siteVersions.get('guide_shown', guideid);
  return packed instanceof Buffer ? s.idMap.resolve(unpackGuide(packed)) : s.guides.document(guideid);
}

function planOnStored(s: ReplicaWriter, entry: JournalEntry): Plan {
  const plan = planEntry(s, entry, {});
  const { onStored } = operationOf(entry.route);
  return plan.kind === 'send' && onStored ? onStored(s, entry, plan) : plan;
}
