/** Each process makes a new key for its desk's window and keeps it in memory. */
export const windowKey = "DELETE FROM meta WHERE key = 'window_key'";
