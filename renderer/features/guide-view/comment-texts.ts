import { icu, messages } from '../../../shared/language.ts';
export const commentTexts = messages('guide.comments', {
  title: icu('{n, plural, =0 {Comments} one {# comment} other {# comments}}', 'n'),
  onStep: 'Comment on this step',
  write: 'Write a comment',
  send: 'Send',
  replyTo: icu('Reply to {name}', 'name'),
  reply: 'Reply',
  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete',
  removed: 'This comment and its replies are deleted.',
  undo: 'Undo',
  changed: 'edited',
  kept: 'Kept as a draft',
  failed: 'It was not sent:',
  removeFailed: 'It was not deleted:',
});
