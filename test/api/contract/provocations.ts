import type { Endpoint } from '../../../app/api/endpoint.ts';
import type { TestCore } from '../../helpers/core.ts';
import { genericProvocations } from './asks.ts';
import type { Ask, Provocations } from './asks.ts';

/** Guide 1 becomes private. */
const hideGuide = ({ ctx: { store } }: TestCore): void => {
  store.transact(null, (s) => s.db.runSql('UPDATE guide SET public = 0 WHERE guideid = 1'));
};

const hideWikis = ({ ctx: { store } }: TestCore): void => {
  store.transact(null, (s) => s.db.runSql('UPDATE wiki SET private = 1'));
};

const stranger = (prepare: Ask['prepare']): Ask[] => [{ as: 'omar', prepare }];

/** What only some operations refuse, or refuse in their own way. Replaces the generic ones of that code. */
const special: Readonly<Record<string, Provocations>> = {
  'GET /users/email/{email}': { forbidden: [{ as: 'omar' }, { as: 'omar', params: { email: 'nobody@example.org' } }] },
  'GET /comments/{commentid}': { forbidden: stranger(hideGuide) },
  'POST /comments/{context}/{contextid}': { forbidden: stranger(hideGuide) },
  'GET /wikis/{namespace}/{title}': { forbidden: stranger(hideWikis) },
  'GET /wikis/{namespace}/{title}/tags': { forbidden: stranger(hideWikis) },
  'GET /wikis/CATEGORY/{title}/children': { forbidden: stranger(hideWikis) },
  'GET /categories/{categoryname}': { forbidden: stranger(hideWikis) },
  'POST /user/media/images': {
    'too-large': [{ as: 'tomas', headers: { 'Content-Length': String(100 * 1024 * 1024) } }],
  },
};

export function provocationsOf(endpoint: Endpoint): Provocations {
  return { ...genericProvocations(endpoint), ...special[endpoint.route] };
}
