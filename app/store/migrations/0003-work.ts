/**
 * `work_log.number` orders entries: entries made at a desk have negative ids and come after the site's. `work_person` has a row for
 * everyone who ever had a run, so that reading one's own runs is one index range.
 */
export const work = `
ALTER TABLE step_form ADD COLUMN ended_date REAL;
UPDATE step_form SET ended_date = coalesce(
  (SELECT min(n.created_date) FROM step_form n WHERE n.stepid = step_form.stepid AND n.created_date > step_form.created_date),
  created_date) WHERE current = 0;
DROP INDEX step_form_step;
CREATE INDEX step_form_step ON step_form (stepid, created_date);
CREATE UNIQUE INDEX step_form_current ON step_form (stepid) WHERE current = 1;

ALTER TABLE work_log ADD COLUMN timing TEXT;
ALTER TABLE work_log ADD COLUMN number INTEGER
  GENERATED ALWAYS AS (CASE WHEN entryid < 0 THEN 1000000000000000 - entryid ELSE entryid END) VIRTUAL;
DROP INDEX work_log_guide;
DROP INDEX work_log_user;
DROP INDEX work_log_order;
CREATE INDEX work_log_number ON work_log (number);
CREATE INDEX work_log_guide ON work_log (guideid, number);
CREATE INDEX work_log_user ON work_log (userid, number);
CREATE INDEX work_log_order ON work_log (workorderid, number);
CREATE INDEX work_log_status ON work_log (status, number);
CREATE INDEX work_log_guide_status ON work_log (guideid, status, number);
CREATE INDEX work_log_user_status ON work_log (userid, status, number);

CREATE TABLE work_event (
  entryid INTEGER NOT NULL REFERENCES work_log ON DELETE CASCADE ON UPDATE CASCADE,
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  stepid INTEGER,
  userid INTEGER NOT NULL,
  time REAL NOT NULL,
  recorded REAL NOT NULL,
  monotonic REAL,
  bootid TEXT,
  PRIMARY KEY (entryid, position)
) WITHOUT ROWID;
CREATE TRIGGER work_event_is_not_edited BEFORE UPDATE OF position, type, time, recorded, monotonic, bootid ON work_event
BEGIN SELECT RAISE(ABORT, 'events of a run are not edited'); END;

CREATE TABLE work_person (
  userid INTEGER NOT NULL,
  entryid INTEGER NOT NULL REFERENCES work_log ON DELETE CASCADE ON UPDATE CASCADE,
  number INTEGER
    GENERATED ALWAYS AS (CASE WHEN entryid < 0 THEN 1000000000000000 - entryid ELSE entryid END) VIRTUAL,
  PRIMARY KEY (userid, entryid)
) WITHOUT ROWID;
CREATE INDEX work_person_entry ON work_person (entryid);
CREATE INDEX work_person_number ON work_person (userid, number);
INSERT INTO work_person (userid, entryid) SELECT userid, entryid FROM work_log;
CREATE TRIGGER work_log_begins AFTER INSERT ON work_log
BEGIN INSERT INTO work_person (userid, entryid) VALUES (NEW.userid, NEW.entryid) ON CONFLICT DO NOTHING; END;
CREATE TRIGGER work_log_changes_hands AFTER UPDATE OF userid ON work_log
BEGIN INSERT INTO work_person (userid, entryid) VALUES (NEW.userid, NEW.entryid) ON CONFLICT DO NOTHING; END;

INSERT INTO change (kind, id, deleted, date)
  SELECT 'form', stepid, 0, unixepoch() FROM step_form WHERE current = 1;
INSERT INTO change (kind, id, deleted, date) SELECT 'entry', entryid, 0, unixepoch() FROM work_log;
`;
