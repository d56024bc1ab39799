import type { GuideSummary } from '../../../shared/model/guide.ts';
import { difficulties } from '../../../shared/model/guide.ts';
import { collator } from '../../format.ts';
import { typeName } from '../../vocabulary.ts';

export const sorts = ['title', 'easiest', 'newest'] as const;
type Sort = (typeof sorts)[number];

export interface GuideFilter {
  type: string;
  difficulty: string;
  /** Words of a title, category or subject. */
  words: string;
  sort: Sort;
}

export const noFilter: GuideFilter = { type: '', difficulty: '', words: '', sort: 'title' };

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
export function filterGuides(guides: readonly GuideSummary[], filter: GuideFilter): GuideSummary[] {
  const wanted = folded(filter.words).split(/\s+/).filter(Boolean);
  const has = (guide: GuideSummary): boolean => {
    const text = folded(`${guide.title} ${guide.category} ${guide.subject}`);
    return wanted.every((word) => text.includes(word));
  };
  return guides
    .filter(
      (guide) =>
        (filter.type === '' || guide.type === filter.type) &&
        (filter.difficulty === '' || guide.difficulty === filter.difficulty) &&
        (wanted.length === 0 || has(guide)),
    )
    .sort(compare[filter.sort]);
}

/** Returns a text without case and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const typesOf = (guides: readonly GuideSummary[]): string[] =>
  [...new Set(guides.map((guide) => guide.type))].sort((a, b) => collator.compare(typeName(a), typeName(b)));

export const difficultiesOf = (guides: readonly GuideSummary[]): string[] =>
  difficulties.filter((label) => guides.some((guide) => guide.difficulty === label));
