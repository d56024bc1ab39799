import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { bytesOf } from '../sizes.ts';
import type { StoreReader } from '../aggregates.ts';
import { allNeeded, stepsOf } from './prerequisites.ts';
import type { PinnedPrerequisite } from './prerequisites.ts';
import type { GuideRow } from './rows.ts';
import type { GuideTexts } from './texts.ts';

/** A version of a guide: the readers' version, its draft, or an old revision. */
interface Version {
  texts: GuideTexts;
  userid: number;
  /** Direct prerequisites that the viewer may see. */
  needed: readonly PinnedPrerequisite[];
  /** All of them. */
  needs: NonNullable<Guide['needs']>;
}

export interface AnswerOptions {
  prerequisiteSteps: boolean;
}

/** Returns a full guide as templated JSON text (CONTRACT 4.2). */
export function composeGuide(
  s: StoreReader,
  row: GuideRow,
  { texts, userid, needed, needs }: Version,
  { prerequisiteSteps }: AnswerOptions,
): string {
  const comments = row.comment_count > 0 ? s.comments.ofGuide(row.guideid) : [];
  const steps = prerequisiteSteps && needed.length > 0 ? stepsBefore(s, row.guideid, needed) : [];
  steps.push(withComments(texts.steps, comments).slice(1, -1));
  const personal = s.favorites.ofGuide(row.guideid);
  const pinned = needed.some(({ releaseid }) => releaseid !== null);
  return (
    `${texts.body.slice(0, -1)},"prereq_modified_date":${row.prereq_modified_date}` +
    `,"available_langids":${JSON.stringify(s.translations.langids(row))}` +
    `,"author":${s.users.summaryText(userid)}` +
    `,"prerequisites":[${needed.map((one) => s.guides.summaryOf(one.row)).join(',')}]` +
    (pinned
      ? `,"prerequisite_releases":${JSON.stringify(needed.map(({ row: { guideid }, releaseid }) => ({ guideid, releaseid })))}`
      : '') +
    (needs.length > needed.length ? `,"needs":${JSON.stringify(needs)}` : '') +
    `,"comments":${JSON.stringify(comments.filter((c) => c.context === 'guide'))}` +
    `,"completed":${personal.completed},"favorited":${personal.favorited},"can_edit":${s.guides.mayEdit(row)}` +
    `,"steps":[${steps.filter(Boolean).join(',')}]}`
  );
}

function stepsBefore(s: StoreReader, guideid: number, direct: readonly PinnedPrerequisite[]): string[] {
  let left = limits.guide.prerequisiteSteps.max;
  return allNeeded(s, guideid, direct).map((needed) => {
    const { row } = needed;
    const comments = row.comment_count > 0 ? s.comments.ofGuide(row.guideid) : [];
    const steps = withComments(stepsOf(s, needed), comments).slice(1, -1);
    left -= bytesOf(steps);
    if (left < 0)
      throw invalid(
        'excludePrerequisiteSteps',
        'The steps of the prerequisites are too large for one answer. Ask with excludePrerequisiteSteps, and for each of them.',
      );
    return steps;
  });
}

function withComments(steps: string, comments: readonly Comment[]): string {
  if (!comments.some((comment) => comment.context === 'step')) return steps;
  const parsed = JSON.parse(steps) as { stepid: number; comments: Comment[] }[];
  for (const step of parsed) step.comments = commentsOn(step.stepid, comments);
  return JSON.stringify(parsed);
}

/** Returns the comments on one step out of all comments of its guide. */
export const commentsOn = (stepid: number, comments: readonly Comment[]): Comment[] =>
  comments.filter(({ context, contextid }) => context === 'step' && contextid === stepid);
