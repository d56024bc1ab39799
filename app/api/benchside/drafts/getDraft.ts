import { draft } from '../../../../shared/model/draft.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { draftParams } from './draft-fields.ts';

export const getDraft = defineEndpoint({
  route: 'GET /benchside/drafts/{key}',
  summary: 'What the current user typed on this desk and has not saved; null for nothing',
  auth: 'user',
  params: draftParams,
  response: draft.nullable(),
  example: { params: { key: 'guide-1' } },
  handler: ({ params, actor, read }) => read((s) => s.drafts.find(actor.userid, params.key) ?? null),
});
