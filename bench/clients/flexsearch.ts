import { peer } from '../peers.ts';
import type { SearchText } from './text.ts';

interface FlexIndex {
  add(document: SearchText): void;
  search(query: string, options: { limit: number }): { result: unknown[] }[];
}
interface FlexSearch {
  Document: new (options: object) => FlexIndex;
}

export function flexIndex(): FlexIndex {
  const { Document } = peer<FlexSearch>('flexsearch');
  const index = ['title', 'category', 'body'].map((field) => ({ field, tokenize: 'strict' }));
  return new Document({ document: { id: 'id', index } });
}
