import { isSilentOperation } from '../../replica/journal/entry.ts';
import { shortened } from '../../../shared/errors.ts';
import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { ReplicaReader, ReplicaWriter } from '../../replica/replica.ts';
import { noteAnswered } from '../../replica/seen-points.ts';
import { noteRepeated } from '../../replica/resend.ts';
import { noteSiteRevision } from '../../store/site-revisions.ts';
import { noteUnknown } from '../../replica/unknown-outcomes.ts';
import { same } from '../../../shared/merge/value.ts';
import { problemOf } from '../problem.ts';
import { RemoteError } from '../remote.ts';
import type { SiteAnswer } from '../remote.ts';
import type { Round } from '../round.ts';
import { readable } from '../sound.ts';
import { questionOf, requireSite } from './ask-site.ts';
import { complete, isWhole, shows } from './complete.ts';
import { nameNewest } from '../history.ts';
import { fetchCurrent } from './fetch-current.ts';
import { answersWithIds } from './id-mapping.ts';
import { operationOf } from '../../replica/operations/index.ts';
import { editedDocument } from '../../replica/plan/plan-entry.ts';
import type { Sent } from '../../replica/plan/plan.ts';
import { verifyAnswer } from './verify.ts';

/** Times an edit is sent to a site that still shows the old version. */
export const maxAttempts = 5;

/**
 * How an attempt to send an edit ended. A `blocked` edit (parked, waiting for a sign-in, or not shown by a third-party site yet)
 * blocks later edits of the same documents in this round.
 */
export type Outcome = 'finished' | 'blocked';

/** The hub was restored during the round. The next round reads it from the beginning before anything is sent. */
export class OtherHistory extends RemoteError {
  constructor() {
    super(
      'bad-answer',
      'The hub was restored from a backup. The next sync reads it again from the beginning.',
    );
  }
}

/** A person decided about an edit after it was planned. The decision holds, and the next round plans by it. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

export function requireAsPlanned(s: ReplicaReader, { entryid, resolution }: JournalEntry): void {
  const now = s.journal.require(entryid);
  if (!['pending', 'sending'].includes(now.state) || !same(now.resolution, resolution))
    throw new Overtaken(entryid);
}

/** Stores an edit as `sending`, unless a person decided about it since it was planned. */
export function markSending(s: ReplicaWriter, entry: JournalEntry): void {
  requireAsPlanned(s, entry);
  s.journal.setState(entry, 'sending');
}

/**
 * Checks and stores the answer of a site that accepted an edit.
 *
 * @throws RemoteError for an answer that cannot be trusted
 */
export async function accept(
  round: Round,
  entry: JournalEntry,
  plan: Sent,
  { body, repeated, told }: Omit<SiteAnswer, 'status'>,
  token: string,
): Promise<Outcome> {
  const noBody = 'The site answered that it took an edit, and not with what it made of it.';
  const { answers, creates } = operationOf(plan.route);
  const given = round.hub ? body : readable(answers ?? creates?.kind, body);
  if (answersWithIds(plan.route) && !isWhole(plan, given)) throw new RemoteError('bad-answer', noBody);
  // An answer without a document or ids proves nothing: a portal may have sent it.
  if (!round.hub && answers === undefined && !answersWithIds(plan.route)) await requireSite({ round, token });
  const { shown, answer } = round.hub
    ? { shown: true, answer: given }
    : await verifyAnswer(questionOf(round, entry, plan, token), given);
  // The edit stays `sending`: the next round checks again what the site shows.
  if (!shown && entry.attempts < maxAttempts) {
    round.store.transact(null, (s) => noteUnknown(s, entry.entryid));
    return 'blocked';
  }
  if (shown && !isWhole(plan, answer)) throw new RemoteError('bad-answer', noBody);
  // A created guide exists under its id even if the site changed some of its fields. A hub that repeats an answer has carried out the
  // edit, maybe as another desk planned it on another version (SPEC J6.3).
  const isProof = plan.route === 'POST /guides' || repeated !== undefined;
  if (!shown || !(isProof || shows(plan, answer))) {
    return park(round, entry, {
      kind: 'refused',
      message: 'The hub accepted this edit, but does not show it.',
    });
  }
  if (!isSilentOperation(plan.route)) round.counts.pushed += 1;
  // A hub repeats its former answer to a duplicate request, which may be older than the version known here. The answer to an edit
  // of a step has only the step, and the next edit is planned on the whole guide.
  const isPart = answers === 'step';
  const isOld = repeated !== undefined || (round.hub && entry.attempts > 0);
  const latest = isPart || isOld ? await fetchCurrent(round, entry, token) : undefined;
  await round.batcher.transact((s) => {
    // `complete` notes the more precise version if the answer has one for this very edit.
    if (isPart && latest?.guide) {
      const { guideid: id, revisionid } = latest.guide;
      noteSiteRevision(s, { kind: 'guide', id }, entry, revisionid);
    }
    complete(round, s, entry, repeated === undefined ? plan : { ...plan, isRepeated: true }, answer);
    if (round.hub && repeated !== undefined) noteRepeated(s, entry.entryid, repeated);
    if (round.hub && told) noteAnswered(s, told);
    latest?.put(s);
  });
  nameNewest(round);
  round.report('push');
  return 'finished';
}

/** Handles a refusal: waits for a sign-in, completes a deletion of something absent, or parks the edit. */
export function handleRefusal(
  round: Round,
  entry: JournalEntry,
  plan: Sent,
  { status, body }: SiteAnswer,
): Outcome {
  const message = messageOf(body) ?? `The site refused it with status ${status}.`;
  if (status === 401) {
    round.store.transact(null, (s) => s.journal.setState(entry, 'pending', { kind: 'sign-in', message }));
    noteRefusedToken(round, entry);
    return 'blocked';
  }
  // A deletion of something absent is done.
  if ((status === 404 || status === 410) && plan.route.startsWith('DELETE ')) {
    round.store.transact(null, (s) => end(round, s, entry));
    return 'finished';
  }
  if (status === 403) return park(round, entry, { kind: 'forbidden', message });
  if (status === 404) return park(round, entry, { kind: 'gone', message });
  return park(round, entry, { kind: 'refused', message });
}

function messageOf(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? shortened(message) : undefined;
}

/** Ends an edit that the site has already, without a new answer. */
export function end(round: Round, s: ReplicaWriter, entry: JournalEntry): void {
  s.journal.setState(entry, 'done');
  const document = editedDocument(s, entry);
  // The edit may be shown here still: when the site's version arrived, it named things that had other ids then.
  if (document && s.siteVersions.get(document.kind, document.id) instanceof Buffer)
    round.apply.replayer.rebuild(s, entry, document.kind, document.id);
  for (const { kind, id } of s.journal.touches(entry.sequence)) round.apply.settled(s, kind, id);
}

/** Parks an edit for a person to decide. A silent one, such as a view, is discarded. */
export function park(round: Round, entry: JournalEntry, cause: Cause): Outcome {
  const state = isSilentOperation(entry.route) ? 'discarded' : 'parked';
  round.store.transact(null, (s) => {
    if (entry.state !== 'parked') requireAsPlanned(s, entry);
    s.journal.setState(entry, state, cause);
  });
  round.log.warn({ entryid: entry.entryid, route: entry.route, cause: cause.kind }, 'an edit was parked');
  round.report('push');
  return 'blocked';
}

/** Handles a failure that concerns one edit only. @throws a failure that ends the round */
export function handleSendFailure(round: Round, entry: JournalEntry, error: unknown): void {
  if (error instanceof Overtaken) return;
  if (error instanceof RemoteError) {
    if (error.kind === 'unauthorized') return noteRefusedToken(round, entry);
    if (error instanceof OtherHistory) throw error;
    // The site answers other requests, so a repeated failure concerns only this edit.
    const isFault = ['server-error', 'bad-answer', 'intercepted'].includes(error.kind);
    // A hub limits the rate of views and other reports (SPEC J14.6). People's edits do not wait for these.
    const isReport = error.status === 503 && isSilentOperation(entry.route);
    if (!isFault || (entry.attempts < maxAttempts && !isReport)) throw error;
    round.log.warn({ err: error, entryid: entry.entryid }, 'the site failed to carry out an edit');
    round.failing ??= error;
    return;
  }
  const problem = problemOf(error);
  if (problem.kind !== 'bug') throw error;
  round.log.error({ err: error, entryid: entry.entryid }, 'an edit could not be sent');
  if (!round.hub) round.store.transact(null, (s) => noteUnknown(s, entry.entryid));
  park(round, entry, { kind: 'bug', message: `${problem.message} ${problem.advice}` });
}

/** Notes a refused token: the edits of its person wait, and no others. */
function noteRefusedToken(round: Round, { sender }: JournalEntry): void {
  round.refusedNow.add(sender);
  const person = round.people.find(({ userid }) => userid === sender);
  if (person) round.refused(person);
}
