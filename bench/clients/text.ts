import type { Guide } from '../../shared/model/guide.ts';

/** What every search peer gets of a guide. */
export interface SearchText {
  id: number;
  title: string;
  category: string;
  body: string;
}

export const searchTextOf = ({ guideid, title, category, introduction_raw, steps }: Guide): SearchText => ({
  id: guideid,
  title,
  category,
  body: [
    introduction_raw,
    ...steps.flatMap((step) => [step.title, ...step.lines.map((line) => line.text_raw)]),
  ]
    .filter(Boolean)
    .join('\n'),
});
