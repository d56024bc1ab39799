import { assertNever } from '../../../shared/assert.ts';
import { forbidden, invalid, notFound } from '../../../shared/errors.ts';
import type { CommentContext } from '../../../shared/model/comment.ts';
import type { StoreReader } from '../aggregates.ts';

/** The document that a comment belongs to; exactly one id is set. */
interface Target {
  guideid: number | null;
  wikiid: number | null;
}

/** @throws AppError `not-found` for an unknown target, `forbidden` for one the viewer may not see */
export function requireTarget(s: StoreReader, context: CommentContext, contextid: number): Target {
  switch (context) {
    case 'guide':
      return { guideid: s.guides.requireVisible(contextid).guideid, wikiid: null };
    case 'step':
      return { guideid: s.guides.requireStepVisible(contextid).guideid, wikiid: null };
    case 'wiki':
    case 'info': {
      const row = s.wikis.row(contextid);
      if (!row || row.deleted || (context === 'info' && row.namespace !== 'INFO')) throw notFound('Page');
      if (!s.wikis.maySee(row)) throw forbidden('This page is private.');
      return { guideid: null, wikiid: contextid };
    }
    case 'post':
      throw notFound('Post');
    case 'story':
      throw notFound('Story');
    default:
      return assertNever(context);
  }
}

/** Like `requireTarget`, without a check of permissions: fixtures are applied by no particular person. */
export function fixtureTarget(s: StoreReader, context: string, contextid: number): Target {
  if (context === 'guide' && s.guides.row(contextid)) return { guideid: contextid, wikiid: null };
  if (context === 'step') {
    const owner = s.guides.stepOwner(contextid);
    if (owner) return { guideid: owner.guideid, wikiid: null };
  }
  if ((context === 'wiki' || context === 'info') && s.wikis.row(contextid))
    return { guideid: null, wikiid: contextid };
  throw invalid('comments', `There is no ${context} ${contextid} to comment on.`);
}

/** Replies are one level deep (CONTRACT 7.1). */
export function requireParent(
  s: StoreReader,
  parentid: number,
  context: CommentContext,
  contextid: number,
): void {
  const parent = s.comments.visible(parentid);
  if (!parent || parent.context !== context || parent.contextid !== contextid) {
    throw invalid('parentid', `There is no comment ${parentid} here.`);
  }
  if (parent.parentid !== null)
    throw invalid('parentid', `Comment ${parentid} is itself a reply: reply to the first comment.`);
}
