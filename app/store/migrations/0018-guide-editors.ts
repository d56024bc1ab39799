/** Desk: people, other than the author, whom the site names as editors of a guide. A hub derives them from its revisions. */
export const guideEditors = `
CREATE TABLE guide_editor (
  guideid INTEGER NOT NULL REFERENCES guide ON DELETE CASCADE,
  userid INTEGER NOT NULL,
  PRIMARY KEY (guideid, userid)
) WITHOUT ROWID;
CREATE INDEX guide_editor_person ON guide_editor (userid);
`;
