import type { Guide, Step } from './guide.ts';

export interface StepGroup {
  guideid: number;
  title: string;
  /** False for the steps of a prerequisite. */
  own: boolean;
  steps: { step: Step; position: number }[];
}

/** Groups steps in reading order by the guide they belong to; prerequisites come first. Positions are 1-based. */
export function stepGroups(guide: Guide): StepGroup[] {
  const groups: StepGroup[] = [];
  for (const [i, step] of guide.steps.entries()) {
    let group = groups.at(-1);
    if (group?.guideid !== step.guideid) {
      group = {
        guideid: step.guideid,
        title: titleOf(guide, step),
        own: step.guideid === guide.guideid,
        steps: [],
      };
      groups.push(group);
    }
    group.steps.push({ step, position: i + 1 });
  }
  return groups;
}

/** Returns the title of the guide that a step belongs to: this one, or a prerequisite. */
export function titleOf(guide: Guide, step: Step): string {
  if (step.guideid === guide.guideid) return guide.title;
  return guide.prerequisites.find(({ guideid }) => guideid === step.guideid)?.title ?? guide.title;
}
