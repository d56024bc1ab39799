import { z } from 'zod';

import { searchNames } from '../../store/users/search.ts';
import { defineEndpoint } from '../endpoint.ts';
import { paging } from '../fields.ts';
import { searchText } from './search-text.ts';

export const searchUserNames = defineEndpoint({
  route: 'GET /users/searchnames/{search}',
  summary: 'Users by username or unique username; use `/users/search/{search}` instead',
  deprecated: true,
  auth: 'public',
  rate: 'searches',
  params: z.object({ search: z.string().trim().min(1) }),
  query: z.object(paging),
  response: z.array(
    z.object({
      userid: z.int(),
      username: z.string(),
      unique_username: z.string().nullable(),
      image: z.object({ mini: z.string() }).nullable(),
    }),
  ),
  example: { params: { search: 'tomas' } },
  handler: ({ params, query, read }) =>
    read((s) =>
      searchText(params.search, query, (text, page) => searchNames(s, text, page)).map((id) => {
        const { userid, username, unique_username, image } = s.users.summary(id);
        return { userid, username, unique_username, image: image && { mini: image.mini ?? image.original } };
      }),
    ),
});
