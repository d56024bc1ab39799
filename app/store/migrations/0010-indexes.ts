/** One index for each filter of a list, in the order of the list, so that no query reads rows that it leaves out. */
export const indexes = `
CREATE INDEX guide_type ON guide (type, guideid) WHERE deleted = 0;
CREATE INDEX user_joined ON user (join_date) WHERE deleted = 0;
CREATE INDEX comment_context ON comment (context, commentid);
CREATE INDEX comment_langid ON comment (langid, commentid);
CREATE INDEX comment_changed ON comment (max(date, modified_date));
`;
