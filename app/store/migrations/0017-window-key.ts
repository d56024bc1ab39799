/** The key of a desk's window is made anew by each process and kept in memory. */
export const windowKey = "DELETE FROM meta WHERE key = 'window_key'";
