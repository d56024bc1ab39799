import type { Notification } from '../shared/model/notification.ts';
import { notificationTexts } from '../shared/notification-texts.ts';
import { mainTexts } from './texts.ts';

/** Things that the person at this desk may need to know. */
export interface Needs {
  conflicts: readonly Waiting[];
  /** Edits parked for a reason other than a conflict. */
  parked: readonly Waiting[];
  signIn: boolean;
  /** True if everything of the site is here. */
  complete: boolean;
  guides: number;
  /** Paused runs; `since` in UNIX seconds. */
  paused: readonly { entryid: number; order: string; since: number }[];
  /** Newest first. */
  unread: readonly Notification[];
}

export interface Waiting {
  entryid: string;
  subject: string | null;
}

/** A notice for the system to show; a click opens `place`. */
export interface SystemNotice {
  title: string;
  body: string;
  place: string;
}

/** Seconds without input after which nobody is working: longer than any break. */
export const longPauseSeconds = 4 * 3600;

/** Returns notices for what is new since `before`. `last` and `now`: UNIX seconds of the previous and the present check. */
export function newNeeds(
  before: Needs,
  needs: Needs,
  { last, now }: { last: number; now: number },
): SystemNotice[] {
  const words = mainTexts.notify;
  const conflicts = fresh(before.conflicts, needs.conflicts, ({ entryid }) => entryid);
  const parked = fresh(before.parked, needs.parked, ({ entryid }) => entryid);
  const paused = needs.paused
    .filter(({ entryid, since }) => {
      const wasLong = before.paused.some(
        (run) => run.entryid === entryid && last - run.since >= longPauseSeconds,
      );
      return now - since >= longPauseSeconds && !wasLong;
    })
    .toSorted((a, b) => a.since - b.since);
  const [longest] = paused;
  // The first sync brings what happened before.
  const happened = before.complete
    ? fresh(before.unread, needs.unread, ({ notificationid }) => notificationid).toReversed()
    : [];
  const about = (one: Waiting | undefined): string => one?.subject ?? words.unnamed;
  return [
    ...(conflicts.length > 0
      ? [
          {
            title: words.conflict,
            body: words.conflictBody(conflicts.length, about(conflicts[0])),
            place: '/conflicts',
          },
        ]
      : []),
    ...(parked.length > 0
      ? [
          {
            title: words.parked,
            body: words.parkedBody(parked.length, about(parked[0])),
            place: '/sync/changes',
          },
        ]
      : []),
    ...(needs.signIn && !before.signIn
      ? [{ title: words.signIn, body: words.signInBody, place: '/sign-in' }]
      : []),
    ...(needs.complete && !before.complete
      ? [{ title: words.firstSync, body: words.firstSyncBody(needs.guides), place: '/' }]
      : []),
    ...(longest
      ? [
          {
            title: words.paused(paused.length),
            body: words.pausedBody(paused.length, longest.order, Math.floor((now - longest.since) / 3600)),
            place: `/run/${longest.entryid}`,
          },
        ]
      : []),
    ...happened.map(({ kind, by, guide, wiki }) => ({
      title: notificationTexts[kind](by.username),
      body: guide?.title ?? wiki?.title ?? '',
      place: '/notifications',
    })),
  ];
}

function fresh<One>(before: readonly One[], now: readonly One[], idOf: (one: One) => unknown): One[] {
  const known = new Set(before.map(idOf));
  return now.filter((one) => !known.has(idOf(one)));
}
