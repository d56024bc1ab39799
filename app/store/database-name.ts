/** File name in a data folder. In a module of its own, so that the launcher can read it without loading SQLite. */
export const databaseName = 'benchside.sqlite';
