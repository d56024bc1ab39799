import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';

export const categoryQuery = (title: string) =>
  queryOptions({
    queryKey: ['category', title],
    queryFn: ({ signal }) => api('GET /benchside/category/{title}', { params: { title }, signal }),
  });
