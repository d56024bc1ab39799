import type { Step } from '../../../shared/model/guide.ts';
import type { StoreWriter } from '../store.ts';
import { contentOf } from './describe-changes.ts';
import { guideUrl } from './document.ts';
import type { GuideDocument } from './document.ts';
import { requireNoCircle } from './prerequisites.ts';

/**
 * Takes over what an old revision said. Who wrote the guide and who may see it stays; steps and lines that are still there
 * keep their ids, the others get new ones, as ids are never used twice.
 *
 * @throws AppError `invalid` when its prerequisites would form a circle now
 */
export function revertTo(s: StoreWriter, document: GuideDocument, old: GuideDocument): void {
  const { body } = document;
  const { revisionid, langid, locale, created_date, modified_date, published_date, public: visible } = body;
  const kept = { revisionid, langid, locale, created_date, modified_date, published_date, public: visible };
  Object.assign(body, old.body, kept);
  body.url = guideUrl(body);
  document.steps = restoredSteps((kind) => s.meta.nextId(kind), document.steps, old.steps);
  document.prerequisites = old.prerequisites;
  if (old.pinned) document.pinned = old.pinned;
  else delete document.pinned;
  requireNoCircle(s, document, 'to_revisionid');
}

type NextId = (kind: 'step' | 'line') => number;

/** Steps of an old revision as they come back, where a guide has the `current` ones. Asks for ids in a certain order. */
export function restoredSteps(nextId: NextId, current: readonly Step[], old: readonly Step[]): Step[] {
  const byId = new Map(current.map((step) => [step.stepid, step]));
  return old.map((step, index) => ({
    ...restoredStep(nextId, step, byId.get(step.stepid)),
    orderby: index + 1,
  }));
}

function restoredStep(nextId: NextId, old: Step, now: Step | undefined): Step {
  const lineids = new Set(now?.lines.map(({ lineid }) => lineid));
  const lines = old.lines.map((line) =>
    lineids.has(line.lineid) ? line : { ...line, lineid: nextId('line') },
  );
  if (!now) return { ...old, lines, stepid: nextId('step'), revisionid: 0, comments: [] };
  const restored = { ...now, title: old.title, lines, media: old.media };
  const isSame = JSON.stringify(contentOf(restored)) === JSON.stringify(contentOf(now));
  // 0 asks for a new revision when the guide is saved.
  return isSame ? now : { ...restored, revisionid: 0 };
}
