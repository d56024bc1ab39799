import { icu, messages } from './language.ts';
import type { NotificationKind } from './model/notification.ts';

const say = (message: string) => icu(message, 'name');

/** Each kind of notification as a sentence; `name` is the person who did it. */
export const notificationTexts = messages('notification', {
  'taken-over': say('{name} took over your job'),
  'handed-over': say('{name} handed over a job to you'),
  assigned: say('{name} assigned work to you'),
  answered: say('{name} answered your comment'),
  commented: say('{name} commented on your guide'),
  reported: say('{name} reported a problem with your guide'),
  'dealt-with': say('{name} dealt with a problem that you reported'),
  released: say('{name} released your guide'),
  withdrawn: say('{name} withdrew a release of your guide'),
} satisfies Record<NotificationKind, ReturnType<typeof say>>);
