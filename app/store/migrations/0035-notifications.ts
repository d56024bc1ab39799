/** Notifications of people. A hub writes them; a desk has copies. */
export const notificationTable = `
CREATE TABLE notification (
  notificationid INTEGER PRIMARY KEY,
  userid INTEGER NOT NULL,
  kind TEXT NOT NULL,
  date REAL NOT NULL,
  caused_by INTEGER NOT NULL,
  guideid INTEGER,
  wikiid INTEGER,
  entryid INTEGER,
  workorderid TEXT,
  is_read INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX notification_user ON notification (userid, notificationid);
`;
