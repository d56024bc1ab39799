import type { GuideSummary } from '../../../shared/model/guide.ts';
import { difficulties } from '../../../shared/model/guide.ts';
import { collator } from '../../format.ts';
import { typeName } from '../../vocabulary.ts';

export const sorts = ['title', 'easiest', 'newest'] as const;
type Sort = (typeof sorts)[number];

export interface GuideFilter {
  type: string;
  difficulty: string;
  sort: Sort;
}

export const noFilter: GuideFilter = { type: '', difficulty: '', sort: 'title' };

const level = (guide: GuideSummary): number => {
  const found = difficulties.findIndex((label) => label === guide.difficulty);
  return found === -1 ? difficulties.length : found;
};

const compare: Record<Sort, (a: GuideSummary, b: GuideSummary) => number> = {
  title: (a, b) => collator.compare(a.title, b.title),
  easiest: (a, b) => level(a) - level(b) || collator.compare(a.title, b.title),
  newest: (a, b) => b.modified_date - a.modified_date || b.guideid - a.guideid,
};

/** Returns the matching guides in the chosen order. Sorted by difficulty, those without one come last. */
export const filterGuides = (guides: readonly GuideSummary[], filter: GuideFilter): GuideSummary[] =>
  guides
    .filter(
      (guide) =>
        (filter.type === '' || guide.type === filter.type) &&
        (filter.difficulty === '' || guide.difficulty === filter.difficulty),
    )
    .sort(compare[filter.sort]);

export const typesOf = (guides: readonly GuideSummary[]): string[] =>
  [...new Set(guides.map((guide) => guide.type))].sort((a, b) => collator.compare(typeName(a), typeName(b)));

export const difficultiesOf = (guides: readonly GuideSummary[]): string[] =>
  difficulties.filter((label) => guides.some((guide) => guide.difficulty === label));
