import { search } from './search.ts';
import { suggest } from './suggest.ts';

export const searchEndpoints = [search, suggest];
