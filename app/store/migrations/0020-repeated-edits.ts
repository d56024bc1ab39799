/** Hub, for each answer that is kept for repeated requests: the end of the feed before the edit, and the edit's day. */
export const repeatedEdits = `
ALTER TABLE idempotency ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE idempotency ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
DROP INDEX idempotency_date;
CREATE INDEX idempotency_day ON idempotency (day);
`;
