import { z } from 'zod';

import { forbidden } from '../../../shared/errors.ts';
import { tokenInfo } from '../../../shared/model/token.ts';
import { hashToken, tokenOf } from '../../identity/token.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const listTokens = defineEndpoint({
  route: 'GET /benchside/tokens',
  summary: 'Sign-ins of a person, the last used first; only admins see those of others',
  auth: 'user',
  forwarded: true,
  may: ['owner', 'admin'],
  query: z.object({ userid: idParam.optional() }),
  response: z.array(tokenInfo),
  errors: ['not-found', 'forbidden'],
  example: { query: { userid: '2' } },
  handler: ({ query: { userid }, actor, request, read }) => {
    if (userid !== undefined && userid !== actor.userid && !isAdmin(actor))
      throw forbidden('Only admins may see where others are signed in.', ['Admin']);
    const given = tokenOf(request);
    const current = given === undefined ? undefined : hashToken(given);
    return read((s) => {
      const person = s.users.requireRow(userid ?? actor.userid).userid;
      const desks = s.devices.namesByToken(person);
      return s.sessions.ofUser(person).map(({ token_hash, edit_key, ...token }) => ({
        ...token,
        desk: desks.get(token_hash) ?? null,
        current: token_hash === current,
      }));
    });
  },
});
