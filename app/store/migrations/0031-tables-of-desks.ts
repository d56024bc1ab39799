/**
 * One table for each kind of data that a desk remembers, with the name that the program uses. Before, `cursor` held watermarks, the state
 * of the desk, edits with unknown outcomes and repeated answers under different prefixes. Programs from before this migration cannot read
 * these tables, so an update across it cannot be rolled back; no such program was released.
 */
export const tablesOfDesks = `
ALTER TABLE remote RENAME TO site_version;
ALTER TABLE wanted RENAME TO fetch_queue;
ALTER TABLE person RENAME TO desk_person;
ALTER TABLE unlock RENAME TO desk_credential;
ALTER TABLE alias RENAME TO id_map;
ALTER TABLE journal_touch RENAME TO journal_resource;
DROP INDEX journal_touch_entry;
CREATE INDEX journal_resource_entry ON journal_resource (sequence);

CREATE TABLE unknown_outcome (edit_id TEXT PRIMARY KEY, highest TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO unknown_outcome SELECT substr(name, 9), value FROM cursor WHERE name LIKE 'unknown:%';

CREATE TABLE resend (edit_id TEXT PRIMARY KEY, feed_sequence INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO resend SELECT substr(name, 6), CAST(value AS INTEGER) FROM cursor WHERE name LIKE 'sent:%';

CREATE TABLE desk_state (only INTEGER PRIMARY KEY CHECK (only = 1), body TEXT NOT NULL);
CREATE TEMP TABLE renamed (old TEXT PRIMARY KEY, new TEXT NOT NULL);
INSERT INTO renamed VALUES ('complete', 'complete'), ('swept', 'swept'), ('last-success', 'lastSuccess'), ('problem', 'problem'),
  ('clocks', 'clocks'), ('taken-marks', 'takenMarks'), ('restored', 'restored'), ('unasked', 'unasked'),
  ('absent-targets', 'absentTargets'), ('device-report', 'deviceReport'), ('backup', 'backup'),
  ('pictures-here', 'picturesHere'), ('picture-budget', 'pictureBudget');
INSERT INTO desk_state SELECT 1, json_group_object(r.new,
    json(CASE WHEN r.old = 'restored' AND c.value = 'true' THEN '{"drafts":[]}' ELSE c.value END))
  FROM cursor c JOIN renamed r ON r.old = c.name;

DELETE FROM cursor WHERE name LIKE 'unknown:%' OR name LIKE 'sent:%' OR name IN (SELECT old FROM renamed);
DROP TABLE renamed;
ALTER TABLE cursor RENAME TO watermark;
`;
