import type { ConfigInput } from '../../app/config.ts';
import type { CoreParts } from '../../app/core.ts';
import { hashToken } from '../../app/identity/hub.ts';
import type { Role } from '../../app/store/actor.ts';
import type { CategoryWiki } from '../../shared/model/wiki.ts';
import { testCore } from './core.ts';
import type { CallOptions, TestCore } from './core.ts';

export interface WikiCore extends TestCore {
  /** Creates a wiki as the admin. */
  wiki(namespace: string, title: string, fields?: Record<string, unknown>): Promise<CategoryWiki>;
  /** Returns a refusal, such as 422: status, message and the named fields. */
  refusal(
    route: string,
    options?: CallOptions,
  ): Promise<{ status: number; message: string; fields: string[] }>;
  /** Stores a guide in a category. */
  guide(category: string, options?: { public?: boolean; flags?: string[]; title?: string }): number;
}

export const path = (namespace: string, title: string): string =>
  `/wikis/${namespace}/${encodeURIComponent(title)}`;

/**
 * Opens a hub, or what `config` describes, with four people whose tokens are their names: admin (1), author (2), technician (3) and other
 * (4).
 */
export function wikiCore(parts: CoreParts = {}, config: Partial<ConfigInput> = {}): WikiCore {
  const core = testCore(config, parts);
  const people: [string, Role][] = [
    ['admin', 'admin'],
    ['author', 'author'],
    ['technician', 'technician'],
    ['other', 'technician'],
  ];
  core.ctx.store.transact(null, (s) => {
    for (const [username, role] of people) {
      const userid = s.users.create({ email: `${username}@bench.test`, username, passwordHash: null, role });
      s.users.addSession(userid, hashToken(username));
    }
  });
  return {
    ...core,
    wiki: (namespace, title, fields = {}) =>
      core.json('POST /wikis', {
        json: { namespace, title, contents: '', ...fields },
        token: 'admin',
        expect: 201,
      }),
    refusal: async (route, options) => {
      const response = await core.call(route, options);
      const body = (await response.json()) as { message: string; errors?: { field: string }[] };
      return {
        status: response.status,
        message: body.message,
        fields: (body.errors ?? []).map((e) => e.field),
      };
    },
    guide: (category, fields = {}) =>
      core.ctx.store.transact({ userid: 1, username: 'admin', role: 'admin', teams: [] }, (s) =>
        s.guides.create({ type: 'repair', public: true, ...fields, category }),
      ),
  };
}
