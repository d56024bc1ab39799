export interface TaggedDocument {
  kind: 'guide' | 'wiki';
  /** `guideid` or `wikiid`. */
  id: number;
}
