import { z } from 'zod';

import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { parse as parseInput } from '../api/input.ts';
import type { Context } from '../context.ts';
import type { JournalEntry } from '../store/journal/entry.ts';
import type { Role } from '../store/actor.ts';
import { unpackGuide } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import type { ChangeKind } from '../store/feed/feed.ts';
import { StoreWriter } from '../store/store.ts';
import { putBack } from './apply-others.ts';
import { mergedKind } from './push/plan.ts';
import type { Plan } from './push/plan.ts';
import { planNow } from './push/reborn.ts';
import { noLongerShown } from './removals.ts';
import { replayContext } from './replay-context.ts';
import { isTranslation, translationHere } from './push/translation.ts';
import { editedDocument, storedVersion, unpacked, versionBefore } from './push/versions.ts';

/**
 * Carries edits of the journal over to a version that came from the site: reads show the site's state with the journal
 * applied (SPEC J10). An edit is carried out by the very handler that took it, under its author's name, at
 * its own time, with the ids it gave.
 */
export class Replayer {
  private readonly byRoute: ReadonlyMap<string, Endpoint>;
  private readonly ctx: Context;

  constructor(endpoints: readonly Endpoint[], parts: Pick<Context, 'store' | 'media' | 'log'>) {
    this.byRoute = new Map(endpoints.map((endpoint) => [endpoint.route, endpoint]));
    this.ctx = replayContext(parts);
  }

  /** To be called in the transaction that stored the site's version of this resource. */
  rebase(s: StoreWriter, kind: string, id: number): void {
    for (const pending of toCarryOver(s, kind, id)) {
      // What it made that the site has by now, under the site's id.
      const entry = { ...pending, issued: s.aliases.resolve(pending.issued) };
      const merged = isTranslation(s, entry) ? undefined : mergedKind(entry.route);
      // An edit of a guide may touch other things, which follow from it.
      if (merged !== undefined && merged !== kind) continue;
      const plan = this.planHere(s, entry, merged, id);
      if (plan.kind === 'send') this.again(s, entry, plan);
    }
  }

  /** Carries out an entry that came from another desk, on what is stored here. */
  replay(s: StoreWriter, entry: JournalEntry): void {
    const document = editedDocument(s, entry);
    const plan = this.planHere(s, entry, document?.kind, document?.id ?? 0);
    if (plan.kind === 'send') this.again(s, entry, plan);
  }

  /**
   * Draws a document anew after an edit of it was given up: the site's version, with the edits that still stand. What was
   * made here and given up is gone.
   */
  redraw(s: StoreWriter, entry: JournalEntry, kind: 'guide' | 'wiki', id: number): void {
    const remote = s.sync.remote(kind, id);
    const isPending = s.journal.isPending(kind, id);
    // What the site deleted stays in sight as it was, while other edits of it wait.
    const site =
      remote === undefined || (remote === 'gone' && isPending) ? siteVersion(s, entry, kind, id) : remote;
    if (site === 'gone') {
      if (remote === 'gone') s.sync.trash(kind, id, noLongerShown);
      else if (kind === 'guide') s.guides.forget(id);
      else s.wikis.forget(id);
      return;
    }
    if (remote === undefined && isPending) s.sync.setRemote(kind, id, site);
    const version = unpacked(s, kind, site);
    if (version.kind === 'wiki') {
      if (s.wikis.namesake(version.body) !== undefined) return s.sync.trash(kind, id, noLongerShown);
      s.wikis.put(version, { keepRevision: false });
    } else {
      const { document } = version;
      const isReleased = s.releases.current(id) !== undefined;
      // What readers see of a release only another one changes, and the end of the guide.
      const shown = isReleased ? shownDocument(s, id) : document;
      // The site has said nothing: the guide is as fresh as it was.
      const checked = s.guides.checkedDate(id) ?? s.sync.lastSuccess(s.now) ?? s.now;
      s.guides.put(shown, { keepRevision: false, checked });
      // The last release may be what was given up: then there is no draft beside what readers see.
      s.guides.putRemoteDraft(id, isReleased ? document : undefined);
    }
    this.rebase(s, kind, id);
    if (kind === 'guide') s.guides.touchDependents([id]);
  }

  /**
   * Accepts a new edit in a person's name, in the running transaction.
   *
   * @returns the id of what it made
   */
  perform(s: StoreWriter, userid: number, { route, params, body }: Deed): number | undefined {
    const endpoint = this.byRoute.get(route);
    const actor = s.users.actor(userid);
    invariant(endpoint && actor, `${route} can be done in the name of ${userid}`);
    const inner = new StoreWriter(s.db, actor, s.now, { clock: s.clock });
    this.carryOut(endpoint, inner, { params, query: {}, body });
    const operation = { route, params, query: {}, body };
    // What was committed before this transaction knows nothing of what is made in it.
    inner.journal.accept(operation, (look) => this.ctx.store.read(null, look));
    return inner.meta.issued[0]?.id;
  }

  /** @throws AppError `invalid` for a body that the contract does not allow: people may have written anything */
  requireTaken({ route, body }: Plan & { kind: 'send' }): void {
    const schema = this.byRoute.get(route)?.body;
    if (schema) parseInput(schema, body);
  }

  /** The same of what is not merged. */
  redrawOther(s: StoreWriter, entry: JournalEntry, kind: ChangeKind, id: number): void {
    const known = s.sync.remote(kind, id);
    const site = known ?? siteVersion(s, entry, kind, id);
    if (known === undefined && s.journal.isPending(kind, id)) s.sync.setRemote(kind, id, site);
    putBack(s, kind, id, site === 'gone' ? undefined : s.aliases.resolve(JSON.parse(site.toString())));
    this.rebase(s, kind, id);
  }

  /** What this edit comes to on what is stored here now; where both sides changed the same, here mine is shown. */
  private planHere(
    s: StoreWriter,
    entry: JournalEntry,
    kind: 'guide' | 'wiki' | undefined,
    id: number,
  ): Plan {
    if (isTranslation(s, entry)) return translationHere(s, entry);
    if (!kind) return onWhateverIsHere(planNow(s, entry, {}));
    const before = versionBefore(s, entry, kind, id);
    const theirs = storedVersion(s, kind, id);
    const versions = { ...(before ? { before } : {}), ...(theirs ? { theirs } : {}) };
    const plan = planNow(s, entry, versions);
    if (plan.kind !== 'conflict') return plan;
    const fields = Object.fromEntries(
      plan.conflicts.map(({ field, mine, theirs }) => [field, { theirs, value: mine }]),
    );
    return planNow(
      s,
      { ...entry, resolution: { fields: { ...entry.resolution?.fields, ...fields } } },
      versions,
    );
  }

  private again(s: StoreWriter, entry: JournalEntry, plan: Plan & { kind: 'send' }): void {
    const endpoint = this.byRoute.get(plan.route);
    const actor = s.users.author(entry.userid);
    if (!endpoint || !actor) return;
    const clock = { seconds: entry.monotonicClock, bootid: entry.bootid };
    // Pages that it made along the way are still here; another that is made now has an id of its own.
    const issued = entry.issued.filter(({ kind, id }) => kind !== 'wiki' || !s.wikis.row(id));
    // A step that the site deleted is shown under its old id as long as its edit waits.
    if (plan.route !== entry.route) issued.unshift({ kind: 'step', id: Number(entry.params['stepid']) });
    // What waits to be indexed is older than what the edit makes of it.
    s.search.flush();
    const as = (role: Role): void => {
      const inner = new StoreWriter(s.db, { ...actor, role }, entry.wallClock, { issued, clock });
      s.db.attempt(() => this.carryOut(endpoint, inner, plan));
    };
    try {
      try {
        as(actor.role);
      } catch (error) {
        // A later edit may have made private what this one was allowed on.
        if (!(error instanceof AppError && error.code === 'forbidden')) throw error;
        as('admin');
      }
    } catch (error) {
      if (!(error instanceof AppError || error instanceof z.ZodError)) throw error;
      // It cannot be shown on this version; the entry is still there, and what becomes of it the push decides.
      this.ctx.log.info({ err: error, entryid: entry.entryid }, 'an edit could not be carried over');
    }
  }

  private carryOut(
    endpoint: Endpoint,
    inner: StoreWriter,
    { params, query, body }: Omit<Deed, 'route'> & { query: Record<string, string> },
  ): void {
    const parse = (schema: z.ZodType | undefined, value: unknown): unknown => schema?.parse(value) ?? {};
    endpoint.handler({
      params: parse(endpoint.params, params),
      query: parse(endpoint.query, query),
      body: endpoint.body?.parse(body ?? {}),
      actor: inner.viewer,
      ctx: this.ctx,
      request: new Request('http://replay.invalid/'),
      addresses: { media: '', site: '' },
      write: (fn) => fn(inner),
      saw: () => undefined,
    });
    inner.search.flush();
  }
}

/** A request, as a plan or a person would send it. */
export interface Deed {
  route: string;
  params: Record<string, string>;
  body: unknown;
}

/** Edits of a resource that wait; of a guide also those of the releases that they make, since these are made afresh. */
function toCarryOver(s: StoreWriter, kind: string, id: number): JournalEntry[] {
  const own = s.journal.pendingOf(kind, id);
  const releases = own.flatMap(({ issued }) => issued.filter((one) => one.kind === 'release'));
  if (releases.length === 0) return own;
  const all = [...own, ...releases.flatMap((release) => s.journal.pendingOf('release', release.id))];
  const bySequence = new Map(all.map((entry) => [entry.sequence, entry]));
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence);
}

/** Where the site has told of no other: what the first edit was based on, of those that wait and the one given up. */
function siteVersion(s: StoreWriter, entry: JournalEntry, kind: string, id: number): Buffer | 'gone' {
  const [pending] = s.journal.pendingOf(kind, id);
  const first = pending && pending.sequence < entry.sequence ? pending : entry;
  return s.journal.before(first.sequence, kind, id) ?? 'gone';
}

/** What readers of a released guide see on the site; as it is here, where the site has told of nothing since the edit. */
function shownDocument(s: StoreWriter, guideid: number): GuideDocument {
  const packed = s.sync.remote('guide_shown', guideid);
  return packed instanceof Buffer ? s.aliases.resolve(unpackGuide(packed)) : s.guides.document(guideid);
}

/** Values are entered whatever else was meanwhile: a field is as who wrote it last left it. */
const onWhateverIsHere = (plan: Plan): Plan =>
  plan.kind === 'send' && plan.route === 'PUT /work_log/{entryid}/stepData'
    ? { ...plan, body: { ...(plan.body as object), lasttimingid: null } }
    : plan;
