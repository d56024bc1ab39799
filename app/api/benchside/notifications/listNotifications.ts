import { notificationList } from '../../../../shared/model/notification.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { langidQuery } from '../../fields.ts';

export const listNotifications = defineEndpoint({
  route: 'GET /benchside/notifications',
  summary: 'What happened that concerns the current user, newest first',
  description:
    'A hub notifies people of jobs that were taken over from them or handed over to them, of work assigned to them, of answers to their comments, ' +
    'and of comments on and releases of their guides. A desk has the notifications of its people.',
  auth: 'user',
  query: langidQuery,
  response: notificationList,
  example: {},
  handler: ({ actor, read }) =>
    read((s) => ({
      results: s.notifications.list(),
      unread: s.notifications.countUnread(actor.userid),
    })),
});
