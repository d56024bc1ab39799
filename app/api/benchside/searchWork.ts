import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { foundWork } from '../../../shared/model/benchside.ts';
import { findWork } from '../../store/work-log/find.ts';
import { defineEndpoint } from '../endpoint.ts';
import { langidQuery } from '../fields.ts';

export const searchWork = defineEndpoint({
  route: 'GET /benchside/search/work',
  summary:
    'Search jobs and assigned work by work order number, and people with jobs by name, during typing; at most eight of each',
  auth: 'public',
  rate: 'searches',
  query: z.object({ q: z.string().default(''), ...langidQuery.shape }),
  response: foundWork,
  example: { query: { q: 'WO-1' } },
  handler: ({ query: { q }, read }) => read((s) => findWork(s, q.slice(0, limits.search.text.max))),
});
