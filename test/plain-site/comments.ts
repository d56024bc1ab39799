import type { Comment } from './data.ts';
import { canSee } from './guides.ts';
import { bodyOf, forbidden, invalid, notFound, nothing, ok, page, required, since } from './http.ts';
import type { Ask, Operations } from './http.ts';
import { authorOf, isAdmin, requireViewer } from './people.ts';
import { rendered } from './text.ts';

const editSeconds = 300;

function commentOf(ask: Ask, comment: Comment): Record<string, unknown> {
  const replies = [...ask.data.comments.values()].filter(
    (one) => one.parentid === comment.commentid && !one.deleted,
  );
  return {
    commentid: comment.commentid,
    locale: null,
    context: comment.context,
    contextid: comment.contextid,
    parentid: comment.parentid,
    author: authorOf(ask, comment.userid),
    title: '',
    text_raw: comment.text,
    text_rendered: rendered(comment.text),
    date: comment.date,
    modified_date: comment.modified,
    replied_date: Math.max(0, ...replies.map((reply) => reply.date)),
    rating: 0,
    status: comment.deleted ? 'deleted' : 'public',
    replies: replies.map((reply) => commentOf(ask, reply)),
  };
}

/** Returns the comments on a document, each with its replies. */
export const commentsOn = (ask: Ask, context: string, contextid: number): Record<string, unknown>[] =>
  [...ask.data.comments.values()]
    .filter(
      (one) =>
        one.context === context && one.contextid === contextid && one.parentid === null && !one.deleted,
    )
    .map((one) => commentOf(ask, one));

/** Returns whether the commented document exists and the viewer sees it. */
function isVisible(ask: Ask, context: string, contextid: number): boolean {
  const { guides, wikis } = ask.data;
  if (context === 'wiki' || context === 'info') return wikis.get(contextid)?.deleted === false;
  const guide =
    context === 'step'
      ? [...guides.values()].find(({ steps }) => steps.some((step) => step.stepid === contextid))
      : guides.get(contextid);
  return guide !== undefined && canSee(ask, guide);
}

function requireComment(ask: Ask): Comment {
  const comment = ask.data.comments.get(Number(ask.params['commentid']));
  if (!comment || comment.deleted) throw notFound('Comment');
  if (!isVisible(ask, comment.context, comment.contextid)) throw forbidden('This is private');
  return comment;
}

function requireOwn(ask: Ask): Comment {
  const viewer = requireViewer(ask);
  const comment = requireComment(ask);
  if (comment.userid !== viewer.userid && !isAdmin(viewer))
    throw forbidden('This comment is somebody else’s');
  return comment;
}

export const comments: Operations = {
  'GET /comments': (ask) => {
    const context = ask.query.get('context');
    const all = [...ask.data.comments.values()].filter(
      (one) =>
        (context === null || one.context === context) && (since(ask) === 0 || one.modified >= since(ask)),
    );
    const shown = page(ask, all, (one) => !one.deleted && isVisible(ask, one.context, one.contextid));
    return ok(shown.map((comment) => commentOf(ask, comment)));
  },
  'GET /comments/{commentid}': (ask) => ok(commentOf(ask, requireComment(ask))),
  'POST /comments/{context}/{contextid}': (ask) => {
    const { userid } = requireViewer(ask);
    const { data } = ask;
    const [context = '', contextid] = [ask.params['context'], Number(ask.params['contextid'])];
    if (!isVisible(ask, context, contextid)) throw notFound('What you comment on was');
    const body = bodyOf(ask);
    const text = required(body, 'text');
    const { parentid = null } = body as { parentid?: number | null };
    const parent = parentid === null ? undefined : data.comments.get(parentid);
    if (parentid !== null && (!parent || parent.context !== context || parent.parentid !== null))
      throw invalid('parentid', 'is no comment that can be replied to here');
    const commentid = data.next('comment');
    const comment = {
      commentid,
      context,
      contextid,
      parentid,
      userid,
      text,
      date: data.now,
      modified: 0,
      deleted: false,
    };
    data.comments.set(commentid, comment);
    return ok(commentOf(ask, comment), 201);
  },
  'PATCH /comments/{commentid}': (ask) => {
    const comment = requireOwn(ask);
    if (!isAdmin(ask.viewer) && ask.data.now > comment.date + editSeconds)
      throw forbidden('Comments can be edited for five minutes');
    comment.text = required(bodyOf(ask), 'text');
    comment.modified = ask.data.now;
    return ok(commentOf(ask, comment));
  },
  'DELETE /comments/{commentid}': (ask) => {
    const comment = requireOwn(ask);
    for (const one of ask.data.comments.values())
      if (one === comment || one.parentid === comment.commentid) one.deleted = true;
    return nothing;
  },
};
