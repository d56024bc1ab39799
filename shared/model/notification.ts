import { z } from 'zod';

import { limits } from '../limits.ts';

/**
 * What a person is notified of. `taken-over`: someone took their job over; `handed-over`: a job was handed over to them; `assigned`: work was
 * assigned to them; `answered`: a comment of theirs was answered; `commented`: their guide was commented on; `reported`: a
 * problem of their guide was reported; `dealt-with`: a problem that they reported is no longer marked; `released` and `withdrawn`:
 * their guide, or a release of it that they prepared.
 */
export const notificationKinds = [
  'taken-over',
  'handed-over',
  'assigned',
  'answered',
  'commented',
  'reported',
  'dealt-with',
  'released',
  'withdrawn',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notification = z.object({
  notificationid: z.int(),
  kind: z.enum(notificationKinds),
  /** UNIX seconds. */
  date: z.number(),
  /** The person who did it. */
  by: z.object({ userid: z.int(), username: z.string() }),
  /** The guide that it is about; null if it is about a page, or the person may no longer see the guide. */
  guide: z.object({ guideid: z.int(), title: z.string() }).nullable(),
  /** The page that it is about; null if it is about a guide, or the person may no longer see the page. */
  wiki: z.object({ namespace: z.string(), title: z.string() }).nullable(),
  /** The job that it is about. */
  entryid: z.int().nullable(),
  workorderid: z.string().nullable(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** A person's notifications, newest first. */
export const notificationList = z.object({ results: z.array(notification), unread: z.int() });
export type NotificationList = z.infer<typeof notificationList>;

export const readNotifications = z.object({
  notificationids: z.array(z.int().positive()).min(1).max(limits.notifications.kept.max),
});
