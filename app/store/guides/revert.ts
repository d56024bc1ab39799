import type { Step } from '../../../shared/model/guide.ts';
import { revertedFlags } from '../policy/flags.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { contentOf } from './describe-changes.ts';
import { guideUrl } from './document.ts';
import type { GuideDocument } from './document.ts';
import { requireNoCircle } from './prerequisites.ts';

/**
 * Applies the content of an old revision. Author and visibility stay, and flags that the viewer may not change. Steps and lines keep
 * their ids, including those that return, so comments and forms on them are found again (decision 0029).
 *
 * @throws AppError `invalid` if its prerequisites would now form a circle
 */
export function revertTo(s: StoreWriter, document: GuideDocument, old: GuideDocument): void {
  const { body } = document;
  const { revisionid, langid, locale, created_date, modified_date, published_date, public: visible } = body;
  const kept = { revisionid, langid, locale, created_date, modified_date, published_date, public: visible };
  const flags = revertedFlags(s.viewer, body.flags, old.body.flags);
  Object.assign(body, old.body, kept, { flags });
  body.url = guideUrl(body);
  const byId = new Map(document.steps.map((step) => [step.stepid, step]));
  document.steps = old.steps.map((step, index) => ({
    ...restoredStep(step, byId.get(step.stepid)),
    orderby: index + 1,
  }));
  document.prerequisites = old.prerequisites;
  if (old.pinned) document.pinned = old.pinned;
  else delete document.pinned;
  requireNoCircle(s, document, 'to_revisionid');
}

/** `revisionid: 0` marks the step for a new revision when the guide is saved. */
function restoredStep(old: Step, now: Step | undefined): Step {
  if (!now) return returningStep(old);
  const restored = { ...now, title: old.title, lines: old.lines, media: old.media };
  const isSame = JSON.stringify(contentOf(restored)) === JSON.stringify(contentOf(now));
  return isSame ? now : { ...restored, revisionid: 0 };
}

/** Returns a deleted step as the old revision has it. */
const returningStep = (old: Step): Step => ({ ...old, revisionid: 0, comments: [] });

/** Restores a deleted step at its place from the newest revision that has it. @returns whether the guide ever had it */
export function returnStep(
  s: StoreReader,
  document: GuideDocument,
  { stepid, orderby }: Pick<Step, 'stepid' | 'orderby'>,
): boolean {
  const { guideid } = document.body;
  const revisions = s.db.all(sql<StoredRow<'guide_revision', 'revisionid'>>`SELECT revisionid
     FROM guide_revision WHERE guideid = ${guideid} ORDER BY abs(revisionid) DESC`);
  for (const { revisionid } of revisions) {
    const step = s.guides.revisionDocument(guideid, revisionid)?.steps.find((one) => one.stepid === stepid);
    if (!step) continue;
    const place = Math.min(orderby, document.steps.length + 1);
    document.steps.splice(place - 1, 0, returningStep(step));
    return true;
  }
  return false;
}
