import type { Comment } from '../../../shared/model/comment.ts';
import { mayReadTarget } from '../policy/comments.ts';
import { sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { isMissing } from './resource.ts';
import type { SimpleResource } from './resource.ts';

/** A comment in a hub's feed; on a step it names the guide. */
export interface FeedComment extends Comment {
  guideid?: number;
  /** True if the comment is on a step that readers do not see, so that it does not come with its guide. */
  apart?: true;
}

export const commentResource: SimpleResource<FeedComment> = {
  text(s, id) {
    const found = s.comments.visible(id);
    if (found?.context !== 'step') return found && JSON.stringify(found);
    // The step is only in a draft or was deleted, so a desk may not have it, and its guide does not bring the comment.
    const isApart = !s.guides.isStepShown(found.contextid);
    return JSON.stringify({
      ...found,
      guideid: s.comments.target(id)?.guideid,
      ...(isApart && { apart: true }),
    });
  },
  tellsAnonymousGone(s, id) {
    const target = s.comments.target(id);
    return target === undefined || mayReadTarget(s, target);
  },
  pictures: 'avatar',
  put(s, commentid, told) {
    // As part of its guide a comment does not name it, and its step may have been deleted since.
    const owner = ownerOf(s, told) ?? ownerHere(s, commentid);
    // Without a target here the comment cannot be stored.
    if (owner) s.comments.putRemote(told, owner);
  },
  forget: (s, commentid) => s.comments.forget(commentid),
  refreshed(s, told) {
    const now = <One extends Pick<Comment, 'author'>>(one: One): One => ({
      ...one,
      author: s.users.summary(one.author.userid),
    });
    // Replies that were deleted here with the thread return with it. For all others the site sends changes and deletions of their own.
    const replies = (told.replies ?? []).filter(
      ({ commentid }) =>
        s.comments.asFixture(commentid)?.status === 'deleted' && !s.journal.isPending('comment', commentid),
    );
    return { ...now(told), replies: replies.map(now) };
  },
  waitsForGuide: (s, _commentid, { guideid, apart }) =>
    apart === true && guideid !== undefined && isMissing(s, guideid),
  here: sql`SELECT commentid AS id FROM comment`,
};

function ownerHere(s: StoreWriter, commentid: number): { guideid: number } | undefined {
  const guideid = s.comments.target(commentid)?.guideid ?? undefined;
  return guideid === undefined ? undefined : { guideid };
}

function ownerOf(
  s: StoreWriter,
  { context, contextid, guideid: told }: FeedComment,
): { guideid?: number; wikiid?: number } | undefined {
  // The guide may arrive later, and does not list comments on steps it no longer has.
  if (context === 'step' && told !== undefined) return { guideid: told };
  if (context === 'guide' || context === 'step') {
    const guideid =
      context === 'guide'
        ? contextid
        : (s.guides.stepOwner(contextid)?.guideid ?? s.siteVersions.guideWithRemovedStep(contextid));
    return guideid !== undefined && s.guides.row(guideid) ? { guideid } : undefined;
  }
  // The site may send a recently edited page after its comments.
  return { wikiid: contextid };
}
