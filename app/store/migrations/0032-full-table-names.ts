/**
 * The last tables that the program called otherwise get its names, with their indexes and the trigger. SQLite changes what refers to
 * a renamed table itself, but the names of its indexes stay. As in migration 31, programs before this one cannot read these tables,
 * and none was released.
 */
export const fullTableNames = `
ALTER TABLE user RENAME TO account;
DROP INDEX user_username;
CREATE INDEX account_username ON account (username COLLATE NOCASE);
DROP INDEX user_sso;
CREATE UNIQUE INDEX account_sso ON account (sso_userid) WHERE sso_userid IS NOT NULL;
DROP INDEX user_joined;
CREATE INDEX account_joined ON account (join_date) WHERE deleted = 0;
DROP INDEX user_name;
CREATE INDEX account_name ON account (username COLLATE NOCASE, userid) WHERE deleted = 0;
DROP TRIGGER user_locked_out;
CREATE TRIGGER account_locked_out AFTER UPDATE OF banned, deleted ON account WHEN NEW.banned <> 0 OR NEW.deleted <> 0
BEGIN
  DELETE FROM session WHERE userid = NEW.userid;
  DELETE FROM password_reset WHERE userid = NEW.userid;
END;

ALTER TABLE change RENAME TO change_feed;
DROP INDEX change_resource;
CREATE UNIQUE INDEX change_feed_resource ON change_feed (kind, id);

ALTER TABLE reading RENAME TO reading_position;
DROP INDEX reading_date;
CREATE INDEX reading_position_date ON reading_position (userid, date);

ALTER TABLE attached RENAME TO attachment;
DROP INDEX attached_item;
CREATE INDEX attachment_item ON attachment (item, itemid);
`;
