/** Everyone who began a run or took it over has held it, also if all its events came from the site at once. */
export const workHolders = `
INSERT INTO work_person (userid, entryid)
  SELECT DISTINCT userid, entryid FROM work_event WHERE type IN ('start', 'assume') ON CONFLICT DO NOTHING;
CREATE TRIGGER work_event_names_holder AFTER INSERT ON work_event WHEN NEW.type IN ('start', 'assume')
BEGIN INSERT INTO work_person (userid, entryid) VALUES (NEW.userid, NEW.entryid) ON CONFLICT DO NOTHING; END;
`;
