import type { Endpoint } from '../endpoint.ts';
import { search as searchByWords } from './search.ts';
import { suggest } from './suggest.ts';

export const search: readonly Endpoint[] = [searchByWords, suggest];
