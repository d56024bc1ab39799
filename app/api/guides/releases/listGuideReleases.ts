import { z } from 'zod';

import { releaseList } from '../../../../shared/model/release.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';
import { releaseListQuery } from './release-list-query.ts';

export const listGuideReleases = defineEndpoint({
  route: 'GET /guides/{guideid}/releases',
  summary: 'Releases of one guide, by releaseid',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  query: releaseListQuery,
  response: releaseList,
  errors: ['not-found', 'forbidden'],
  pure: true,
  example: { params: { guideid: '1' } },
  handler: ({ params, query, read }) =>
    read((s) => {
      const { guideid } = s.guides.requireVisible(params.guideid);
      return { releases: s.releases.list({ ...query, guideid }) };
    }),
});
