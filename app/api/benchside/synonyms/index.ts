import { getSynonyms } from './getSynonyms.ts';
import { setSynonyms } from './setSynonyms.ts';

export const synonyms = [getSynonyms, setSynonyms];
