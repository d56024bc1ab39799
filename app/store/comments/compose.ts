import { limits } from '../../../shared/limits.ts';
import type { Comment } from '../../../shared/model/comment.ts';
import type { UserSummary } from '../../../shared/model/user.ts';
import { avatarPlaceholder } from '../media/media.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

export type CommentRow = StoredRow<'comment'>;

/**
 * Columns of a comment row, with `comment` aliased as `m`. HTML above the limit (from earlier versions or a site) is not
 * read: the answer renders it again.
 */
export const commentColumns = sql`m.commentid, m.context, m.contextid, m.guideid, m.wikiid, m.parentid, m.userid, m.langid,
  m.title, m.text_raw, m.date, m.modified_date, m.status,
  iif(octet_length(m.text_rendered) > ${limits.text.commentHtml.max}, '', m.text_rendered) AS text_rendered`;

/** Returns comments as the API answers them, each with its own `replies`; templated. */
export function composeComments(s: StoreReader, rows: CommentRow[], replies: CommentRow[]): Comment[] {
  const authors = new Map<number, UserSummary>();
  const authorOf = (userid: number): UserSummary => {
    let author = authors.get(userid);
    if (!author) {
      const summary = s.users.summary(userid);
      authors.set(userid, (author = { ...summary, image: summary.image ?? avatarPlaceholder }));
    }
    return author;
  };
  const byParent = Map.groupBy(replies, (reply) => reply.parentid);
  const compose = (row: CommentRow, own: CommentRow[]): Comment => ({
    commentid: row.commentid,
    locale: row.langid,
    context: row.context,
    contextid: row.contextid,
    parentid: row.parentid,
    author: authorOf(row.userid),
    title: row.title,
    text_raw: row.text_raw,
    text_rendered: row.text_rendered || s.wikis.renderComment(row.text_raw),
    date: row.date,
    modified_date: row.modified_date,
    // Some clients read these two fields, which the contract does not define (CONTRACT 7.1).
    replied_date: 0,
    rating: 0,
    status: row.status,
    replies: own.map((reply) => compose(reply, [])),
  });
  return rows.map((row) => compose(row, row.parentid === null ? (byParent.get(row.commentid) ?? []) : []));
}
