import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { conflictSchema, errorsOf } from '../../../app/api/documentation/openapi.ts';
import { errorBody } from '../../../app/api/documentation/models.ts';
import { askers, isAllowed } from '../../../app/api/documentation/permissions.ts';
import type { Asker } from '../../../app/api/documentation/permissions.ts';
import type { Endpoint } from '../../../app/api/endpoint.ts';
import { httpStatuses } from '../../../app/api/error-response.ts';
import { endpoints } from '../../../app/api/index.ts';
import { sql } from '../../../app/store/sql.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { TestCore } from '../../helpers/core.ts';
import { asker, makePrivate, send } from './asks.ts';
import type { Ask } from './asks.ts';
import { Copies, digest } from './copies.ts';
import { operations } from './operations.ts';
import { prepared } from './prepared.ts';
import { atDesk, provocationsOf } from './provocations.ts';
import { templates } from './templates.ts';
import type { Templates } from './templates.ts';
import { people } from './world.ts';
import type { Person } from './world.ts';

const profiles = ['hub', 'desk'] as const;
type Profile = (typeof profiles)[number];

let worlds: Templates;
beforeAll(async () => {
  worlds = await templates();
});
afterAll(() => worlds[Symbol.dispose]());

const provoked = new Set<string>();

test('every operation of the contract is there', () => {
  expect(operations).toHaveLength(108);
  const routes = endpoints.map(({ route }) => route);
  expect(operations.filter((operation) => !routes.includes(operation))).toEqual([]);
});

describe.each(profiles)('on a %s', (profile) => {
  let copies: Copies;
  let base: string;
  beforeAll(async () => {
    copies = new Copies(worlds[profile]);
    base = digest(await copies.untouched());
  });
  afterAll(() => copies[Symbol.asyncDispose]());

  const first = ({ route }: Endpoint): Ask => (profile === 'desk' ? (atDesk[route] ?? {}) : {});
  const here = endpoints.filter((endpoint) => isHere(endpoint, profile) && isWalked(endpoint));
  const answered = here.filter((endpoint) => !isSentOn(endpoint, profile));

  test.each(answered.map(named))('%s: the example is answered as its schema says', async (_, endpoint) => {
    const core = await copies.untouched();
    const ask = first(endpoint);
    await ask.prepare?.(core);
    const before = { pending: pending(core), digest: ask.prepare ? digest(core) : base };
    const response = await send(core, endpoint, { as: asker(endpoint), ...ask });
    await expectSuccess(endpoint, response, profile);
    if (profile === 'desk' && isJournaled(endpoint) && copies.isTouched && digest(core) !== before.digest) {
      expect(pending(core)).toBe(before.pending + 1);
    }
  });

  test.each(here.map(named))(
    '%s: what it refuses it refuses as it says, and changes nothing',
    async (_, endpoint) => {
      for (const [code, asks] of refusals(endpoint, profile)) {
        for (const ask of asks) {
          const core = await copies.untouched();
          const prepare = ask.prepare ?? first(endpoint).prepare;
          await prepare?.(core);
          const before = prepare ? digest(core) : base;
          const response = await send(core, endpoint, {
            ...ask,
            params: { ...first(endpoint).params, ...ask.params },
          });
          await expectRefusal(endpoint, code, response, ask);
          if (copies.isTouched) expect([ask, digest(core)]).toEqual([ask, before]);
        }
        provoked.add(`${endpoint.route} ${code}`);
      }
    },
  );

  test.each(answered.map(named))('%s: it lets in whom the table of permissions says', async (_, endpoint) => {
    for (const who of askers) {
      const core = await copies.untouched();
      prepareFor(who, core);
      const as = capacities[who];
      await first(endpoint).prepare?.(core);
      const response = await send(core, endpoint, { ...first(endpoint), as });
      const refused = hidden.has(endpoint.route) ? 404 : 403;
      // A desk accepts no change from people without a sign-in.
      const isChange = endpoint.auth === 'public' && !endpoint.route.startsWith('GET ');
      const isRefused = !as && (profile === 'desk' ? isChange : isOfPerson(endpoint));
      const allowed = isAllowed(endpoint, who) && !isRefused;
      const expected = allowed ? endpoint.status : as ? refused : 401;
      await expectStatus(response, expected, who);
    }
  });
});

test('every declared error code of an endpoint is provoked', () => {
  const declared = endpoints.filter(isWalked).flatMap((endpoint) =>
    errorsOf(endpoint)
      .filter((code) => code !== 'invalid' || endpoint.errors.includes(code))
      .map((code) => `${endpoint.route} ${code}`),
  );
  const missed = declared.filter((one) => !provoked.has(one));
  if (missed.length > 0)
    throw new Error(
      `Nothing provokes these. Name the thing in world.ts, or a request in provocations.ts:\n${missed.join('\n')}`,
    );
});

const pending = (core: TestCore): number => core.ctx.store.read(null, (s) => s.journal.counts().pending);

const named = (endpoint: Endpoint): [string, Endpoint] => [endpoint.route, endpoint];

/** Some of our own endpoints need state that the world lacks. */
const isWalked = ({ route, example }: Endpoint): boolean =>
  (example !== undefined || isOfContract(route)) && prepared[route] === undefined;

const isOfContract = (route: string): boolean => operations.some((operation) => operation === route);

const isHere = ({ profile }: Endpoint, here: Profile): boolean => profile === undefined || profile === here;

const isSentOn = ({ forwarded }: Endpoint, profile: Profile): boolean => forwarded && profile === 'desk';

/** Sessions and our own endpoints belong to the desk itself. */
const isJournaled = ({ route }: Endpoint): boolean => isOfContract(route) && !route.endsWith(' /user/token');

function refusals(endpoint: Endpoint, profile: Profile): [ErrorCode, Ask[]][] {
  if (isSentOn(endpoint, profile)) return [['unavailable', [{ as: asker(endpoint) }]]];
  const { unavailable = [], ...others } = provocationsOf(endpoint);
  if (profile === 'desk' && heldBySite.has(endpoint.route)) {
    const { 'not-found': missing = [], ...more } = others;
    return Object.entries({ ...more, unavailable: missing }) as [ErrorCode, Ask[]][];
  }
  const isMeant = profile === 'desk' || endpoint.profile === 'hub';
  return Object.entries(isMeant ? { ...others, unavailable } : others) as [ErrorCode, Ask[]][];
}

/** A desk may lack a resource that the site has. */
const heldBySite: ReadonlySet<string> = new Set(['GET /users/email/{email}']);

async function expectSuccess(endpoint: Endpoint, response: Response, profile: Profile): Promise<void> {
  const text = await expectStatus(response, endpoint.status, 'the example');
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe(profile === 'hub' ? '*' : null);
  if (endpoint.status === 204) {
    expect(text).toBe('');
    return;
  }
  const type = endpoint.response.meta()?.['contentMediaType'] ?? 'application/json';
  expect(response.headers.get('Content-Type')).toMatch(new RegExp(`^${String(type)}`));
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
  expect(endpoint.response.safeParse(value).error).toBeUndefined();
}

async function expectRefusal(
  endpoint: Endpoint,
  code: ErrorCode,
  response: Response,
  ask: Ask,
): Promise<void> {
  const text = await expectStatus(response, httpStatuses[code], `${code} by ${JSON.stringify(ask)}`);
  const body: unknown = JSON.parse(text);
  const schema = code === 'conflict' ? conflictSchema(endpoint) : errorBody;
  const { error } = schema.safeParse(body);
  if (error) throw new Error(`${code} by ${JSON.stringify(ask)} answered ${text}: ${error.message}`);
  // The Android app cannot read a 422 without `errors` (CONTRACT 2.1).
  if (response.status === 422)
    expect([ask, body]).toEqual([ask, expect.objectContaining({ errors: expect.any(Array) })]);
}

/** @returns the answer's text */
async function expectStatus(response: Response, status: number, what: string): Promise<string> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${what}: ${status} expected, ${response.status} ${text}`);
  return text;
}

/** A desk keeps this for everyone at its window, with or without a sign-in; a hub does not. */
const isOfPerson = ({ route }: Endpoint): boolean => route === 'PUT /benchside/reading/{guideid}';

/** Codes of resources that hide from people who may not change them. */
const hidden: ReadonlySet<string> = new Set([
  'PATCH /guides/releases/{releaseid}',
  'DELETE /guides/releases/{releaseid}',
]);

const capacities: Readonly<Record<Asker, Person | undefined>> = {
  anonymous: undefined,
  'anonymous on a private site': undefined,
  technician: 'omar',
  author: 'ines',
  owner: 'tomas',
  collaborator: 'kofi',
  admin: 'ada',
};

function prepareFor(who: Asker, core: TestCore): void {
  if (who === 'anonymous on a private site') makePrivate(core);
  if (who === 'collaborator') {
    core.ctx.store.transact(null, (s) =>
      s.db.run(sql`INSERT INTO collaborator (guideid, kind, id) VALUES (1, 'user', ${people.kofi})`),
    );
  }
}
