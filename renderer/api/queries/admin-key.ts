/** The first part of the keys of all administration queries: one change refreshes all of them. */
export const adminKey = ['admin'];
