/** Characters that no word contains, because facets share an index with the text. */
const marks = { type: '\uE010', category: '\uE011' } as const;

/** Returns the index term for a type or category. The tokenizer folds ASCII case, so rows must still be compared by column. */
export const facetTerm = (facet: keyof typeof marks, value: string): string =>
  marks[facet] + value.replace(/[^A-Za-z0-9\u{80}-\u{10ffff}]/gu, '\uE012').slice(0, 200);
