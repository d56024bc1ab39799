/** A session gets an id, so that it can be named without its token. Banned and deleted people have no sessions. */
export const accountTables = `
CREATE TABLE session_7 (
  tokenid INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  userid INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  created_date REAL NOT NULL,
  used_date REAL NOT NULL,
  user_agent TEXT NOT NULL DEFAULT '',
  impersonated_by INTEGER
);
INSERT INTO session_7 (token_hash, userid, created_date, used_date)
  SELECT token_hash, userid, created_date, used_date FROM session ORDER BY created_date;
DROP TABLE session;
ALTER TABLE session_7 RENAME TO session;
CREATE INDEX session_user ON session (userid, used_date);

CREATE TABLE password_reset (
  token_hash TEXT PRIMARY KEY,
  userid INTEGER NOT NULL UNIQUE REFERENCES user ON DELETE CASCADE,
  created_date REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX password_reset_date ON password_reset (created_date);

CREATE TRIGGER user_locked_out AFTER UPDATE OF banned, deleted ON user WHEN NEW.banned <> 0 OR NEW.deleted <> 0
BEGIN
  DELETE FROM session WHERE userid = NEW.userid;
  DELETE FROM password_reset WHERE userid = NEW.userid;
END;

CREATE TABLE attempt (
  key TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  count INTEGER NOT NULL,
  since REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempt_account ON attempt (account);
CREATE INDEX attempt_since ON attempt (since);
`;
