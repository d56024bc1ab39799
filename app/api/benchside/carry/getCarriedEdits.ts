import { carriedEdits } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { editTaker } from './edit-taker.ts';

export const getCarriedEdits = defineEndpoint({
  route: 'GET /benchside/carried_edits',
  summary: 'Which file with edits of desks this hub takes now, or what it made of the last one',
  auth: 'admin',
  profile: 'hub',
  response: carriedEdits,
  errors: ['unavailable'],
  example: {},
  handler: ({ ctx }) => editTaker(ctx).state(),
});
