/** Marks no word can have: facets share an index with the text. */
const marks = { type: '\uE010', category: '\uE011' } as const;

/** One index term for a type or category. The tokenizer folds ASCII case, so a row is still compared by its column. */
export const facetTerm = (facet: keyof typeof marks, value: string): string =>
  marks[facet] + value.replace(/[^A-Za-z0-9\u{80}-\u{10ffff}]/gu, '\uE012').slice(0, 200);
