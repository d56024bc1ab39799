import { newestEdition } from './plan.ts';
import type { NamedAct } from './operations/index.ts';
import type { Plan, PlainKnobs, Step } from './plan.ts';
import { Random } from './random.ts';
import { edit, indicesOf, online, refusedRelease, round } from './stories.ts';
import type { Cast } from './stories.ts';

const days = (count: number): number => count * 86_400;

/**
 * A hub goes on with a backup, once or twice, after it took edits; a desk's clock may be wrong, or its sync cut short.
 *
 * @param given seconds by which the desk's clock is fast while it syncs; random if absent
 */
function restoredHub(cast: Cast, given?: number): Step[] {
  const { at, other, random } = cast;
  const ahead = given ?? (random.chance(0.4) ? days(20 + random.int(300)) : 0);
  const sync: Step = { ...round(cast, at), ...(random.chance(0.5) ? { crash: 4 + random.int(16) } : {}) };
  const again = (): Step[] => [{ do: 'restore', seed: random.seed() }, edit(cast, -1), edit(cast, at)];
  return [
    edit(cast, -1),
    edit(cast, at),
    round(cast, at),
    { do: 'back up', how: random.chance(0.5) ? 'copy' : 'command' },
    { do: 'clock', at, by: ahead },
    edit(cast, at),
    edit(cast, -1),
    sync,
    { do: 'clock', at, by: -ahead },
    edit(cast, at),
    ...again(),
    ...(random.chance(0.4) ? [round(cast, other), edit(cast, other), ...again()] : []),
    ...syncAndDecide(cast, at),
    ...syncAndDecide(cast, other),
  ];
}

function syncAndDecide(cast: Cast, at: number): Step[] {
  const { random } = cast;
  const decide = (): Step => ({ do: 'decide', at, seed: random.seed(), givesUp: random.chance(0.6) });
  return [round(cast, at), decide(), decide(), decide(), round(cast, at)];
}

/** Two desks make a page of the same title; the hub may refuse the second one. */
function samePage(cast: Cast): Step[] {
  const { at, other, random } = cast;
  return [
    round(cast, other),
    edit(cast, at, 'same page'),
    edit(cast, other, 'same page'),
    round(cast, at),
    round(cast, other, random.chance(0.5) ? 1 : 0),
    ...syncAndDecide(cast, other),
  ];
}

/** People create, edit and delete a page in two languages at desks and at the hub. */
function pagesInLanguages(cast: Cast): Step[] {
  const { at, other, random } = cast;
  const anything = (): Step =>
    random.weighted<() => Step>([
      [4, () => edit(cast, at, 'page in a language', 1)],
      [3, () => edit(cast, other, 'page in a language', 1)],
      [4, () => edit(cast, -1, 'page in a language', 1)],
      [3, () => round(cast, at)],
      [2, () => round(cast, other)],
    ])();
  return [
    edit(cast, -1, 'page in a language', 4),
    round(cast, at),
    round(cast, other),
    ...Array.from({ length: 14 }, anything),
    ...syncAndDecide(cast, at),
    ...syncAndDecide(cast, other),
  ];
}

/** The author of all first guides makes one private, does jobs on it, and makes it public again; another author reads that. */
function madePublic(cast: Cast): Step[] {
  const { at, other } = cast;
  return [
    round(cast, other),
    edit(cast, other, 'publish', 1),
    edit(cast, other, 'job'),
    round(cast, other),
    round(cast, at),
    edit(cast, other, 'publish'),
    round(cast, other),
    round(cast, at),
  ];
}

/** A step is deleted right after a comment on it, before a desk reads either. */
const deletedStep = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, -1, 'deleted step'),
  edit(cast, cast.other, 'deleted step'),
  round(cast, cast.other),
  round(cast, cast.at),
];

/**
 * Desks read the hub by bundles in any order, twice and too late, and over the network between. Edits of one reach the hub by another from
 * a stick, and the next bundle says so.
 */
function bundles(cast: Cast): Step[] {
  const { at, other, random } = cast;
  const take = (desk: number): Step => ({ do: 'take bundle', at: desk, seed: random.seed() });
  const anything = (): Step =>
    random.weighted<() => Step>([
      [3, () => edit(cast, at)],
      [2, () => edit(cast, other)],
      [3, () => edit(cast, -1)],
      [2, () => ({ do: 'bundle' })],
      [4, () => take(at)],
      [2, () => take(other)],
      [1.5, () => round(cast, at)],
      [2, () => round(cast, other)],
      [0.5, () => ({ ...round(cast, at), crash: 4 + random.int(16) })],
      [0.3, () => ({ do: 'restart site' })],
      [2, () => ({ do: 'export', at })],
      [2, () => ({ do: 'import', at: other, seed: random.seed() })],
    ])();
  return [
    { do: 'bundle' },
    take(at),
    ...Array.from({ length: 18 }, anything),
    ...byStick(cast),
    round(cast, other),
    { do: 'bundle' },
    take(at),
    take(at),
  ];
}

/**
 * Desks without a network, whose edits reach the hub on sticks and come back in bundles: in any order, several times, too late, from a stick that
 * someone has changed, and with imports and couriers that are killed.
 */
function roads(cast: Cast): Step[] {
  const { random } = cast;
  const desks = [0, 1, 2];
  const crash = (): { crash?: number } => (random.chance(0.15) ? { crash: 1 + random.int(20) } : {});
  const take = (at: number, newest = false): Step => ({
    do: 'take bundle',
    at,
    seed: random.seed(),
    newest,
    ...crash(),
  });
  const takeEdits = (): Step => ({ do: 'take edits', seed: random.seed(), ...crash() });
  const anywhere = (): number => random.pick(desks) ?? 0;
  // Summaries of the same guide meet most often.
  const write = (at: number): Step =>
    random.chance(0.4) ? edit(cast, at, 'first summary', 1) : edit(cast, at, undefined, 2);
  const anything = (): Step =>
    random.weighted<() => Step>([
      [5, () => write(anywhere())],
      [3, () => write(-1)],
      [1.5, () => ({ do: 'bundle' })],
      [2, () => take(anywhere())],
      [2, () => ({ do: 'carry edits', at: anywhere(), ...crash() })],
      [1, takeEdits],
      [0.3, () => ({ do: 'take edits', seed: random.seed(), forged: true })],
      [2, () => ({ do: 'decide', at: anywhere(), seed: random.seed() })],
      [0.3, () => ({ do: 'restart site' })],
      [0.3, () => round(cast, anywhere())],
    ])();
  const trip = (): Step[] => [
    ...desks.map((at): Step => ({ do: 'carry edits', at })),
    { do: 'bundle' },
    ...desks.map((at) => take(at, true)),
    ...desks.map((at): Step => ({ do: 'decide', at, seed: random.seed() })),
    // The same file once more.
    ...desks.map((at) => take(at, true)),
  ];
  return [
    ...desks.flatMap((at): Step[] => [round(cast, at), { do: 'network', at, up: false }]),
    ...Array.from({ length: 16 }, anything),
    ...trip(),
    takeEdits(),
    ...trip(),
  ];
}

/** A portal answers in the place of a third-party site from some request of a round on, after an edit. */
function guestNetwork(cast: Cast, written: () => Step): Step[] {
  const { at, random } = cast;
  const portal = {
    after: random.int(8),
    status: random.chance(0.3) ? 204 : 200,
    page: random.chance(0.2),
    json: '{"login":true}',
  };
  return [round(cast, at), written(), { ...round(cast, at), portal }, round(cast, at)];
}

/** A restored hub has lost pages that a desk deleted; its people discard these deletions. */
const discardedLoss = (cast: Cast): Step[] => [
  // The backup has the sign-ins of the desks: who signs in again reads everything from the beginning.
  { do: 'back up', how: 'copy' },
  edit(cast, -1, 'same page'),
  round(cast, cast.at),
  edit(cast, cast.at, 'remove page'),
  { do: 'restore', seed: cast.random.seed() },
  round(cast, cast.at),
  ...[1, 2, 3].map((): Step => ({ do: 'decide', at: cast.at, seed: cast.random.seed(), givesUp: true })),
  round(cast, cast.at),
];

/** A restored hub has lost pages that a desk changed and then deleted; its people send the changes again. */
const lostDeletion = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, -1, 'same page'),
  round(cast, cast.at),
  edit(cast, cast.at, 'page', 6),
  edit(cast, cast.at, 'remove page'),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** A restored hub has lost a guide that a desk made, with what was written about it. */
const lostGuide = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'discussed guide', 1),
  round(cast, cast.at),
  { do: 'restore', seed: cast.random.seed() },
  round(cast, cast.at),
];

/** A restored hub has lost a guide that a desk made, tagged and deleted; its people send some of that again. */
const lostTag = (cast: Cast): Step[] => [
  round(cast, cast.at),
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'deleted guide with a tag', 2),
  round(cast, cast.at),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** A restored hub has lost a guide that a desk changed; the desk has also deleted a prerequisite of that guide. */
const lostGuideWithPrerequisites = (cast: Cast): Step[] => [
  round(cast, cast.at),
  { do: 'back up', how: 'copy' },
  edit(cast, -1, 'guide with prerequisites', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'guide', 6),
  edit(cast, cast.at, 'remove prerequisite', 2),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** A stick has edits about a guide that the desk, which takes it, reads later. */
const unreadGuide = (cast: Cast): Step[] => [
  round(cast, cast.other),
  edit(cast, -1, 'discussed guide', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'newest guide', 1),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  // The author has no sign-in at the other desk that would send the edits at once.
  { do: 'revoke', at: cast.other, seed: cast.random.seed() },
  round(cast, cast.other),
];

/** A stick has a translation that the hub's has overtaken, of a guide that the desk, which takes the stick, has not read. */
const unreadTranslation = (cast: Cast): Step[] => [
  round(cast, cast.other),
  edit(cast, -1, 'discussed guide', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'newest guide', 1),
  edit(cast, -1, 'newest guide', 1),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.other),
];

/** A stick has changes that someone has read during a job; the desk, which takes it, has read neither the guide nor the job. */
const unreadJob = (cast: Cast): Step[] => [
  round(cast, cast.other),
  edit(cast, -1, 'discussed guide', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'job with the newest guide', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'read own change', 1),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  round(cast, cast.other),
];

/**
 * A stick has edits of everything that is new since the desk, which takes it, has read the hub; others changed the same, and the hub may have
 * lost it again.
 */
const unreadNews = (cast: Cast): Step[] => [
  round(cast, cast.other),
  { do: 'back up', how: cast.random.chance(0.5) ? 'copy' : 'command' },
  edit(cast, -1, 'discussed guide', 2),
  edit(cast, -1, undefined, 8),
  round(cast, cast.at),
  edit(cast, cast.at, 'job with the newest guide', 1),
  ...(cast.random.chance(0.5) ? [round(cast, cast.at)] : []),
  edit(cast, cast.at, undefined, 6),
  edit(cast, cast.at, 'newest guide', 1),
  edit(cast, cast.at, 'form'),
  edit(cast, cast.at, undefined, 6),
  edit(cast, -1, undefined, 8),
  ...(cast.random.chance(0.3) ? [{ do: 'restore', seed: cast.random.seed() } as const] : []),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.other),
];

/** Released guides get pictures that only their drafts show. */
const illustratedDraft = (cast: Cast): Step[] => [
  edit(cast, -1, 'release', 4),
  edit(cast, -1, 'picture', 8),
  round(cast, cast.at),
];

/** Someone changes one field several times, another desk brings all that to the hub, and then their own desk syncs. */
const changedAgain = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, cast.at, 'first summary', 4),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  round(cast, cast.other),
  round(cast, cast.at),
];

/** A changed comment is refused, and discarded when its step has been deleted. */
const refusedComment = (cast: Cast): Step[] => [
  edit(cast, cast.at, 'step comment', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'changed comment', 1),
  round(cast, cast.at, 1),
  edit(cast, -1, 'first summary', 1),
  edit(cast, -1, 'first summary', 1),
  round(cast, cast.at, 1),
  edit(cast, -1, 'remove step', 1),
  edit(cast, -1, 'remove step', 1),
  round(cast, cast.at, 1),
  { do: 'decide', at: cast.at, seed: cast.random.seed(), givesUp: true },
  round(cast, cast.at),
];

/** A desk reports problems of guides, changes them, and reverts to versions that the reports made. */
const reportedVersion = (cast: Cast): Step[] => [
  edit(cast, cast.at, 'report'),
  edit(cast, cast.at, 'guide'),
  edit(cast, cast.at, 'revert'),
  round(cast, cast.at),
];

/**
 * The hub takes a guide with a page made along, and the desk's sync ends before it reads that; an edit of the page goes to another desk on a
 * stick.
 */
const pageMadeAlong = (cast: Cast): Step[] => [
  round(cast, cast.other),
  edit(cast, cast.at, 'guide in a new category', 1),
  { ...round(cast, cast.at), crash: 6 + cast.random.int(12) },
  edit(cast, cast.at, 'page of the new category', 1),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  round(cast, cast.other),
];

/** Leads assign work at two desks and at the hub, change it, and start it. */
const assignedWork = (cast: Cast): Step[] =>
  [cast.at, cast.other, cast.at].flatMap((at) => [
    edit(cast, at, 'assign'),
    edit(cast, -1, 'assign', 2),
    round(cast, at),
  ]);

/** A restored hub has lost assigned work, its jobs and the notifications of it, and gives their ids again. */
const restoredAssignments = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'assign', 4),
  edit(cast, -1, 'assign', 6),
  round(cast, cast.at),
  edit(cast, cast.at, 'assign', 4),
  round(cast, cast.at),
  { do: 'restore', seed: cast.random.seed() },
  { do: 'revoke', at: cast.at, seed: cast.random.seed() },
  edit(cast, -1, 'job'),
  edit(cast, -1, 'assign', 6),
  ...syncAndDecide(cast, cast.at),
];

/** A guide becomes private while someone who may still see it is not signed in; edits by those who may not see it are discarded. */
const hiddenFromSome = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, cast.at, 'guide', 6),
  ...[1, 2].map((): Step => ({ do: 'revoke', at: cast.at, seed: cast.random.seed() })),
  edit(cast, -1, 'publish', 4),
  round(cast, cast.at),
  { do: 'sign in', at: cast.at, seed: cast.random.seed() },
  round(cast, cast.at),
  { do: 'decide', at: cast.at, seed: cast.random.seed(), givesUp: true },
  round(cast, cast.at),
];

/**
 * A technician has jobs whose guides become private and get new forms, and work that others start; a second desk of theirs reads all that
 * only then.
 */
const jobsOfOthers = (cast: Cast): Step[] => [
  edit(cast, -1, 'form', 16),
  edit(cast, -1, 'assign', 8),
  round(cast, cast.at),
  edit(cast, cast.at, 'job', 8),
  round(cast, cast.at),
  edit(cast, -1, 'publish', 6),
  round(cast, cast.other),
  edit(cast, -1, 'form', 8),
  round(cast, cast.at),
];

/** Jobs that a person begins at one desk go on with others at the hub; a second desk of that person reads all that only then. */
const handedOver = (cast: Cast): Step[] => [
  edit(cast, cast.at, 'job that is left'),
  round(cast, cast.at),
  edit(cast, -1, 'job of another'),
  round(cast, cast.other),
];

/** A desk first meets the hub after a backup, which the hub later goes on with; it has edits of guides from before the backup. */
const metAfterBackup = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, -1),
  { do: 'sign in', at: cast.other, seed: cast.random.seed() },
  round(cast, cast.other),
  edit(cast, -1),
  round(cast, cast.other),
  edit(cast, cast.other, 'guide'),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.other),
];

/** A desk marks notifications as read that a restored hub has lost, and the hub gives their ids to others. */
const lostNotifications = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, -1, 'step comment', 4),
  round(cast, cast.at),
  ...[1, 2, 3].map(() => edit(cast, cast.at, 'read notifications', 1)),
  { do: 'restore', seed: cast.random.seed() },
  edit(cast, -1, 'step comment', 4),
  round(cast, cast.at),
];

/**
 * A desk dies while it reads a restored hub from the beginning, and its people go on writing: under the ids of what the hub has lost, the
 * hub has other pages now.
 */
const cutOffReading = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, -1, 'same page'),
  round(cast, cast.at),
  { do: 'restore', seed: cast.random.seed() },
  edit(cast, -1, 'same page'),
  { ...round(cast, cast.at), crash: 2 + cast.random.int(16) },
  edit(cast, cast.at, 'page', 6),
  ...syncAndDecide(cast, cast.at),
];

/** A restored hub has lost that others took jobs over. */
const lostTakingOver = (cast: Cast): Step[] => [
  edit(cast, -1, 'job that is left', 6),
  { do: 'back up', how: 'copy' },
  edit(cast, -1, 'job of another', 8),
  round(cast, cast.at),
  { do: 'restore', seed: cast.random.seed() },
  round(cast, cast.at),
];

/** A hub that was restored refuses tagged guides that a desk made. */
const unsentTags = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, -1, undefined, 8),
  round(cast, cast.at),
  edit(cast, cast.at, 'tagged guide', 2),
  { do: 'restore', seed: cast.random.seed() },
  edit(cast, -1, undefined, 4),
  round(cast, cast.at, 1),
];

/** A restored hub has lost edits that it had from a stick. */
const lostAfterCarrying = (cast: Cast): Step[] => [
  round(cast, cast.at),
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, undefined, 4),
  { do: 'carry edits', at: cast.at },
  { do: 'bundle' },
  { do: 'take bundle', at: cast.at, seed: cast.random.seed(), newest: true },
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** A stick has changed comments that a restored hub has lost; its author discards them at the desk that takes it. */
const lostComments = (cast: Cast): Step[] => [
  round(cast, cast.other),
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'step comment', 2),
  round(cast, cast.at),
  edit(cast, cast.at, 'changed comment', 2),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  { do: 'restore', seed: cast.random.seed() },
  round(cast, cast.other),
  ...[1, 2, 3].map((): Step => ({ do: 'decide', at: cast.other, seed: cast.random.seed(), givesUp: true })),
  round(cast, cast.other),
];

/** A restored hub has lost a guide with a page made along, which people edited. */
const lostPageMadeAlong = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'guide in a new category', 1),
  ...(cast.random.chance(0.5) ? [edit(cast, cast.at, 'page of the new category', 1)] : []),
  round(cast, cast.at),
  edit(cast, cast.at, 'page of the new category', 1),
  ...(cast.random.chance(0.5) ? [edit(cast, cast.at, 'comment on the new category', 1)] : []),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** A restored hub starts once more after a desk has told it of its lost history, and before it has a new line. */
const restoredAndStarted = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, -1, undefined, 6),
  edit(cast, cast.at, 'guide in a new category', 1),
  round(cast, cast.at),
  round(cast, cast.other),
  edit(cast, cast.at, 'newest guide', 1),
  edit(cast, cast.at, 'guide', 3),
  { do: 'restore', seed: cast.random.seed() },
  round(cast, cast.other),
  { do: 'restart site' },
  ...syncAndDecide(cast, cast.at),
];

/** A restored hub has lost a guide with forms, which people changed. */
const lostForms = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'guide with a step', 1),
  ...(cast.random.chance(0.5) ? [round(cast, cast.at)] : []),
  edit(cast, cast.at, 'form of the newest guide', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'form of the newest guide', 1),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** The author of the first guide makes it private, comments on its last step, deletes that, and makes the guide public again. */
const commentsMadePublic = (cast: Cast): Step[] => {
  const { at, other } = cast;
  return [
    round(cast, other),
    edit(cast, other, 'publish the first', 1),
    edit(cast, other, 'step comment', 1),
    edit(cast, other, 'remove step', 1),
    round(cast, other),
    round(cast, at),
    edit(cast, other, 'publish the first', 1),
    round(cast, other),
    round(cast, at),
  ];
};

/** A restored hub has lost two releases of a guide; the first is discarded, and the second is sent again. */
const lostReleases = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  round(cast, cast.at),
  edit(cast, cast.at, 'release the first', 1),
  ...(cast.random.chance(0.5) ? [edit(cast, cast.at, 'first summary', 1)] : []),
  edit(cast, cast.at, 'release the first', 1),
  round(cast, cast.at),
  { do: 'restore', seed: cast.random.seed() },
  round(cast, cast.at),
  { do: 'decide', at: cast.at, seed: cast.random.seed(), givesUp: true },
  ...(cast.random.chance(0.5) ? [round(cast, cast.at)] : []),
  { do: 'decide', at: cast.at, seed: cast.random.seed(), givesUp: cast.random.chance(0.3) },
  round(cast, cast.at),
];

/** A release is refused and discarded, after which its guide had drafts and a step with a comment was deleted. */
const discardedRelease = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, cast.at, 'release the first', 1),
  edit(cast, cast.at, 'step comment', 1),
  edit(cast, cast.at, 'remove step', 1),
  edit(cast, cast.at, 'first summary', 1),
  round(cast, cast.at, cast.random.chance(0.5) ? 1 : 0.4),
  ...[1, 2, 3].map((): Step => ({
    do: 'decide',
    at: cast.at,
    seed: cast.random.seed(),
    givesUp: cast.random.chance(0.5),
  })),
  round(cast, cast.at),
];

/** A released guide is changed, and another release of it is prepared, which a desk of an author and a technician reads. */
const preparedRelease = (cast: Cast): Step[] => [
  edit(cast, -1, 'release the first', 1),
  edit(cast, -1, 'first summary', 1),
  edit(cast, -1, 'prepare a release of the first', 1),
  round(cast, cast.at),
];

/** A desk of an author and a technician releases a draft that the hub then replaces, or the author gives the release up. */
const releasedDraft = (cast: Cast): Step[] => [
  edit(cast, -1, 'release the first', 1),
  edit(cast, -1, 'first summary', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'release the first', 1),
  edit(cast, -1, 'first summary', 1),
  round(cast, cast.at, cast.random.chance(0.5) ? 1 : 0.4),
  ...syncAndDecide(cast, cast.at),
];

/** A restored hub has lost a guide that got a part without a network, whose page people edited and commented on. */
const lostGuideWithPart = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'guide with a step', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'new part of the newest guide', 1),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** A restored hub has lost a guide with a page made along; people have edited the page since and deleted the guide. */
const lostDeletedGuide = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'guide in a new category', 1),
  ...(cast.random.chance(0.5) ? [round(cast, cast.at)] : []),
  edit(cast, cast.at, 'page of the new category', 1),
  edit(cast, cast.at, 'remove the newest guide', 1),
  ...(cast.random.chance(0.5)
    ? [round(cast, cast.at), edit(cast, cast.at, 'page of the new category', 1)]
    : []),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** A desk with new steps is copied to a second machine; others add steps before that one sends the same again. */
const copiedDesk = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, cast.at, 'step', 3),
  { do: 'copy', at: cast.at },
  round(cast, cast.at),
  edit(cast, -1, 'step', 4),
  // Either machine syncs.
  ...[1, 2, 3].map(() => round(cast, cast.at)),
];

/** A technician reports guides at a desk where their author changes them. */
const reportedByReader = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, cast.at, 'report', 4),
  edit(cast, cast.at, 'first summary', 2),
  edit(cast, cast.at, 'guide', 3),
  round(cast, cast.at),
];

/** A desk does not know which of its edits a third-party site has, and a portal answers when it asks. */
const guestNetworkAtQuestions = (cast: Cast): Step[] => {
  const { at, random } = cast;
  const portal = { after: random.int(4), status: 200, page: false, json: '{"login":true}' };
  return [
    round(cast, at),
    edit(cast, at, undefined, 6),
    { ...round(cast, at), crash: 4 + random.int(10) },
    { ...round(cast, at), portal },
    round(cast, at),
  ];
};

/** A stick has a new part, with edits of its page, of a guide that the desk, which takes it, has not read. */
const unreadPart = (cast: Cast): Step[] => [
  round(cast, cast.other),
  edit(cast, -1, 'discussed guide', 1),
  round(cast, cast.at),
  edit(cast, cast.at, 'new part of the newest guide', 1),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  ...(cast.random.chance(0.5) ? [{ do: 'revoke', at: cast.other, seed: cast.random.seed() } as const] : []),
  round(cast, cast.other),
];

/** A restored hub has lost a guide with pictures and prerequisites; people have changed and discussed it since. */
const lostIllustratedGuide = (cast: Cast): Step[] => [
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'guide with a step', 1),
  edit(cast, cast.at, 'guide with prerequisites', 1),
  edit(cast, cast.at, 'picture', 4),
  round(cast, cast.at),
  edit(cast, cast.at, 'picture', 2),
  edit(cast, cast.at, 'newest guide', 1),
  edit(cast, cast.at, 'guide', 4),
  { do: 'restore', seed: cast.random.seed() },
  ...syncAndDecide(cast, cast.at),
];

/** An author edits guides offline at a desk that does not know of their releases, which readers of that desk read later. */
const unknownRelease = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, -1, 'release', 6),
  edit(cast, cast.at, 'first summary', 3),
  edit(cast, cast.at, 'guide', 4),
  round(cast, cast.at),
];

/** A restored hub has lost versions of a guide, and gives others. */
const lostVersions = (cast: Cast): Step[] => [
  round(cast, cast.at),
  { do: 'back up', how: 'copy' },
  edit(cast, cast.at, 'first summary', 3),
  edit(cast, cast.at, 'guide', 4),
  round(cast, cast.at),
  { do: 'restore', seed: cast.random.seed() },
  edit(cast, -1, 'guide', 4),
  ...syncAndDecide(cast, cast.at),
];

/** Another desk brings new steps to the hub, and their guides are deleted before the desk of their author sends them. */
const carriedSteps = (cast: Cast): Step[] => [
  edit(cast, cast.at, 'tagged guide', 2),
  round(cast, cast.at),
  edit(cast, cast.at, 'step', 4),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  round(cast, cast.other),
  edit(cast, -1, 'remove the newest guide', 2),
  round(cast, cast.at, 4),
  round(cast, cast.at),
];

/** Steps of released guides are deleted after comments on them, and then the guides are released or withdrawn. */
const deletedStepsOfReleased = (cast: Cast): Step[] => [
  edit(cast, -1, 'release', 6),
  ...(cast.random.chance(0.5) ? [round(cast, cast.at)] : []),
  edit(cast, -1, 'deleted step', 6),
  edit(cast, cast.at, 'deleted step', 4),
  round(cast, cast.at),
  edit(cast, -1, 'changed release', 6),
  round(cast, cast.at),
];

/** A stick has a guide that made a page along, and edits of the page; the desk that takes it has such a page, or none. */
const carriedPageMadeAlong = (cast: Cast): Step[] => [
  round(cast, cast.other),
  ...(cast.random.chance(0.4) ? [edit(cast, cast.other, 'guide in a new category', 1)] : []),
  edit(cast, cast.at, 'guide in a new category', 1),
  ...(cast.random.chance(0.4) ? [{ ...round(cast, cast.at), crash: 6 + cast.random.int(12) }] : []),
  ...(cast.random.chance(0.5) ? [round(cast, cast.other)] : []),
  edit(cast, cast.at, 'page of the new category', 1),
  ...(cast.random.chance(0.5) ? [edit(cast, cast.at, 'comment on the new category', 1)] : []),
  { do: 'export', at: cast.at },
  { do: 'import', at: cast.other, seed: cast.random.seed() },
  { do: 'revoke', at: cast.other, seed: cast.random.seed() },
  round(cast, cast.other),
];

/** Answers about new steps are lost, and others add steps to the same guides before the edits are sent again. */
const repeatedSteps = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, cast.at, 'step', 4),
  edit(cast, cast.at, 'changed step', 4),
  { ...round(cast, cast.at), crash: 4 + cast.random.int(16) },
  edit(cast, -1, 'step', 4),
  edit(cast, cast.at, 'changed step', 4),
  ...(cast.random.chance(0.5) ? [{ ...round(cast, cast.at), faults: 0.4 }] : []),
  edit(cast, -1, 'step', 4),
  round(cast, cast.at),
];

/** A third-party site makes no page for a guide in a new category, and people comment on that page. */
const pageThatTheSiteDidNotMake = (cast: Cast): Step[] => [
  round(cast, cast.at),
  edit(cast, cast.at, 'guide in a new category', 1),
  edit(cast, cast.at, 'comment on the new category', 1),
  round(cast, cast.at, cast.random.chance(0.3) ? 1 : 0),
  edit(cast, cast.at, 'comment on the new category', 1),
  ...syncAndDecide(cast, cast.at),
];

/** People change the same texts at desks and at the hub, decide about the conflicts for a side or for both, and think better of it. */
function decisions(cast: Cast): Step[] {
  const { at, other, random } = cast;
  const write = (where: number): Step =>
    edit(cast, where, random.pick(['first summary', 'guide', 'page'] as const), 2);
  const anything = (): Step =>
    random.weighted<() => Step>([
      [5, () => write(at)],
      [5, () => write(-1)],
      [2, () => write(other)],
      [5, () => round(cast, at)],
      [2, () => round(cast, other)],
      [9, () => ({ do: 'decide', at, seed: random.seed() })],
      [0.5, () => edit(cast, -1, 'remove the newest guide', 1)],
      [0.5, () => edit(cast, -1, 'remove page', 1)],
      [0.4, () => ({ do: 'export', at })],
      [0.4, () => ({ do: 'import', at: other, seed: random.seed() })],
      [0.3, () => ({ do: 'back up', how: 'copy' })],
      [0.2, () => ({ do: 'restore', seed: random.seed() })],
    ])();
  return [
    round(cast, at),
    round(cast, other),
    ...Array.from({ length: 24 }, anything),
    ...syncAndDecide(cast, at),
    ...syncAndDecide(cast, other),
  ];
}

/** The pending edits of one desk reach another one on a stick. */
const byStick = ({ at, other, random }: Cast): Step[] => [
  { do: 'export', at },
  { do: 'import', at: other, seed: random.seed() },
];

/** Edits that build on each other. An episode of `someDiscarded` has one of these groups. */
const related = [
  ['form', 'form of the newest guide'],
  ['guide', 'changed step', 'step'],
  ['new part', 'page', 'same page'],
  ['page in a language', 'remove page'],
  ['step comment', 'changed comment', 'remove step'],
  ['job', 'job that is left', 'job of another'],
  ['assign', 'job'],
  ['release', 'draft', 'first summary'],
  ['tagged guide', 'discussed guide', 'remove the newest guide'],
  ['guide with prerequisites', 'remove prerequisite', 'newest guide'],
] as const satisfies readonly (readonly NamedAct[])[];

/**
 * The hub refuses some of the edits that build on each other, or a guide is private for a while. Their authors discard some, send others again,
 * and make more.
 */
function someDiscarded(cast: Cast): Step[] {
  const { at, other, random } = cast;
  const acts: readonly NamedAct[] = random.pick(related) ?? ['guide'];
  const write = (where: number): Step => edit(cast, where, random.pick(acts), 1 + random.int(2));
  const decide = (): Step => ({ do: 'decide', at, seed: random.seed(), givesUp: random.chance(0.4) });
  const hide = (): Step => edit(cast, -1, 'publish', 1);
  const anything = (): Step[] =>
    random.weighted<() => Step[]>([
      [5, () => [write(at), write(at)]],
      [2, () => [write(-1)]],
      [1, () => [write(other), round(cast, other)]],
      [3, () => [round(cast, at, 0.6)]],
      [3, () => [decide(), decide()]],
      [1, () => [round(cast, at)]],
      [1, () => [hide(), round(cast, at), decide(), hide()]],
      [0.5, () => byStick(cast)],
    ])();
  return [
    write(-1),
    round(cast, at),
    round(cast, other),
    ...Array.from({ length: 10 }, anything).flat(),
    round(cast, at, 0.6),
    decide(),
    ...syncAndDecide(cast, at),
    ...syncAndDecide(cast, other),
  ];
}

/**
 * A hub is restored from its backups in any order, while desks sync, import its bundles, and take edits of each other from sticks. Its clock is
 * wrong now and then.
 */
function restoredAndCarried(cast: Cast): Step[] {
  const { at, other, random } = cast;
  const desk = (): number => (random.chance(0.6) ? at : other);
  const backUp = (): Step => ({ do: 'back up', how: random.chance(0.5) ? 'copy' : 'command' });
  const anything = (): Step[] =>
    random.weighted<() => Step[]>([
      [5, () => [edit(cast, desk())]],
      [2, () => [edit(cast, -1)]],
      [4, () => [round(cast, desk())]],
      [1, () => [{ ...round(cast, desk()), crash: 4 + random.int(20) }]],
      [1, () => [{ do: 'sign in', at: desk(), seed: random.seed() }]],
      [2, () => [backUp()]],
      [2, () => [{ do: 'restore', seed: random.seed() }]],
      [0.7, () => [{ do: 'site clock', by: days(40), seed: random.seed() }]],
      [1, () => byStick(cast)],
      [1, () => [{ do: 'carry edits', at: desk() }]],
      [1, () => [{ do: 'bundle' }]],
      [1.5, () => [{ do: 'take bundle', at: desk(), seed: random.seed() }]],
      [2, () => [{ do: 'decide', at: desk(), seed: random.seed(), givesUp: random.chance(0.3) }]],
    ])();
  return [
    edit(cast, -1),
    round(cast, at),
    round(cast, other),
    ...Array.from({ length: 22 }, anything).flat(),
    ...syncAndDecide(cast, at),
    ...syncAndDecide(cast, other),
  ];
}

const scenarios = {
  decisions,
  'some discarded': someDiscarded,
  'restored and carried': restoredAndCarried,
  'restored hub': (cast: Cast): Step[] => restoredHub(cast),
  'restored hub, slow clock': (cast: Cast): Step[] => restoredHub(cast, -days(40 + cast.random.int(300))),
  bundles,
  'cut-off reading': cutOffReading,
  roads,
  'discarded loss': discardedLoss,
  'assigned work': assignedWork,
  'hidden from some': hiddenFromSome,
  'jobs of others': jobsOfOthers,
  'handed over': handedOver,
  'lost notifications': lostNotifications,
  'restored assignments': restoredAssignments,
  'lost deletion': lostDeletion,
  'lost guide': lostGuide,
  'lost guide with prerequisites': lostGuideWithPrerequisites,
  'lost tag': lostTag,
  'page made along': pageMadeAlong,
  'reported version': reportedVersion,
  'refused comment': refusedComment,
  'changed again': changedAgain,
  'illustrated draft': illustratedDraft,
  'unread guide': unreadGuide,
  'unread job': unreadJob,
  'unread news': unreadNews,
  'unread translation': unreadTranslation,
  'met after a backup': metAfterBackup,
  // An edit whose answer has neither a document nor ids, and that nothing reads back.
  'guest network': (cast: Cast): Step[] => guestNetwork(cast, () => edit(cast, cast.at, 'profile', 2)),
  'guest network at guides': (cast: Cast): Step[] => guestNetwork(cast, () => edit(cast, -1, 'guide', 4)),
  'same page': samePage,
  'pages in languages': pagesInLanguages,
  'lost taking over': lostTakingOver,
  'unsent tags': unsentTags,
  'lost after carrying': lostAfterCarrying,
  'lost comments': lostComments,
  'lost page made along': lostPageMadeAlong,
  'restored and started': restoredAndStarted,
  'lost forms': lostForms,
  'comments made public': commentsMadePublic,
  'lost releases': lostReleases,
  'discarded release': discardedRelease,
  'prepared release': preparedRelease,
  'released draft': releasedDraft,
  'lost guide with a new part': lostGuideWithPart,
  'lost deleted guide': lostDeletedGuide,
  'copied desk': copiedDesk,
  'reported by a reader': reportedByReader,
  'guest network at questions': guestNetworkAtQuestions,
  'unread part': unreadPart,
  'lost illustrated guide': lostIllustratedGuide,
  'deleted steps of released guides': deletedStepsOfReleased,
  'carried page made along': carriedPageMadeAlong,
  'unknown release': unknownRelease,
  'lost versions': lostVersions,
  'carried steps': carriedSteps,
  'repeated steps': repeatedSteps,
  'page that the site did not make': pageThatTheSiteDidNotMake,
  'made public': madePublic,
  'deleted step': deletedStep,
  'refused release': (cast: Cast): Step[] => refusedRelease(cast).steps,
};

/** The people of the first desks, if they matter. */
const casts: Partial<Record<Scenario, readonly number[][]>> = {
  // Files have edits of several authors.
  roads: [indicesOf('author').slice(0, 2)],
  'some discarded': [[...indicesOf('author').slice(0, 2), ...indicesOf('technician')]],
  'restored and carried': [indicesOf('author').slice(0, 2)],
  'hidden from some': [[...indicesOf('technician'), ...indicesOf('author').slice(0, 3)]],
  // Authors may not delete guides of others.
  'lost guide with prerequisites': [indicesOf('admin')],
  // The author of all first guides hears of comments on them.
  'lost notifications': [indicesOf('author').slice(0, 1)],
  'restored assignments': [[...indicesOf('author').slice(0, 3), ...indicesOf('technician')]],
  'jobs of others': [indicesOf('technician'), indicesOf('technician')],
  'handed over': [indicesOf('technician'), indicesOf('technician')],
  // One person at two desks.
  'changed again': [indicesOf('author').slice(0, 1), indicesOf('author').slice(0, 1)],
  'unread job': [indicesOf('author').slice(0, 1), indicesOf('author').slice(0, 1)],
  'unread news': [indicesOf('author').slice(0, 1), indicesOf('author').slice(0, 1)],
  'lost comments': [indicesOf('author').slice(0, 1), indicesOf('author').slice(0, 1)],
  'lost taking over': [indicesOf('technician'), indicesOf('technician')],
  'comments made public': [indicesOf('technician'), indicesOf('author').slice(0, 1)],
  'reported by a reader': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'unknown release': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'lost versions': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'carried steps': [indicesOf('author').slice(0, 1), indicesOf('author').slice(0, 1)],
  'prepared release': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'released draft': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'discarded release': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'lost releases': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'deleted steps of released guides': [[...indicesOf('author').slice(0, 1), ...indicesOf('technician')]],
  'made public': [indicesOf('author').slice(1, 2), indicesOf('author').slice(0, 1)],
};

const calm: PlainKnobs = { throttled: 0, tokenDeaths: 0, nullRevisions: false };

export type Scenario = keyof typeof scenarios;

export const isScenario = (name: string): name is Scenario => Object.hasOwn(scenarios, name);

/** Returns a short episode with related steps only, so that what they show is not hidden by later ones. Pure. */
export function planOfScenario(name: Scenario, seed: number): Plan {
  const random = new Random(seed);
  const writers = random.shuffled([...indicesOf('author'), ...indicesOf('admin')]);
  const desks = [0, 1, 2].map((desk) => ({
    people: casts[name]?.[desk] ?? [
      ...writers.slice(desk, desk + 1),
      ...(random.chance(0.3) ? indicesOf('technician') : []),
    ],
    empty: desk > 0 && (name === 'met after a backup' || random.chance(0.4)),
  }));
  const cast = { at: 0, other: 1, random };
  return {
    seed,
    edition: newestEdition,
    ...(name.startsWith('guest network') || name.startsWith('page that') ? { plain: calm } : {}),
    desks,
    steps: [online(cast.at), online(cast.other), ...scenarios[name](cast)],
  };
}
