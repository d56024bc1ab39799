import type { Cause, JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';
import { same } from '../merge/value.ts';
import { problemOf } from '../problem.ts';
import { RemoteError } from '../remote.ts';
import type { SiteAnswer } from '../remote.ts';
import { breathe } from '../round.ts';
import type { Round } from '../round.ts';
import { noteSeen } from '../../store/sync/seen-points.ts';
import { noteFeed, noteRepeated } from '../../store/sync/sent-again.ts';
import { noteSiteRevision } from '../../store/sync/site-revisions.ts';
import { forgetUnknown, isNotedUnknown, noteUnknown } from '../../store/sync/unknown.ts';
import { uploadOf } from './bytes.ts';
import { Held, lostIn } from './held.ts';
import { Lanes, turnOf } from './lanes.ts';
import { planOnCurrent, planOnSite } from './on-current.ts';
import { mergedKind, withStepReturned } from './plan.ts';
import type { Plan } from './plan.ts';
import { probe } from './probe.ts';
import type { Found } from './probe.ts';
import { readBack } from './read-back.ts';
import { lookAgain, newest, refresh, renew } from './refresh.ts';
import { knownVersion, namesLostVersion, withSiteRevision } from './named-version.ts';
import { planNow } from './reborn.ts';
import { makes } from './learn.ts';
import { withCurrentPage } from './replaced-page.ts';
import { requestOf } from './request.ts';
import { planOnSamePage } from './same-page.ts';
import { isWhole, settle, shows } from './settle.ts';
import { shapeOf } from './shape.ts';
import { isTranslation } from './translation.ts';
import { requireSite } from './ask-site.ts';
import { withTrueTime } from './true-time.ts';
import { versionsNow } from './versions.ts';

/** Edits under way at once at a hub. At any other site a lost answer is looked into, which needs one at a time. */
const width = 6;

/** Entries looked at in one read. */
const page = 100;

const viewsRoute = 'POST /benchside/views';

/** What only our own hub takes; for any other site it stays on the desk. */
const keptHere: ReadonlySet<string> = new Set([
  viewsRoute,
  'PUT /benchside/work_log/{entryid}/step',
  'PUT /benchside/work_log/{entryid}/acknowledged',
]);

/** A resource that others keep changing is left for the next round. */
const maxConflicts = 5;

/** A site that wants a longer pause, or one more, gets it between rounds. */
const maxPauses = 3;
const longestPauseMs = 5_000;

/** Times an edit is sent to a site that takes it and goes on to show the old. */
const maxAttempts = 5;

/** Sends what was accepted here, in order, under each author's own token (SPEC.md, J1–J9). */
export async function push(round: Round): Promise<void> {
  const held = new Held();
  const lanes = new Lanes(round.hub ? width : 1);
  const unanswered = round.store.read(null, (s) => s.journal.list(['sending']));
  if (unanswered.length > 0)
    round.store.transact(null, (s) => {
      if (round.hub) noteFeed(s);
      else for (const { entryid } of unanswered) noteUnknown(s, entryid);
    });
  for (let after = 0; ;) {
    const entries = round.store.read(null, (s) =>
      s.journal.list(['pending', 'sending', 'parked'], after, page),
    );
    const last = entries.at(-1);
    if (!last || round.stopped()) break;
    for (const entry of entries) {
      if (round.stopped()) break;
      // Ids that it has got since it was listed make it wait longer than it must, never shorter.
      const turn = round.store.read(null, (s) => turnOf(s, entry));
      await lanes.start(turn, () => one(round, held, entry.entryid));
      await breathe();
    }
    after = last.sequence;
  }
  await lanes.end();
  if (round.stopped()) throw new RemoteError('offline', 'Stopped; the next start goes on here.');
  // Whose token was refused does not keep the others from reading.
  round.people = round.people.filter(({ userid }) => !round.refusedNow.has(userid));
}

async function one(round: Round, held: Held, entryid: string): Promise<void> {
  const { store, people } = round;
  // Read afresh: what was sent before it may have given it ids of the site.
  const { entry, waits, lost } = store.read(null, (s) => {
    const fresh = s.journal.require(entryid);
    const parked = fresh.state === 'parked';
    return {
      entry: fresh,
      waits: parked || held.waits(s, fresh),
      lost: parked ? undefined : lostIn(s, fresh),
    };
  });
  if (lost) park(round, entry, lost);
  // Earlier programs set views aside.
  else if (entry.state === 'parked' && entry.route === viewsRoute && entry.cause)
    park(round, entry, entry.cause);
  const token = people.find(({ userid }) => userid === entry.sender)?.token;
  if (waits || token === undefined || round.refusedNow.has(entry.sender)) {
    held.add(entry);
    return;
  }
  let waiting = true;
  try {
    waiting = await carry(round, entry, token);
  } catch (error) {
    stumble(round, entry, error);
  }
  if (waiting) held.add(entry);
  if (!round.hub) store.transact(null, (s) => forgetSettled(s, entryid));
}

/** A bug may have struck after the site had done it: if that edit is tried again, the site is asked first. */
function forgetSettled(s: StoreWriter, entryid: string): void {
  const { state, cause } = s.journal.require(entryid);
  if (state !== 'sending' && cause?.kind !== 'bug') forgetUnknown(s, entryid);
}

/** The hub was restored while the round ran: the next one reads it from the beginning before anything is sent. */
class OtherHistory extends RemoteError {
  constructor() {
    super(
      'bad-answer',
      'The site was restored from a backup. The next sync reads it again from the beginning.',
    );
  }
}

/** A person decided something about an edit after it was planned: that stands, and the next round goes by it. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

function requireAsPlanned(s: StoreReader, { entryid, resolution }: JournalEntry): void {
  const now = s.journal.require(entryid);
  if (!['pending', 'sending'].includes(now.state) || !same(now.resolution, resolution))
    throw new Overtaken(entryid);
}

/** What keeps one edit from being sent, and not the others. @throws what ends the round */
function stumble(round: Round, entry: JournalEntry, error: unknown): void {
  if (error instanceof Overtaken) return;
  if (error instanceof RemoteError) {
    if (error.kind === 'unauthorized') return signIn(round, entry);
    // A site that fails at this edit again and again is not down.
    if (error instanceof OtherHistory) throw error;
    const isFault = ['server-error', 'bad-answer', 'intercepted'].includes(error.kind);
    if (!isFault || entry.attempts < maxAttempts) throw error;
    round.log.warn({ err: error, entryid: entry.entryid }, 'the site fails at an edit');
    round.failing ??= error;
    return;
  }
  const problem = problemOf(error);
  if (problem.kind !== 'bug') throw error;
  round.log.error({ err: error, entryid: entry.entryid }, 'an edit could not be sent');
  if (!round.hub) round.store.transact(null, (s) => noteUnknown(s, entry.entryid));
  park(round, entry, { kind: 'bug', message: `${problem.message} ${problem.advice}` });
}

/** The token of this edit's author is refused: their edits wait, and nobody else's. */
function signIn(round: Round, { sender }: JournalEntry): void {
  round.refusedNow.add(sender);
  const person = round.people.find(({ userid }) => userid === sender);
  if (person) round.refused(person);
}

/** @returns whether it has to wait */
async function carry(round: Round, given: JournalEntry, token: string): Promise<boolean> {
  if (!round.hub && given.route.includes(' /benchside/') && !keptHere.has(given.route))
    return park(round, given, {
      kind: 'refused',
      message: 'This site knows only API 2.0, which cannot do this.',
    });
  if (round.store.read(null, (s) => namesLostVersion(s, given)))
    return park(round, given, {
      kind: 'gone',
      message:
        given.query['to_revisionid'] === undefined
          ? 'It builds on an edit that was given up.'
          : 'It goes back to a version that the site does not have.',
    });
  let isUnknown = !round.hub && round.store.read(null, (s) => isNotedUnknown(s, given.entryid));
  let entry = isUnknown ? await lookAgain(round, given, token) : given;
  let onCurrent: Plan | undefined;
  for (let conflicts = 0; conflicts < maxConflicts; conflicts += 1) {
    const plan: Plan =
      !round.hub && keptHere.has(entry.route)
        ? { kind: 'nothing' }
        : (onCurrent ?? round.store.read(null, (s) => planToSend(round, s, entry)));
    if (plan.kind === 'nothing') {
      if (plan.known) return accept(round, entry, plan.known.sent, { body: plan.known.answer }, token);
      round.store.transact(null, (s) => {
        requireAsPlanned(s, entry);
        knownVersion(s, entry);
        end(round, s, entry);
      });
      return false;
    }
    if (plan.kind === 'conflict')
      return park(round, entry, { kind: 'conflict', message: plan.message, conflicts: plan.conflicts });
    if (isUnknown) {
      isUnknown = false;
      const found = await probe({ round, entry, sent: plan, token });
      if (found.kind === 'arrived') return accept(round, entry, found.sent, { body: found.answer }, token);
      if (found.kind === 'undecidable')
        return park(round, entry, { kind: 'unknown-outcome', message: found.message });
    }
    onCurrent ??= await planOnSite({ round, entry, sent: plan, token });
    if (onCurrent && onCurrent !== plan) continue;
    const answer = await send(round, entry, plan, token);
    if (!round.hub && answer.status >= 400 && answer.status !== 401) await requireSite({ round, token });
    if (answer.status >= 200 && answer.status < 300) return accept(round, entry, plan, answer, token);
    const samePage =
      round.hub && answer.status === 422
        ? await planOnSamePage({ round, entry, sent: plan, token })
        : undefined;
    if (samePage) {
      round.store.transact(null, (s) => s.journal.setState(entry, 'pending'));
      onCurrent = samePage;
      continue;
    }
    const moved =
      answer.status === 409 || (answer.status === 404 && round.store.read(null, (s) => isMerged(s, entry)));
    if (!moved) return refuse(round, entry, plan, answer);
    // What was on the way twice is refused the second time: elsewhere it stays `sending` until the site was looked at.
    const isTwin = !round.hub && answer.status === 409;
    if (!isTwin) round.store.transact(null, (s) => s.journal.setState(entry, 'pending'));
    onCurrent = undefined;
    if (answer.status === 409) {
      const twin = isTwin ? await arrivedBefore(round, entry, plan, token) : undefined;
      if (twin) return accept(round, entry, twin.sent, { body: twin.answer }, token);
      onCurrent = round.store.read(null, (s) => planOnCurrent(s, entry, plan, answer.body));
    }
    if (round.hub) await refresh(round, entry, token);
    else entry = await renew(round, entry, token);
  }
  return park(round, entry, { kind: 'refused', message: 'The site refuses it again and again.' });
}

function planToSend({ hub }: Round, s: StoreReader, entry: JournalEntry): Plan {
  const planned = withSiteRevision(s, entry, planNow(s, entry, versionsNow(s, entry)));
  const plan = withCurrentPage(s, entry, planned);
  return hub ? withStepReturned(plan, entry) : plan;
}

/** Whether it is planned on the site's version of what it edits; of a translation that is not kept here. */
const isMerged = (s: StoreReader, entry: JournalEntry): boolean =>
  mergedKind(entry.route) !== undefined && !isTranslation(s, entry);

async function arrivedBefore(
  round: Round,
  entry: JournalEntry,
  sent: Plan & { kind: 'send' },
  token: string,
): Promise<(Found & { kind: 'arrived' }) | undefined> {
  round.store.transact(null, (s) => noteUnknown(s, entry.entryid));
  const found = await probe({ round, entry, sent, token });
  // Anything else that looks like it is somebody else's: this one was refused.
  return found.kind === 'arrived' ? found : undefined;
}

async function send(
  round: Round,
  entry: JournalEntry,
  plan: Plan & { kind: 'send' },
  token: string,
): Promise<SiteAnswer> {
  const json = round.hub ? withTrueTime(round, plan, entry) : (plan.body ?? {});
  const sent = (await uploadOf(round, entry, plan)) ?? { plan, body: { json } };
  const request = { ...requestOf(sent.plan), token, key: entry.entryid, body: sent.body };
  for (let pauses = 0; ; pauses += 1) {
    await round.together.transact((s) => {
      requireAsPlanned(s, entry);
      s.journal.setState(entry, 'sending');
    });
    try {
      const answer = await round.remote.send(request);
      if (!round.hub || answer.status !== 412) return answer;
      round.store.transact(null, (s) => s.journal.setState(entry, 'pending'));
      throw new OtherHistory();
    } catch (error) {
      // Without an answer nobody knows whether it arrived: it stays `sending`, and is looked into in the next round.
      if (!(error instanceof RemoteError) || error.kind !== 'throttled') throw error;
      round.store.transact(null, (s) => s.journal.setState(entry, 'pending'));
      const { retryAfterMs = 0 } = error;
      if (pauses === maxPauses || retryAfterMs > longestPauseMs || round.stopped()) throw error;
      await round.clock.sleep(retryAfterMs);
    }
  }
}

async function accept(
  round: Round,
  entry: JournalEntry,
  plan: Plan & { kind: 'send' },
  { body: given, repeated, point }: Omit<SiteAnswer, 'status'>,
  token: string,
): Promise<boolean> {
  const noBody = 'The site answered that it took an edit, and not with what it made of it.';
  if (makes(plan.route) && !isWhole(plan, given)) throw new RemoteError('bad-answer', noBody);
  // Answers without a document show nothing, and neither does what a portal answers to being asked about it.
  if (!round.hub && shapeOf(plan.route) === 'other' && !makes(plan.route))
    await requireSite({ round, token });
  const { shown, answer } = round.hub
    ? { shown: true, answer: given }
    : await readBack({ round, entry, sent: plan, token }, given);
  // It stays `sending`: what the site shows in the next round decides.
  if (!shown && entry.attempts < maxAttempts) {
    round.store.transact(null, (s) => noteUnknown(s, entry.entryid));
    return true;
  }
  if (shown && !isWhole(plan, answer)) throw new RemoteError('bad-answer', noBody);
  // What the site has made is there under its id, whatever else it made of it.
  if (!shown || !(plan.route === 'POST /guides' || shows(plan, answer))) {
    return park(round, entry, {
      kind: 'refused',
      message: 'The site answered that it took this edit, but does not show it.',
    });
  }
  // What somebody read is sent unseen.
  if (entry.route !== viewsRoute) round.counts.pushed += 1;
  // A hub answers what it has done before with what it answered then, which may be older than what is known here by now;
  // and of a step alone, which is not yet what the next edit of its guide is planned on.
  const isPart = shapeOf(plan.route) === 'step';
  const isOld = repeated !== undefined || (round.hub && entry.attempts > 0);
  const latest = isPart || isOld ? await newest(round, entry, token) : undefined;
  await round.together.transact((s) => {
    // An answer that has a version of its own for the edit is more precise, and `settle` takes that.
    if (isPart && latest?.guide) {
      const { guideid: id, revisionid } = latest.guide;
      noteSiteRevision(s, { kind: 'guide', id }, entry, revisionid);
    }
    settle(round, s, entry, plan, answer);
    if (round.hub && repeated !== undefined) noteRepeated(s, entry.entryid, repeated);
    if (round.hub && point) noteSeen(s, point);
    latest?.put(s);
  });
  round.report('push');
  return false;
}

function refuse(
  round: Round,
  entry: JournalEntry,
  plan: Plan & { kind: 'send' },
  { status, body }: SiteAnswer,
): boolean {
  const message = messageOf(body) ?? `The site refused it with status ${status}.`;
  if (status === 401) {
    round.store.transact(null, (s) => s.journal.setState(entry, 'pending', { kind: 'sign-in', message }));
    signIn(round, entry);
    return true;
  }
  // What was to be removed is not there: as good as removed.
  if ((status === 404 || status === 410) && plan.route.startsWith('DELETE ')) {
    round.store.transact(null, (s) => end(round, s, entry));
    return false;
  }
  if (status === 403) return park(round, entry, { kind: 'forbidden', message });
  if (status === 404) return park(round, entry, { kind: 'gone', message });
  return park(round, entry, { kind: 'refused', message });
}

/** The site has what the entry asks for, and nothing new to tell. */
function end(round: Round, s: StoreWriter, entry: JournalEntry): void {
  s.journal.setState(entry, 'done');
  for (const { kind, id } of s.journal.touches(entry.sequence)) round.apply.settled(s, kind, id);
}

function park(round: Round, entry: JournalEntry, cause: Cause): true {
  // Nobody decides about what somebody read.
  const state = entry.route === viewsRoute ? 'discarded' : 'parked';
  round.store.transact(null, (s) => {
    if (entry.state !== 'parked') requireAsPlanned(s, entry);
    s.journal.setState(entry, state, cause);
  });
  round.log.warn({ entryid: entry.entryid, route: entry.route, cause: cause.kind }, 'an edit was set aside');
  round.report('push');
  return true;
}

function messageOf(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}
