/** One account reports a limited number of desks. `userid` is null in reports from before, which are stored under the ids that desks send. */
export const reportersOfDesks = `
ALTER TABLE device ADD COLUMN userid INTEGER;
ALTER TABLE device ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
UPDATE device SET waiting = (
  SELECT coalesce(sum((p.value ->> 'pending') + (p.value ->> 'sending') + (p.value ->> 'parked')), 0)
  FROM json_each(device.body, '$.people') p);
`;
