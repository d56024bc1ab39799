import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { readIn } from '../own-language.ts';

export const categoryQuery = (title: string, langid?: string) =>
  queryOptions({
    queryKey: ['category', title, langid ?? ''],
    queryFn: ({ signal }) =>
      api('GET /benchside/category/{title}', { params: { title }, query: readIn(langid), signal }),
  });
