import { icu, messages } from '../../../shared/language.ts';

export const inboxTexts = messages('inbox', {
  title: 'Notifications',
  signIn: 'Sign in to see your notifications',
  none: 'No notifications yet',
  noneWhy:
    'You find here who took over a job of yours or handed one over to you, work that was assigned to you, answers to your comments, and what happened to your guides.',
  noneHere: 'The site of this desk sends no notifications. Edits that need your decision are shown here.',
  decideWhy: 'The hub has another version, or refused the edit.',
  markAll: 'Mark all as read',
  mark: 'Mark as read',
  markOf: icu('Mark as read: {what}', 'what'),
  failed: 'The notifications were not marked as read.',
  isNew: 'Unread',
  order: icu('Work order {order}', 'order'),
  hidden: 'You can no longer see what this is about.',
  kept: icu('The latest {n, number} are kept.', 'n'),
});
