/** Hub: of an answer that is kept for a repeated request, where the feed stood before the edit, and the day of edits it is from. */
export const repeatedEdits = `
ALTER TABLE idempotency ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE idempotency ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
DROP INDEX idempotency_date;
CREATE INDEX idempotency_day ON idempotency (day);
`;
