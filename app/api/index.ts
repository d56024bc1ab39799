import { authentication } from './authentication/index.ts';
import { benchside } from './benchside/index.ts';
import { categories } from './categories/index.ts';
import { comments } from './comments/index.ts';
import { documentation } from './documentation/index.ts';
import type { Endpoint } from './endpoint.ts';
import { guides } from './guides/index.ts';
import { media } from './media/index.ts';
import { search } from './search/index.ts';
import { stepForms } from './step-forms/index.ts';
import { tags } from './tags/index.ts';
import { teams } from './teams/index.ts';
import { translationGlossary } from './translation-glossary/index.ts';
import { userViewHistory } from './user-view-history/index.ts';
import { users } from './users/index.ts';
import { wikis } from './wikis/index.ts';
import { workLog } from './work-log/index.ts';

const all = [
  ...authentication,
  ...tags,
  ...guides,
  ...users,
  ...comments,
  ...wikis,
  ...categories,
  ...stepForms,
  ...workLog,
  ...teams,
  ...translationGlossary,
  ...userViewHistory,
  ...media,
  ...search,
  ...documentation,
  ...benchside,
];

/** All endpoints, by resource. */
export const endpoints: readonly Endpoint[] = all;

/** All endpoints by route, with the types of their schemas, for typed callers (`renderer/api/client.ts`). */
export type Api = { [E in (typeof all)[number] as E['route']]: E };
