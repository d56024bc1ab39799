import type { Role } from '../../app/store/actor.ts';

/** Roles of the people of an episode, in their order. */
export const roles: readonly Role[] = [
  'author',
  'author',
  'author',
  'author',
  'author',
  'technician',
  'admin',
];

/** Number of people. */
export const peopleCount = roles.length;
