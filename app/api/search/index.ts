import { search as searchByWords } from './search.ts';
import { suggest } from './suggest.ts';

export const search = [searchByWords, suggest];
