import { addFailedSearch } from './addFailedSearch.ts';
import { deleteFailedSearch } from './deleteFailedSearch.ts';
import { listFailedSearches } from './listFailedSearches.ts';

export const failedSearchEndpoints = [listFailedSearches, addFailedSearch, deleteFailedSearch];
