import { flagidsOf } from '../../store/wikis/document.ts';
import type { Info, Supplier, WikiBody } from '../../store/wikis/document.ts';
import type { Rules } from './fields.ts';
import { mergeSequence, mergeSet } from './sequence.ts';
import { mergeText } from './text.ts';
import { mergeValue } from './value.ts';
import type { Merge } from './value.ts';

/** A wiki as it is written (CONTRACT 8.6). */
export interface WikiContent {
  contents: string;
  display_title: string;
  page_title: string | null;
  description: string;
  image: number | null;
  table_of_contents: boolean;
  flags: string[];
  info: Pick<Info, 'name' | 'value'>[];
  repairability_score: number | null;
  suppliers: Supplier[];
}

export function wikiContent(body: WikiBody): WikiContent {
  return {
    contents: body.contents_raw,
    display_title: body.display_title ?? body.title,
    page_title: body.page_title,
    description: body.description,
    image: body.image?.id ?? null,
    table_of_contents: body.table_of_contents,
    flags: flagidsOf(body),
    info: (body.info ?? []).map(({ name, value }) => ({ name, value })),
    repairability_score: body.repairability_score ?? null,
    suppliers: body.suppliers ?? [],
  };
}

const mergeInfo: Merge<WikiContent['info']> = (base, mine, theirs) =>
  mergeSequence({ base, mine, theirs }, { keyOf: ({ name }) => name, merge: mergeValue });

export const wikiRules: Rules<WikiContent> = {
  contents: mergeText,
  display_title: mergeValue,
  page_title: mergeValue,
  description: mergeValue,
  image: mergeValue,
  table_of_contents: mergeValue,
  flags: mergeSet,
  info: mergeInfo,
  repairability_score: mergeValue,
  suppliers: mergeValue,
};
