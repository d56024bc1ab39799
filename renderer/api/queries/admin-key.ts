/** The key of everything that leads look after begins with this: one change refreshes all of it. */
export const adminKey = ['admin'];
