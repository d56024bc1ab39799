import { flagidsOf } from '../../store/wikis/document.ts';
import type { WikiBody } from '../../store/wikis/document.ts';
import type { Complete } from '../../../shared/model/known.ts';
import type { WikiInput } from '../../../shared/model/wiki-input.ts';
import type { Rules } from '../../../shared/merge/fields.ts';
import { mergeSequence, mergeSet } from '../../../shared/merge/sequence.ts';
import { mergeText } from '../../../shared/merge/text.ts';
import { mergeValue } from '../../../shared/merge/value.ts';
import type { Merge } from '../../../shared/merge/value.ts';

/** The parts of a wiki that a person writes (CONTRACT 8.6). */
export type WikiContent = Complete<Omit<WikiInput, 'source_revisionid'>>;

export function wikiContent(body: WikiBody): WikiContent {
  return {
    contents: body.contents_raw,
    display_title: body.display_title ?? body.title,
    page_title: body.page_title,
    description: body.description,
    image: body.image?.id ?? null,
    table_of_contents: body.table_of_contents,
    documents: body.documents.map((document) => Number(document['documentid'])),
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
  documents: mergeSet,
  flags: mergeSet,
  info: mergeInfo,
  repairability_score: mergeValue,
  suppliers: mergeValue,
};
