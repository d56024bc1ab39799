import { releaseList } from '../../../../shared/model/release.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';
import { releaseListQuery } from './release-list-query.ts';

export const listReleases = defineEndpoint({
  route: 'GET /guides/releases',
  summary: 'Releases by releaseid: those that were released, and all of guides the viewer may edit',
  auth: 'public',
  query: releaseListQuery.extend({ guideid: idParam.optional() }),
  response: releaseList,
  pure: true,
  example: { query: { order: 'DESC', limit: '10' } },
  handler: ({ query, read }) => ({ releases: read((s) => s.releases.list(query)) }),
});
