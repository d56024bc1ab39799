import { z } from 'zod';

import { forbidden } from '../../../shared/errors.ts';
import { viewRecord } from '../../../shared/model/view.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { historyQuery } from './view-fields.ts';

export const listUserViews = defineEndpoint({
  route: 'GET /user_view_history/user/{userid}',
  summary: 'Views of a person, newest first',
  auth: 'user',
  may: ['owner', 'author', 'admin'],
  params: z.object({ userid: idParam }),
  query: historyQuery,
  response: z.array(viewRecord),
  errors: ['forbidden', 'not-found'],
  example: { params: { userid: '2' }, query: { start_date: '2026-01-01' } },
  handler: ({ params: { userid }, query, actor, read }) => {
    if (userid !== actor.userid && actor.role === 'technician') {
      throw forbidden('You may see your own view history only.', ['Author', 'Admin']);
    }
    return read((s) => {
      s.users.requireRow(userid);
      return s.views.ofUser(userid, query);
    });
  },
});
