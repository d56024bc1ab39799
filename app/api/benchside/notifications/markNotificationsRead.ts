import { z } from 'zod';

import { readNotifications } from '../../../../shared/model/notification.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const markNotificationsRead = defineEndpoint({
  route: 'PUT /benchside/notifications/read',
  summary: 'Mark notifications of the current user as read; those of others are ignored',
  auth: 'user',
  body: readNotifications,
  response: z.void(),
  errors: ['invalid'],
  example: { body: { notificationids: [1] } },
  handler: ({ body, write }) => write((s) => s.notifications.markRead(body.notificationids)),
});
