import type { Role } from '../../app/store/actor.ts';

/** Of the people of an episode, in their order. */
export const roles: readonly Role[] = [
  'author',
  'author',
  'author',
  'author',
  'author',
  'technician',
  'admin',
];

/** How many people there are. */
export const peopleCount = roles.length;
