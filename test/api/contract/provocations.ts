import { expect } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { SqlPart } from '../../../app/store/sql.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Endpoint } from '../../../app/api/endpoint.ts';
import type { TestCore } from '../../helpers/core.ts';
import { genericProvocations } from './asks.ts';
import type { Ask, Provocations } from './asks.ts';

/** Makes guide 1 private. */
const hideGuide = ({ ctx: { store } }: TestCore): void => {
  store.transact(null, (s) => s.db.run(sql`UPDATE guide SET public = 0 WHERE guideid = 1`));
};

const editManual = (core: TestCore): Promise<unknown> =>
  change(core, 'PATCH /wikis/WIKI/Manual', sql`wiki WHERE title = 'Manual'`);

const editGuide = (core: TestCore): Promise<unknown> =>
  change(core, 'PATCH /guides/1', sql`guide WHERE guideid = 1`);

const deleteGuide = (core: TestCore): Promise<unknown> =>
  change(core, 'DELETE /guides/1', sql`guide WHERE guideid = 1`);

async function change(core: TestCore, route: string, from: SqlPart): Promise<void> {
  const { revisionid } = core.ctx.store.read(null, (s) =>
    s.db.one(sql<{ revisionid: number }>`SELECT revisionid FROM ${from}`),
  ) ?? { revisionid: 0 };
  const body = { contents: 'Read this again.', conclusion: 'Close the lid.' };
  await core.call(`${route}?revisionid=${revisionid}`, { token: 'tomas', json: body });
}

/** A desk has only its own history, and nothing that was deleted before its first sync. */
export const atDesk: Readonly<Record<string, Ask>> = {
  'POST /guides/{guideid}/{langid}/restore': { prepare: deleteGuide, params: { guideid: '1' } },
  'POST /wikis/{namespace}/{title}/revert': { prepare: editManual },
  'POST /benchside/guides/{guideid}/revert': { prepare: editGuide },
};

const hideWikis = ({ ctx: { store } }: TestCore): void => {
  store.transact(null, (s) => s.db.run(sql`UPDATE wiki SET private = 1`));
};

const release = ({ ctx: { store } }: TestCore): void => {
  store.transact(null, (s) => s.db.run(sql`UPDATE release SET status = 'released'`));
};

/** Run 1 is active, 2 is paused, 3 is suspended, 4 is complete. */
const inState = (...entries: string[]): Ask[] =>
  entries.map((entryid) => ({ as: 'tomas', params: { entryid } }));

const nobody = { email: 'nobody@example.org', password: 'a long enough password' };

const tooLarge: Ask[] = [{ as: 'tomas', headers: { 'Content-Length': String(2 ** 40) } }];

/** Begins an import whose file never arrives; it ends with the core, or when it is stopped. */
const importing: Ask['prepare'] = ({ ctx: { imports } }) => {
  const silent = new ReadableStream<Uint8Array>();
  imports.begin('guides.jsonl', silent).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
};

const stranger = (prepare: Ask['prepare']): Ask[] => [{ as: 'omar', prepare }];

/** Refusals of single operations, and their ways to provoke common ones. */
const special: Readonly<Record<string, Provocations>> = {
  'PATCH /benchside/settings': { forbidden: [{ as: 'omar', json: { keepRunning: true } }] },
  'POST /benchside/sync': { forbidden: [{ as: 'omar', json: { acceptRemovals: true } }] },
  'GET /users/email/{email}': {
    forbidden: [{ as: 'omar' }, { as: 'omar', params: { email: 'nobody@example.org' } }],
  },
  'GET /comments/{commentid}': { forbidden: stranger(hideGuide) },
  'POST /comments/{context}/{contextid}': { forbidden: stranger(hideGuide) },
  'GET /wikis/{namespace}/{title}': { forbidden: stranger(hideWikis) },
  'GET /wikis/{namespace}/{title}/tags': { forbidden: stranger(hideWikis) },
  'GET /wikis/CATEGORY/{title}/children': { forbidden: stranger(hideWikis) },
  'GET /wikis/CATEGORY/{title}/identification': { forbidden: stranger(hideWikis) },
  'GET /benchside/wikis/{namespace}/{title}/revisions': { forbidden: stranger(hideWikis) },
  'GET /categories/{categoryname}': { forbidden: stranger(hideWikis) },
  'GET /step_forms/stepid/{stepid}': { forbidden: stranger(hideGuide) },
  'GET /step_forms/form_revisionid/{form_revisionid}': { forbidden: stranger(hideGuide) },
  'GET /step_forms/field_revisionid/{field_revisionid}': { forbidden: stranger(hideGuide) },
  'POST /user/token': {
    unauthorized: [{ json: { email: 'tomas@example.org', password: 'not this one' } }],
    unavailable: [{ json: nobody }],
  },
  'POST /user/token/impersonate': { 'not-found': [{ as: 'ada', json: { userid: 999_999 } }] },
  'GET /benchside/tokens': { 'not-found': [{ as: 'ada', query: { userid: '999999' } }] },
  'GET /benchside/storage': { 'not-found': [{ as: 'omar', query: { category: 'No such thing' } }] },
  'POST /guides/releases': { 'not-found': [{ as: 'ada', json: { guideid: 999_999 } }] },
  'GET /guides/{guideid}': { unavailable: [{ query: { machineTranslateLangid: 'de' } }] },
  'POST /wikis': { forbidden: [{ as: 'omar', json: { namespace: 'INFO', title: 'About', contents: '' } }] },
  'POST /work_log': {
    'not-found': [{ as: 'ada', json: { guideid: 999_999, workorderid: 'W-9' } }],
    forbidden: [{ as: 'omar', json: { guideid: 2, workorderid: 'W-9' } }],
  },
  'POST /benchside/assignments': {
    'not-found': [{ as: 'ada', json: { guideid: 999_999, workorderid: 'W-9', bench: 'Bench 2' } }],
    invalid: [{ as: 'ada', json: { guideid: 1, workorderid: 'W-9' } }],
  },
  'PUT /benchside/assignments/{assignmentid}': {
    invalid: [{ as: 'ada', params: { assignmentid: '1' }, json: { guideid: 1, workorderid: 'W-9' } }],
  },
  'POST /work_log/{entryid}/pause': { invalid: inState('2', '3', '4') },
  'POST /work_log/{entryid}/resume': { invalid: inState('1', '3', '4') },
  'POST /work_log/{entryid}/suspend': { invalid: inState('3', '4') },
  'POST /work_log/{entryid}/finish': { invalid: inState('3', '4') },
  'POST /work_log/{entryid}/cancel': { invalid: inState('4') },
  'POST /work_log/{entryid}/assume': { invalid: inState('1', '2', '4'), forbidden: stranger(hideGuide) },
  'PATCH /guides/releases/{releaseid}': { forbidden: stranger(release) },
  'DELETE /guides/releases/{releaseid}': { forbidden: stranger(release) },
  'POST /step_forms/{stepid}': { conflict: [{ as: 'tomas', query: { form_revisionid: '999' } }] },
  'PUT /work_log/{entryid}/stepData': {
    conflict: [{ as: 'tomas', json: { fields: {}, lasttimingid: 999 } }],
  },
  'POST /benchside/import': {
    'too-large': [{ as: 'ada', headers: { 'Content-Length': String(2 ** 40) } }],
    unavailable: [{ as: 'ada', prepare: importing }],
  },
  'POST /benchside/backup': {
    unavailable: [{ as: 'ada', prepare: ({ ctx: { backups } }) => backups?.begin(1) }],
  },
  'POST /user/media/images': { 'too-large': tooLarge },
  'POST /user/media/videos': { 'too-large': tooLarge },
  'POST /user/media/documents': { 'too-large': tooLarge },
  'GET /benchside/bundle': { 'not-found': [{ as: 'ada', query: { download: '' } }] },
};

export function provocationsOf(endpoint: Endpoint): Provocations {
  const generic = genericProvocations(endpoint);
  const own = special[endpoint.route] ?? {};
  return { ...generic, ...own, invalid: [...(generic.invalid ?? []), ...(own.invalid ?? [])] };
}
