import { messages } from '../../../shared/language.ts';

export const publishTexts = messages('publish-chip', { draft: 'Private draft', publish: 'Publish' });
