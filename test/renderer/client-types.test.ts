import { expectTypeOf, test } from 'vitest';

import type { Answer, Call, Route } from '../../renderer/api/types.ts';
import type { GuideSummary } from '../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';

// `npm run types` checks these; at run time they do nothing.

test('a route is one that an endpoint defines', () => {
  expectTypeOf<'PATCH /guides/{guideid}'>().toExtend<Route>();
  expectTypeOf<'PATCH /guides/{guide}'>().not.toExtend<Route>();
  expectTypeOf<string>().not.toExtend<Route>();
});

test('a call has exactly the parameters, query and body of the endpoint', () => {
  interface Right {
    params: { guideid: number };
    query: { revisionid: number };
    body: { title: string };
  }
  type Patch = Call<'PATCH /guides/{guideid}'>;
  expectTypeOf<Right>().toExtend<Patch>();
  expectTypeOf<Omit<Right, 'params'>>().not.toExtend<Patch>();
  expectTypeOf<Omit<Right, 'query'>>().not.toExtend<Patch>();
  expectTypeOf<Omit<Right, 'body'>>().not.toExtend<Patch>();
  expectTypeOf<Omit<Right, 'params'> & { params: { guideid: string } }>().not.toExtend<Patch>();
  expectTypeOf<Omit<Right, 'body'> & { body: { title: number } }>().not.toExtend<Patch>();
  expectTypeOf<Patch['body']>().not.toHaveProperty('titel');
  expectTypeOf<{ body: object }>().not.toExtend<Call<'GET /user'>>();
});

test('a query has the parsed types: numbers, flags, lists, and words of a set', () => {
  type Query = NonNullable<Call<'GET /guides/{guideid}'>['query']>;
  expectTypeOf<Query['unpatrolled']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Query['revisionid']>().toEqualTypeOf<number | undefined>();
  type Journal = NonNullable<Call<'GET /benchside/journal'>['query']>;
  expectTypeOf<{ state: 'parked'[] }>().toExtend<Journal>();
  expectTypeOf<{ state: 'lost'[] }>().not.toExtend<Journal>();
});

test('an answer is what the endpoint’s schema describes', () => {
  expectTypeOf<Answer<'GET /work_log/{entryid}'>>().toExtend<WorkLogEntry>();
  expectTypeOf<Answer<'GET /guides'>[number]>().toExtend<GuideSummary>();
  expectTypeOf<Answer<'DELETE /user/token'>>().toEqualTypeOf<void>();
  expectTypeOf<Answer<'GET /guides/{guideid}'>>().not.toHaveProperty('titel');
  expectTypeOf<Answer<'GET /guides/{guideid}'>['steps'][number]>().not.toHaveProperty('titel');
});
