import type { Step } from '../../../shared/model/guide.ts';
import type { GuideDocument } from './document.ts';

const fields = {
  title: ['title'],
  category: ['category'],
  subject: ['subject'],
  type: ['type'],
  summary: ['summary'],
  introduction: ['introduction_raw'],
  conclusion: ['conclusion_raw'],
  difficulty: ['difficulty'],
  'time required': ['time_required_min', 'time_required_max'],
  picture: ['image'],
  'intro video': ['intro_video'],
  flags: ['flags'],
  tools: ['tools'],
  parts: ['parts'],
  documents: ['documents', 'featured_documentid'],
  public: ['public'],
} as const satisfies Record<string, readonly (keyof GuideDocument['body'])[]>;

/** Returns short descriptions of the changes between two versions of a guide: `title`, `step 2`, `step 3 added`. */
export function describeChanges(before: GuideDocument, after: GuideDocument): string[] {
  const changes = Object.entries(fields).flatMap(([name, keys]) =>
    keys.some((key) => !same(before.body[key], after.body[key])) ? [name] : [],
  );
  if (before.userid !== after.userid) changes.push('author');
  const needs = ({ prerequisites, pinned }: GuideDocument): unknown => [prerequisites, pinned];
  if (!same(needs(before), needs(after))) changes.push('prerequisites');
  return [...changes, ...stepChanges(before.steps, after.steps)];
}

function stepChanges(before: readonly Step[], after: readonly Step[]): string[] {
  const changes: string[] = [];
  const old = new Map(before.map((step) => [step.stepid, step]));
  for (const [index, step] of after.entries()) {
    const was = old.get(step.stepid);
    if (!was) changes.push(`step ${index + 1} added`);
    else if (!same(contentOf(was), contentOf(step))) changes.push(`step ${index + 1}`);
  }
  const kept = new Set(after.map(({ stepid }) => stepid));
  for (const [index, step] of before.entries()) {
    if (!kept.has(step.stepid)) changes.push(`step ${index + 1} removed`);
  }
  const order = (steps: readonly Step[], others: ReadonlySet<number>): number[] =>
    steps.map(({ stepid }) => stepid).filter((stepid) => others.has(stepid));
  if (!same(order(before, kept), order(after, new Set(old.keys())))) changes.push('order of steps');
  return changes;
}

/** Returns the parts of a step that are compared between versions. */
export const contentOf = ({ title, lines, media }: Step): unknown => ({ title, lines, media });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
