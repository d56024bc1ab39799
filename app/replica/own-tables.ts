/**
 * Tables with rows that only this desk has, each of a `userid`; ordered so that rows come after those they reference. A
 * restored copy gets them from the database it replaces, and a deactivated person loses theirs, except in `account`.
 */
export const ownTables = [
  'account',
  'desk_person',
  'desk_credential',
  'session',
  'draft',
  'reading_position',
] as const;
