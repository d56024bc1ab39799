import { forbidden, invalid, notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Comment, CommentContext } from '../../../shared/model/comment.ts';
import { isAdmin } from '../actor.ts';
import { builder, directions, listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { isCommentShown, mayReadTarget, publicComments, readableComments } from '../policy/comments.ts';
import { isSelective } from '../selective.ts';
import { bytesOf } from '../sizes.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { commentColumns, composeComments } from './compose.ts';
import type { CommentRow } from './compose.ts';
import { fixtureTarget, requireParent, requireTarget } from './target.ts';

export interface CommentListOptions {
  context?: string | undefined;
  langid?: string | undefined;
  /** UNIX seconds; only comments written or edited at or after this time. */
  modifiedSince?: number | undefined;
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

/** A comment as a fixture states it, without its id. */
type FixtureComment = Omit<CommentRow, 'commentid' | 'guideid' | 'wikiid' | 'text_rendered' | 'langid'>;

/** Time in which an author may change a comment (CONTRACT 7.2). */
const editSeconds = 5 * 60;

export class CommentReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns public comments on a guide and its steps as threads, oldest first; templated. */
  ofGuide(guideid: number): Comment[] {
    return this.threads('guideid', guideid);
  }

  /** Returns public comments on a wiki as threads, oldest first; templated. */
  ofWiki(wikiid: number): Comment[] {
    return this.threads('wikiid', wikiid);
  }

  /** Returns a comment, with its replies if it is on the first level; undefined if the viewer may not see it. Templated. */
  visible(commentid: number): Comment | undefined {
    const row = this.row(commentid);
    return row && isCommentShown(this.s, row) && mayReadTarget(this.s, row)
      ? this.withReplies([row])[0]
      : undefined;
  }

  /** Returns the fields that decide who may read a comment. */
  target(commentid: number): Parameters<typeof mayReadTarget>[1] | undefined {
    return this.row(commentid);
  }

  /** Returns a comment in the shape that `putFixture` takes, to detect changes. */
  asFixture(commentid: number): FixtureComment | undefined {
    return this.s.db.one(sql<FixtureComment>`SELECT context, contextid, parentid, userid, title, text_raw,
         date, modified_date, status
       FROM comment WHERE commentid = ${commentid}`);
  }

  ids(): number[] {
    return this.s.db
      .all(sql<StoredRow<'comment', 'commentid'>>`SELECT commentid FROM comment WHERE status = 'public'
         ORDER BY commentid`)
      .map(({ commentid }) => commentid);
  }

  /** Returns ids of all comments on a page. */
  idsOfPage(wikiid: number): number[] {
    return this.s.db
      .all(sql<StoredRow<'comment', 'commentid'>>`SELECT commentid FROM comment WHERE wikiid = ${wikiid}`)
      .map(({ commentid }) => commentid);
  }

  /** @throws AppError `not-found`; `forbidden` for a comment on a private document that the viewer may not see */
  require(commentid: number): Comment {
    const [comment] = this.withReplies([this.requireRow(commentid)]);
    if (!comment) throw notFound('Comment');
    return comment;
  }

  /** Returns the comments that the viewer may see, by commentid. Replies are items too. */
  list(options: CommentListOptions): Comment[] {
    const { context, langid, modifiedSince: since } = options;
    const isFew =
      since !== undefined && isSelective(this.s.db, sql`comment WHERE max(date, modified_date)`, since);
    const changed = sql`max(m.date, m.modified_date) >= ${since}`;
    const rows = this.s.db.all(sql<CommentRow>`SELECT ${commentColumns} FROM comment m
       ${isFew ? sql`INDEXED BY comment_changed` : sql``}
       LEFT JOIN guide g ON g.guideid = m.guideid LEFT JOIN wiki w ON w.wikiid = m.wikiid
       WHERE ${readableComments(this.s)}
         ${context === undefined ? sql`` : sql`AND m.context = ${context}`}
         ${langid === undefined ? sql`` : sql`AND m.langid = ${langid}`}
         ${since === undefined ? sql`` : isFew ? sql`AND ${changed}` : sql`AND +${changed}`}
       ORDER BY m.commentid ${directions[options.order]} LIMIT ${options.limit} OFFSET ${options.offset}`);
    this.requireSmall(rows);
    return this.withReplies(rows);
  }

  protected row(commentid: number): CommentRow | undefined {
    return this.s.db.one(sql<CommentRow>`SELECT ${commentColumns} FROM comment m
       WHERE m.commentid = ${commentid}`);
  }

  protected requireRow(commentid: number): CommentRow {
    const row = this.row(commentid);
    if (!row || !isCommentShown(this.s, row)) throw notFound('Comment');
    if (!mayReadTarget(this.s, row)) throw forbidden('This is a comment on a private page.');
    return row;
  }

  private threads(column: 'guideid' | 'wikiid', id: number): Comment[] {
    const rows = this.s.db.all(sql<CommentRow>`SELECT ${commentColumns} FROM comment m
       WHERE ${sql.ref(`m.${column}`)} = ${id} AND ${publicComments(this.s)} ORDER BY m.commentid`);
    const tops = rows.filter((row) => row.parentid === null);
    return composeComments(this.s, tops, rows);
  }

  /** @throws AppError `invalid` if these comments with their replies are too large for one answer */
  private requireSmall(rows: readonly CommentRow[]): void {
    const bytes = sql`octet_length(text_raw) + octet_length(text_rendered)`;
    const replies = this.s.db.one(sql<{ bytes: number | null }>`SELECT sum(${bytes}) AS bytes FROM comment
       WHERE parentid IN ${listOf(rows.map((row) => row.commentid))} AND status = 'public'`);
    const own = rows.reduce((sum, row) => sum + bytesOf(row.text_raw) + bytesOf(row.text_rendered), 0);
    if (own + Number(replies?.bytes) > limits.list.comments.max)
      throw invalid(
        'limit',
        'These comments are too large for one list. Ask for fewer at once, with `limit`.',
      );
  }

  private withReplies(rows: CommentRow[]): Comment[] {
    const replies = this.s.db.all(sql<CommentRow>`SELECT ${commentColumns} FROM comment m
       WHERE m.parentid IN ${listOf(rows.map((row) => row.commentid))} AND ${publicComments(this.s)}
       ORDER BY m.commentid`);
    return composeComments(this.s, rows, replies);
  }
}

export class CommentWriter extends CommentReader {
  declare protected readonly s: StoreWriter;

  /**
   * Creates a comment by the viewer and returns its id.
   *
   * @throws AppError `not-found` for an unknown target, `forbidden` for one the viewer may not see, `invalid` for a
   * parent that is not a first-level comment of the same target
   */
  create(context: CommentContext, contextid: number, text: string, parentid: number | null): number {
    const { viewer } = this.s;
    if (!viewer) throw forbidden('Sign in to comment.');
    const target = requireTarget(this.s, context, contextid);
    if (parentid !== null) requireParent(this.s, parentid, context, contextid);
    const commentid = this.s.meta.nextId('comment');
    const texts = this.textsOf(text, target);
    this.put({
      commentid,
      context,
      contextid,
      ...target,
      parentid,
      userid: viewer.userid,
      langid: this.s.meta.site.langid,
      title: '',
      ...texts,
      date: Math.floor(this.s.now),
      modified_date: 0,
      status: 'public',
    });
    this.recount(target.guideid);
    this.s.feed.record('comment', commentid);
    this.notify(target, parentid);
    return commentid;
  }

  /**
   * Changes the text of one's own comment; not even admins may change another person's (CONTRACT 7.2).
   *
   * @throws AppError `forbidden` unless owner, or more than 5 minutes after the comment's date
   */
  update(commentid: number, text: string): void {
    const row = this.requireRow(commentid);
    if (this.s.viewer?.userid !== row.userid)
      throw forbidden('This is someone else’s comment: only its author can change it.');
    if (this.s.now - row.date > editSeconds)
      throw forbidden('A comment can be edited for 5 minutes. Write a new one instead.');
    if (withoutPlaceholders(text) === row.text_raw) return;
    this.put({
      ...row,
      ...this.textsOf(text, row),
      modified_date: Math.floor(this.s.now),
    });
    this.s.feed.record('comment', commentid);
  }

  /**
   * Marks a comment and its replies as deleted; the rows stay.
   *
   * @throws AppError `forbidden` unless owner or admin: admins moderate (decision 0020)
   */
  delete(commentid: number): void {
    // A replay is also for the site's new version of an answer to it.
    const row = (this.s.isReplay && this.row(commentid)) || this.requireRow(commentid);
    const { viewer } = this.s;
    if (!isAdmin(viewer) && viewer?.userid !== row.userid)
      throw forbidden('This is someone else’s comment.', ['Admin']);
    const gone = this.s.db.all(sql<{ commentid: number }>`UPDATE comment
       SET status = 'deleted', modified_date = ${Math.floor(this.s.now)}
       WHERE (commentid = ${commentid} OR parentid = ${commentid}) AND status <> 'deleted'
       RETURNING commentid`);
    this.recount(row.guideid);
    for (const { commentid } of gone) this.s.feed.record('comment', commentid, true);
  }

  /** Returns what is stored of a text that the viewer writes. @throws AppError `invalid` if comments take too much room there */
  private textsOf(
    text: string,
    {
      commentid = 0,
      guideid,
      wikiid,
      text_raw: before = '',
    }: Pick<CommentRow, 'guideid' | 'wikiid'> & Partial<CommentRow>,
  ): Pick<CommentRow, 'text_raw' | 'text_rendered'> {
    const text_raw = withoutPlaceholders(text);
    const texts = { text_raw, text_rendered: this.s.wikis.renderComment(text_raw, 'text') };
    // A comment may always be made shorter, also where there is no room.
    if (text_raw.length < before.length) return texts;
    const { around, ofPerson, together } = limits.comment;
    const own = this.s.viewer?.userid ?? 0;
    const there = guideid === null ? sql`wikiid = ${wikiid}` : sql`guideid = ${guideid}`;
    const bytes = sql`${around.max} + octet_length(json_quote(text_raw)) + octet_length(json_quote(text_rendered))`;
    const taken = this.s.db.one(sql<{ all: number; own: number }>`SELECT coalesce(sum(${bytes}), 0) AS "all",
         coalesce(sum(${bytes}) FILTER (WHERE userid = ${own}), 0) AS own
       FROM comment WHERE ${there} AND status = 'public' AND commentid <> ${commentid}`);
    const more = around.max + bytesOf(JSON.stringify(texts));
    if ((taken?.own ?? 0) + more > ofPerson.max)
      throw invalid(
        'text',
        'You have written as much here as one person can. Delete old comments of yours first.',
      );
    if ((taken?.all ?? 0) + more > together.max)
      throw invalid(
        'text',
        'The comments here take as much room as they can. Someone has to delete old ones first.',
      );
    return texts;
  }

  /** Stores a comment with its replies as the site sent them, with the site's ids; templated. */
  putRemote(
    comment: Omit<Comment, 'replies'> & { replies?: Comment['replies'] },
    document: { guideid?: number; wikiid?: number },
  ): void {
    const target = { guideid: document.guideid ?? null, wikiid: document.wikiid ?? null };
    for (const one of [comment, ...(comment.replies ?? [])]) {
      this.s.users.putRemote(one.author);
      this.put({
        ...target,
        commentid: one.commentid,
        context: one.context,
        contextid: one.contextid,
        parentid: one.parentid ?? (one === comment ? null : comment.commentid),
        userid: one.author.userid,
        langid: one.locale,
        title: one.title,
        text_raw: one.text_raw,
        text_rendered: one.text_rendered,
        date: one.date,
        modified_date: one.modified_date,
        status: one.status,
      });
    }
    this.recount(target.guideid);
  }

  /** Stores a fixture's comment under the given id. @throws AppError `not-found` for an unknown target */
  putFixture(comment: FixtureComment & Pick<CommentRow, 'commentid'>): void {
    this.s.meta.claimId('comment', comment.commentid);
    const target = fixtureTarget(this.s, comment.context, comment.contextid);
    const text_raw = withoutPlaceholders(comment.text_raw);
    const langid = this.s.meta.site.langid;
    this.put({
      ...comment,
      ...target,
      langid,
      text_raw,
      text_rendered: this.s.wikis.renderComment(text_raw),
    });
    this.recount(target.guideid);
    this.s.feed.record('comment', comment.commentid, comment.status === 'deleted');
  }

  /**
   * Removes comments that readers of a guide no longer see. Those with pending edits stay until the edits are resolved.
   *
   * @param feed whether the site's feed reports deletions of private comments and those on hidden steps; these are then kept
   */
  dropForGuide(guideid: number, keepIds: readonly number[], feed: boolean): void {
    if (this.s.db.one(sql`SELECT 1 FROM comment WHERE guideid = ${guideid} LIMIT 1`) === undefined) return;
    const gone = this.s.db
      .all(sql<StoredRow<'comment', 'commentid'>>`SELECT commentid FROM comment
         WHERE guideid = ${guideid} AND commentid > 0
         AND commentid NOT IN ${listOf(keepIds)}
         AND (status <> 'private' OR NOT ${Number(feed)})
         AND (context <> 'step' OR NOT ${Number(feed)}
              OR contextid IN (SELECT stepid FROM step WHERE guideid = ${guideid} AND shown = 1))`)
      .map(({ commentid }) => commentid);
    const waits = gone.filter((commentid) => this.s.journal.isPending('comment', commentid));
    for (const commentid of waits) this.s.siteVersions.set('comment', commentid, 'gone');
    const removed = gone.filter((commentid) => !waits.includes(commentid));
    this.s.db.run(sql`DELETE FROM comment WHERE commentid IN ${listOf(removed)}`);
    for (const commentid of removed) this.keepReplies(commentid);
    this.recount(guideid);
  }

  /** Desk: moves a pending comment to its page's new wikiid on the site. */
  moveToPage(commentid: number, wikiid: number): void {
    this.s.db.run(sql`UPDATE comment SET wikiid = ${wikiid}, contextid = ${wikiid}
       WHERE commentid = ${commentid} AND commentid < 0`);
  }

  /** Removes a comment the site no longer has, and its replies. A reply with pending edits stays until these are resolved. */
  forget(commentid: number): void {
    const row = this.row(commentid);
    this.keepReplies(commentid);
    this.s.db.run(sql`DELETE FROM comment WHERE commentid = ${commentid} OR parentid = ${commentid}`);
    this.recount(row?.guideid ?? null);
  }

  /** Moves replies with pending edits to the first level, because the comment that they answer is removed. */
  private keepReplies(commentid: number): void {
    const replies = this.s.db.all(
      sql<StoredRow<'comment', 'commentid'>>`SELECT commentid FROM comment WHERE parentid = ${commentid}`,
    );
    const kept = replies.filter((reply) => this.s.journal.isPending('comment', reply.commentid));
    this.s.db.run(sql`UPDATE comment SET parentid = NULL
       WHERE commentid IN ${listOf(kept.map((reply) => reply.commentid))}`);
  }

  /** Notifies the person whose comment was answered; of other comments, the author of the guide. */
  private notify(target: { guideid: number | null; wikiid: number | null }, parentid: number | null): void {
    const answered = parentid === null ? undefined : this.row(parentid)?.userid;
    const author = target.guideid === null ? undefined : this.s.guides.row(target.guideid)?.userid;
    if (answered !== undefined) this.s.notifications.notify([answered], 'answered', target);
    if (author !== undefined && author !== answered)
      this.s.notifications.notify([author], 'commented', target);
  }

  private put(row: CommentRow): void {
    const { commentid: _, ...changes } = row;
    this.s.db.run(
      builder
        .insertInto('comment')
        .values(row)
        .onConflict((c) => c.column('commentid').doUpdateSet(changes)),
    );
  }

  /** Updates `comment_count`; the guide reader skips the comment query if it is 0. */
  private recount(guideid: number | null): void {
    if (guideid === null) return;
    this.s.db.run(sql`UPDATE guide SET comment_count =
       (SELECT count(*) FROM comment WHERE guideid = ${guideid} AND status = 'public')
       WHERE guideid = ${guideid}`);
  }
}
