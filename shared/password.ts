/** Characters that a new password of a hub's account has at least (CONTRACT 3.2). */
export const shortestPassword = 10;
