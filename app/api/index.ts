import { authenticationEndpoints } from './authentication/index.ts';
import { benchsideEndpoints } from './benchside/index.ts';
import { categoryEndpoints } from './categories/index.ts';
import { commentEndpoints } from './comments/index.ts';
import { documentationEndpoints } from './documentation/index.ts';
import type { Endpoint } from './endpoint.ts';
import { guideEndpoints } from './guides/index.ts';
import { mediaEndpoints } from './media/index.ts';
import { searchEndpoints } from './search/index.ts';
import { stepFormEndpoints } from './step-forms/index.ts';
import { tagEndpoints } from './tags/index.ts';
import { teamEndpoints } from './teams/index.ts';
import { translationGlossaryEndpoints } from './translation-glossary/index.ts';
import { userViewHistoryEndpoints } from './user-view-history/index.ts';
import { userEndpoints } from './users/index.ts';
import { wikiEndpoints } from './wikis/index.ts';
import { workLogEndpoints } from './work-log/index.ts';

const all = [
  ...authenticationEndpoints,
  ...tagEndpoints,
  ...guideEndpoints,
  ...userEndpoints,
  ...commentEndpoints,
  ...wikiEndpoints,
  ...categoryEndpoints,
  ...stepFormEndpoints,
  ...workLogEndpoints,
  ...teamEndpoints,
  ...translationGlossaryEndpoints,
  ...userViewHistoryEndpoints,
  ...mediaEndpoints,
  ...searchEndpoints,
  ...documentationEndpoints,
  ...benchsideEndpoints,
];

/** All endpoints, by resource. */
export const endpoints: readonly Endpoint[] = all;

/** All endpoints by route, with the types of their schemas, for typed callers (`renderer/api/client.ts`). */
export type Api = { [E in (typeof all)[number] as E['route']]: E };
