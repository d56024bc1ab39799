/** Searches of a hub that found nothing, counted by their words and without a person. */
export const failedSearchTable = `
CREATE TABLE failed_search (
  words TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  last_date REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX failed_search_date ON failed_search (last_date);
`;
