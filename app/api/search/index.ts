import { searchByWords } from './search.ts';
import { suggest } from './suggest.ts';

export const searchEndpoints = [searchByWords, suggest];
