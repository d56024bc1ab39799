import { limits } from '../../../shared/limits.ts';
import { isSilentOperation } from '../../replica/journal/entry.ts';
import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { ReplicaReader, ReplicaWriter } from '../../replica/replica.ts';
import { noteFeed } from '../../replica/resend.ts';
import { forgetUnknown, isNotedUnknown, noteUnknown } from '../../replica/unknown-outcomes.ts';
import { same } from '../../../shared/merge/value.ts';
import { RemoteError } from '../remote.ts';
import type { SiteAnswer } from '../remote.ts';
import { provisionalIn } from '../../store/provisional-ids.ts';
import { yieldToEventLoop } from '../round.ts';
import type { Round } from '../round.ts';
import type { Question } from '../../replica/operations/question.ts';
import { questionOf, requireSite } from './ask-site.ts';
import { refetch, refetchBeforeProbe, refresh } from './fetch-current.ts';
import { lastEditor } from './last-editor.ts';
import { isForeign } from '../../replica/seen-points.ts';
import { operationOf } from '../../replica/operations/index.ts';
import {
  accept,
  end,
  park,
  handleRefusal,
  requireAsPlanned,
  handleSendFailure,
  maxAttempts,
} from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import { currentVersions, editedDocument, mergedKind, planEntry } from '../../replica/plan/plan-entry.ts';
import { waitsForLead } from '../../replica/desk-people/deactivation.ts';
import { isDeactivated } from '../../store/policy/unsent-edits.ts';
import { isUnasked } from '../unasked-documents.ts';
import { buildsOnDiscarded, onNoVersion, requestFor } from '../../replica/plan/plan.ts';
import type { Plan, Sent } from '../../replica/plan/plan.ts';
import { probe } from './probe.ts';
import type { Found } from '../../replica/operations/found.ts';
import { BlockedEdits, Slots, lostIn, turnOf } from './queue.ts';
import { namesLostRevision, noteCurrentRevision, withSiteRevision } from './revision-mapping.ts';
import { sendEdit } from './send.ts';
import { guideToFetch, isTranslation, planOnTranslated } from '../../replica/plan/translation.ts';

/**
 * Returns how many edits may be under way at once. Where a hub takes batches: one batch, and one that is planned meanwhile. To a
 * third-party site they go one at a time, because a lost answer is probed.
 */
function widthOf({ hub, batches }: Round): number {
  if (!hub) return 1;
  return batches.isOffered ? 2 * limits.sync.batch.max : 6;
}

/** Entries read at once. */
const page = 100;

/** Attempts to plan an edit again in one round, while others keep changing its document. */
const maxConflicts = 5;

/** Sends the edits of this desk in order, each under its author's token (SPEC J1–J9). */
export async function push(round: Round): Promise<void> {
  const blocked = new BlockedEdits(round.store);
  const slots = new Slots(widthOf(round));
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
      // Site ids assigned since this list was read make an edit wait longer than necessary, never shorter.
      const turn = round.store.read(null, (s) => turnOf(s, entry));
      await slots.start(turn, () => pushOne(round, blocked, entry.entryid));
    }
    await yieldToEventLoop();
    after = last.sequence;
  }
  await slots.end();
  if (round.stopped()) throw new RemoteError('offline', 'Stopped. The next sync continues here.');
  // A refused token does not stop the other people from reading.
  round.people = round.people.filter(({ userid }) => !round.refusedNow.has(userid));
}

async function pushOne(round: Round, blocked: BlockedEdits, entryid: string): Promise<void> {
  const { store, people, onlyEdits } = round;
  // Read again: edits sent since may have replaced its provisional ids.
  const { entry, isBlocked, lost, isShutOut } = store.read(null, (s) => {
    const fresh = s.journal.require(entryid);
    const isParked = fresh.state === 'parked';
    return {
      entry: fresh,
      // An import may have brought it after `checkForeign` in this round.
      isBlocked: isParked || blocked.block(s, fresh) || isForeign(s, entryid),
      lost: isParked ? undefined : lostIn(s, fresh),
      isShutOut: !isParked && isDeactivated(s, fresh.sender),
    };
  });
  if (lost) park(round, entry, lost);
  // Earlier versions of this program parked views.
  else if (entry.state === 'parked' && isSilentOperation(entry.route) && entry.cause)
    park(round, entry, entry.cause);
  const isExcluded = onlyEdits?.has(entryid) === false;
  const person = people.find(({ userid }) => userid === entry.sender);
  // A stick may have brought it, or someone may have decided about it, after its author was deactivated (SPEC A4).
  if (isShutOut && !lost && !person) park(round, entry, waitsForLead);
  const token = isExcluded ? undefined : person?.token;
  if (isBlocked || token === undefined || round.refusedNow.has(entry.sender)) {
    blocked.add(entry);
    return;
  }
  let outcome: Outcome = 'blocked';
  try {
    outcome = await carry(round, entry, token);
  } catch (error) {
    handleSendFailure(round, entry, error);
  }
  if (outcome === 'blocked') blocked.add(entry);
  if (!round.hub) store.transact(null, (s) => forgetKnownOutcome(s, entryid));
}

/** Keeps the outcome unknown until the edit ends, and after a bug: the site may have carried out the edit, so it is asked before a retry. */
function forgetKnownOutcome(s: ReplicaWriter, entryid: string): void {
  const { state, cause } = s.journal.require(entryid);
  const isOpen = state === 'sending' || state === 'pending';
  if (!isOpen && cause?.kind !== 'bug') forgetUnknown(s, entryid);
}

/**
 * Carries one edit to the site:
 *     plan ──▶ the site has it already ─────────────────────────▶ done
 *      ▲  └──▶ both sides changed the same field
 *      │         ├─▶ the hub has it from another desk ──────────▶ done
 *      │         └─▶ else ──────────────────────────────────────▶ parked
 *      │
 *      │  probe, if an earlier answer was lost ──▶ arrived ─────▶ done
 *      │    └─▶ undecidable ────────────────────────────────────▶ parked
 *      │
 *      │  send ──▶ accepted and shown ──────────────────────────▶ done
 *      │    ├────▶ accepted, not shown yet ─────────────────────▶ sending
 *      └────┼───── the document has a newer version (409, 404), at most five times
 *           ├────▶ the sign-in is refused (401) ────────────────▶ pending
 *           ├────▶ refused ─────────────────────────────────────▶ parked
 *           └────▶ no answer (throws) ──────────────────────────▶ sending
 */
async function carry(round: Round, given: JournalEntry, token: string): Promise<Outcome> {
  const { obstacle, isStale } = round.store.read(null, (s) => ({
    obstacle: obstacleOf(round, s, given),
    // The version kept here may be one that a restored hub has lost.
    isStale: isUnasked(s, editedDocument(s, given)),
  }));
  if (obstacle) return park(round, given, obstacle);
  if (isStale) await refresh(round, given, token);
  let isUnknown = !round.hub && round.store.read(null, (s) => isNotedUnknown(s, given.entryid));
  let entry = isUnknown ? await refetchBeforeProbe(round, given, token) : given;
  let replanned: Plan | undefined;
  /** True when the hub has answered a request for the edit: it does not have it from another desk. */
  let isAsked = false;
  let isFresh = false;
  /** The request that a third-party site has just refused because of the version it names. */
  let refused: Sent | undefined;
  for (let conflicts = 0; conflicts < maxConflicts; conflicts += 1) {
    const plan = replanned ?? round.store.read(null, (s) => planToSend(round, s, entry));
    if (plan.kind === 'nothing') {
      if (plan.known) return accept(round, entry, plan.known.sent, { body: plan.known.answer }, token);
      round.store.transact(null, (s) => {
        requireAsPlanned(s, entry);
        noteCurrentRevision(s, entry);
        end(round, s, entry);
      });
      return 'finished';
    }
    if (plan.kind === 'conflict') {
      // The version known here may be older than the one that a person decided about: a stick or a copy may have brought the decision.
      if (entry.resolution && !isFresh) {
        isFresh = true;
        replanned = undefined;
        await refresh(round, entry, token);
        continue;
      }
      const written = isAsked ? undefined : round.store.read(null, (s) => asWritten(round, s, entry));
      if (written) {
        const answer = await sendEdit(round, entry, onNoVersion(written), token);
        if (isAccepted(answer)) return accept(round, entry, written, answer, token);
        isAsked = true;
        if (answer.status === 422) {
          replanned = await planOnRefusal(round, questionOf(round, entry, written, token), answer.body);
          if (replanned) continue;
        }
        if (![404, 409, 410].includes(answer.status)) return handleRefusal(round, entry, written, answer);
      }
      const { message, conflicts: fields } = plan;
      const theirs = await lastEditor(round, entry, token);
      return park(round, entry, { kind: 'conflict', message, conflicts: fields, ...(theirs && { theirs }) });
    }
    const question = questionOf(round, entry, plan, token);
    if (isUnknown) {
      isUnknown = false;
      const found = await probe(question);
      if (found.kind === 'arrived') return accept(round, entry, found.sent, { body: found.answer }, token);
      if (found.kind === 'undecidable')
        return park(round, entry, { kind: 'unknown-outcome', message: found.message });
    }
    replanned ??= await operationOf(entry.route).planAhead?.(question);
    if (replanned && replanned !== plan) continue;
    // A third-party site that reads from a replica that is behind shows the version that it has refused: the next round asks again.
    if (refused && isStill(refused, plan) && entry.attempts < maxAttempts) return 'blocked';
    const answer = await sendEdit(round, entry, plan, token);
    isAsked = true;
    if (!round.hub && answer.status >= 400 && answer.status !== 401) await requireSite({ round, token });
    if (isAccepted(answer)) return accept(round, entry, plan, answer, token);
    const again = await planAgain(round, question, token, answer);
    if (!again) return handleRefusal(round, entry, plan, answer);
    if (again.arrived) return accept(round, entry, again.arrived.sent, { body: again.arrived.answer }, token);
    ({ entry, plan: replanned } = again);
    refused = round.hub ? undefined : plan;
  }
  return park(round, entry, { kind: 'refused', message: 'The hub refuses it again and again.' });
}

/** Returns why an edit cannot be sent to this site at all; `undefined` if it can. */
function obstacleOf({ hub }: Round, s: ReplicaReader, entry: JournalEntry): Cause | undefined {
  if (!hub && entry.route.includes(' /benchside/') && !operationOf(entry.route).staysHere)
    return { kind: 'refused', message: 'This site knows only API 2.0, which cannot do this.' };
  if (!namesLostRevision(s, entry)) return undefined;
  const message =
    entry.query['to_revisionid'] === undefined
      ? buildsOnDiscarded
      : 'It reverts to a version that the hub does not have.';
  return { kind: 'gone', message };
}

function planToSend({ hub }: Round, s: ReplicaReader, entry: JournalEntry): Plan {
  const { staysHere, adapt } = operationOf(entry.route);
  if (!hub && staysHere) return { kind: 'nothing' };
  const plan = withSiteRevision(s, entry, planEntry(s, entry, currentVersions(s, entry)));
  return plan.kind === 'send' && adapt ? adapt(s, entry, plan, hub) : plan;
}

/**
 * Returns an edit as its author made it, if a hub can be asked about it (SPEC J7.16): it can name a version, and it names nothing by
 * a number of this desk.
 */
function asWritten({ hub }: Round, s: ReplicaReader, entry: JournalEntry): Sent | undefined {
  if (!hub || (entry.query['revisionid'] === undefined && !operationOf(entry.route).merges)) return undefined;
  const plan = withSiteRevision(s, entry, requestFor(entry, {}));
  if (plan.kind !== 'send') return undefined;
  const { params, query, body } = plan;
  return provisionalIn({ params, query, body }).length > 0 ? undefined : plan;
}

/** Returns whether an edit of a version would be sent as before. Some sites name no version of a category: there is nothing to wait for. */
const isStill = (before: Sent, { route, params, query, body }: Sent): boolean =>
  Number(query['revisionid']) > 0 &&
  same([before.route, before.params, before.query, before.body], [route, params, query, body]);

const isAccepted = ({ status }: SiteAnswer): boolean => status >= 200 && status < 300;

interface Again {
  entry: JournalEntry;
  /** `undefined`: planned on the versions known now. */
  plan?: Plan | undefined;
  /** The site has the edit: the refused request was a duplicate. */
  arrived?: Found & { kind: 'arrived' };
}

/** Fetches the version that made the site refuse an edit, and plans on it; `undefined` when it refused the edit itself. */
async function planAgain(
  round: Round,
  question: Question,
  token: string,
  { status, body }: SiteAnswer,
): Promise<Again | undefined> {
  const { entry } = question;
  const { store, hub } = round;
  const setPending = (): void => store.transact(null, (s) => s.journal.setState(entry, 'pending'));
  if (hub && status === 422) {
    const plan = await planOnRefusal(round, question, body);
    return plan && { entry, plan };
  }
  if (status !== 409 && status !== 404) return undefined;
  if (!store.read(null, (s) => canReplan(s, entry, status))) return undefined;
  // On third-party sites a 409 may answer a duplicate request, so the edit stays `sending` until the site was probed.
  const mayBeDuplicate = !hub && status === 409;
  if (mayBeDuplicate) {
    store.transact(null, (s) => noteUnknown(s, entry.entryid));
    const found = await probe(question);
    // If the probe found no arrived edit, someone else made the similar resource, and the site refused this edit.
    if (found.kind === 'arrived') return { entry, arrived: found };
  } else setPending();
  if (store.read(null, (s) => guideToFetch(s, entry))) await refresh(round, entry, token);
  const plan = status === 409 ? store.read(null, (s) => planOnConflict(s, question, body)) : undefined;
  if (!hub) return { entry: await refetch(round, entry, token), plan };
  await refresh(round, entry, token);
  return { entry, plan };
}

/** Plans an edit again that a hub refused with 422; `undefined` if it refused the edit itself. */
async function planOnRefusal(
  { store }: Round,
  question: Question,
  refusal: unknown,
): Promise<Plan | undefined> {
  const plan = await operationOf(question.sent.route).planOnRefusal?.(question, refusal);
  if (plan) store.transact(null, (s) => s.journal.setState(question.entry, 'pending'));
  return plan;
}

/**
 * Returns whether the edit can be planned again on another version of its document, and sent as another request. A merged document needs the
 * edit's base for that, which is not kept if a restored hub has lost the document (SPEC F4.2). For all others, and for translations, only a 409
 * brings another version.
 */
const canReplan = (s: ReplicaReader, entry: JournalEntry, status: number): boolean =>
  mergedKind(entry.route) === undefined || isTranslation(s, entry)
    ? status === 409
    : currentVersions(s, entry).before !== undefined;

/**
 * Plans an edit on the version in a 409's body, for documents of which this desk keeps no versions. `undefined` for all other
 * edits, and if the body is no version: something in between may have answered.
 */
const planOnConflict = (s: ReplicaReader, { entry, sent }: Question, current: unknown): Plan | undefined =>
  isTranslation(s, entry)
    ? planOnTranslated(s, entry, sent, current)
    : operationOf(entry.route).planOnConflict?.(s, entry, sent, current);
