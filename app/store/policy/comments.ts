import { isAdmin, isLead } from '../actor.ts';
import { listOf, sql } from '../sql.ts';
import type { SqlPart, StoredRow } from '../sql.ts';
import { guideRow } from '../guides/rows.ts';
import { wikiRow } from '../wikis/rows.ts';
import { releasedStepids } from '../releases/released-documents.ts';
import type { ReadAccess } from '../access.ts';
import { editableGuides, hadDrafts, mayReadGuide, mayReadStep, readableGuides } from './guides.ts';
import { isKeptFrom, keptFrom } from './unsent-edits.ts';
import { mayReadWiki, readableWikis } from './wikis.ts';

/** Returns whether the comment's status lets the viewer see it, and its site or an edit that waits. */
export function isCommentShown(
  s: ReadAccess,
  { commentid, status, userid }: StoredRow<'comment', 'commentid' | 'status' | 'userid'>,
): boolean {
  const { viewer } = s;
  if (isKeptFrom(s, 'comment', commentid, viewer)) return false;
  return status === 'public' || (status === 'private' && (isAdmin(viewer) || viewer?.userid === userid));
}

/** Returns whether the viewer may read the comment's target. Authors can read their comments after the step was deleted. */
export function mayReadTarget(
  s: ReadAccess,
  {
    context,
    contextid,
    guideid,
    wikiid,
    userid,
  }: StoredRow<'comment', 'context' | 'contextid' | 'guideid' | 'wikiid' | 'userid'>,
): boolean {
  const guide = guideid === null ? undefined : guideRow(s, guideid);
  if (guide) {
    const own = userid === s.viewer?.userid;
    return context === 'step' && !own ? mayReadStep(s, guide, contextid) : mayReadGuide(s, guide);
  }
  const wiki = wikiid === null ? undefined : wikiRow(s, wikiid);
  return wiki !== undefined && mayReadWiki(s, wiki);
}

/** Returns SQL that holds for comments `m` the viewer may read, with their guide `g` and wiki `w` joined. */
export function readableComments(s: ReadAccess): SqlPart {
  const { viewer } = s;
  const reader = viewer?.userid ?? null;
  const steps = isLead(viewer)
    ? sql``
    : sql`AND (m.context <> 'step' OR m.userid = ${reader} OR ${editableGuides(s)}
         OR m.contextid IN ${listOf(releasedSteps(s))}
         OR coalesce((SELECT t.shown FROM step t WHERE t.stepid = m.contextid AND t.guideid = m.guideid),
           NOT ${hadDrafts(sql`m.guideid`)}))`;
  return sql`m.commentid NOT IN ${keptFrom('comment', viewer)} AND (m.status = 'public'
           OR (m.status = 'private' AND (${isAdmin(viewer) ? 1 : 0} OR m.userid = ${reader})))
         AND (m.guideid IS NULL OR (${readableGuides(viewer)} ${steps}))
         AND (m.wikiid IS NULL OR (${readableWikis(s)}))`;
}

/** Returns SQL that holds for public comments `m` of a target or thread that the viewer may read. */
export const publicComments = ({ viewer }: ReadAccess): SqlPart =>
  sql`m.status = 'public' AND m.commentid NOT IN ${keptFrom('comment', viewer)}`;

/** Returns steps with comments that are only in earlier releases, which can still be read. */
function releasedSteps(s: ReadAccess): number[] {
  const rows = s.db.all(sql<{
    stepid: number;
    guideid: number;
  }>`SELECT DISTINCT t.stepid, t.guideid FROM release r
     CROSS JOIN comment m ON m.guideid = r.guideid AND m.context = 'step'
     CROSS JOIN step t ON t.stepid = m.contextid AND t.shown = 0
     WHERE r.status = 'superseded'`);
  return [...Map.groupBy(rows, ({ guideid }) => guideid)].flatMap(([guideid, hidden]) => {
    const released = releasedStepids(s, guideid);
    return hidden.map(({ stepid }) => stepid).filter((stepid) => released.has(stepid));
  });
}
