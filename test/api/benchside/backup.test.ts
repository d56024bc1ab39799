import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { restoreHub } from '../../../app/backup/hub-backup.ts';
import { AppError } from '../../../shared/errors.ts';
import type { BackupState } from '../../../shared/model/backup.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { everything } from '../../helpers/pair.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const password = 'long enough to keep';

async function withAdmins(core: TestCore): Promise<{ ada: string; bea: string; tom: string }> {
  const [ada, bea] = [
    await addPerson(core, 'ada', { role: 'admin', password }),
    await addPerson(core, 'bea', { role: 'admin', password }),
  ];
  return { ada: ada.token, bea: bea.token, tom: (await addPerson(core, 'tom', { role: 'author' })).token };
}

const state = (core: TestCore, token: string): Promise<BackupState> =>
  core.json('GET /benchside/backup', { token });
const begin = (core: TestCore, token: string): Promise<BackupState> =>
  core.json('POST /benchside/backup', { token, json: { password } });
const file = (core: TestCore, token?: string): Promise<Response> =>
  core.call('GET /benchside/backup/file', token === undefined ? {} : { token });

it('an admin makes a backup of the running hub, downloads it, and it restores all', async () => {
  using folder = temporaryFolder();
  await using core = testCore();
  const { ada, bea } = await withAdmins(core);
  await addGuide(core, ada);
  const all = await everything(core);
  expect(await state(core, ada)).toMatchObject({ state: 'none', last: null, file: null });
  expect(await begin(core, ada)).toMatchObject({ state: 'running', own: true });
  expect(await core.call('POST /benchside/backup', { token: bea, json: { password } })).toMatchObject({
    status: 503,
  });
  await expect.poll(async () => (await state(core, ada)).state, { timeout: 60_000 }).toBe('ready');
  const ready = await state(core, ada);
  expect(ready).toMatchObject({ last: { bytes: ready.file?.bytes }, picturesIn: null });
  expect(await state(core, bea)).toMatchObject({ state: 'ready', own: false });

  expect((await file(core, bea)).status).toBe(404);
  const answer = await file(core, ada);
  expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="${ready.file?.name}"`);
  expect(answer.headers.get('Content-Length')).toBe(String(ready.file?.bytes));
  const backup = join(folder.path, 'hub.backup');
  writeFileSync(backup, Buffer.from(await answer.arrayBuffer()));
  const restored = join(folder.path, 'restored');
  restoreHub(backup, restored, false);
  expect(existsSync(join(restored, 'backup.part')), 'a backup holds no backup').toBe(false);
  {
    await using hub = testCore({ dataDir: restored });
    expect(await everything(hub)).toEqual(all);
    expect(await state(hub, ada), 'what was restored knows nothing of this backup').toMatchObject({
      last: null,
    });
  }

  expect(await core.json('DELETE /benchside/backup', { token: ada })).toMatchObject({
    state: 'none',
    last: { bytes: ready.file?.bytes },
  });
  expect((await file(core, ada)).status).toBe(404);
  expect(readdirSync(core.dataDir)).not.toContain('backup.part');
});

it('refuses everyone but admins, a wrong password, and a desk', async () => {
  await using core = testCore();
  const { ada, tom } = await withAdmins(core);
  for (const route of ['GET /benchside/backup', 'DELETE /benchside/backup', 'GET /benchside/backup/file']) {
    expect([route, (await core.call(route)).status]).toEqual([route, 401]);
    expect([route, (await core.call(route, { token: tom })).status]).toEqual([route, 403]);
  }
  const json = { password };
  expect((await core.call('POST /benchside/backup', { token: tom, json })).status).toBe(403);
  const wrong = await core.json('POST /benchside/backup', {
    token: ada,
    json: { password: 'not this one' },
    expect: 422,
  });
  expect(wrong).toMatchObject({
    errors: [{ field: 'password', message: 'This is not your current password.' }],
  });
  expect(await state(core, ada)).toMatchObject({ state: 'none' });
  expect((await core.call('POST /benchside/backup/file', { token: ada })).status).toBe(405);

  await using desk = testCore({ profile: 'desk', site: 'http://127.0.0.1:1/api/2.0' });
  const admin = await addPerson(desk, 'ada', { role: 'admin' });
  expect((await desk.call('GET /benchside/backup', { token: admin.token })).status).toBe(404);
  expect((await desk.call('GET /benchside/backup/file', { token: admin.token })).status).toBe(404);
});

it('says why a backup failed, deletes one after its time, and leaves none behind when the hub closes', async () => {
  const refuse = () => ({
    result: Promise.reject(new AppError('unavailable', 'There is no room.')),
    stop: () => undefined,
  });
  await using full = testCore({}, { backups: { make: refuse } });
  const admins = await withAdmins(full);
  await begin(full, admins.ada);
  await expect
    .poll(() => state(full, admins.ada))
    .toMatchObject({ state: 'failed', message: 'There is no room.' });

  await using brief = testCore({}, { backups: { keptSeconds: 0 } });
  const { ada } = await withAdmins(brief);
  await begin(brief, ada);
  await expect.poll(async () => (await state(brief, ada)).last, { timeout: 60_000 }).not.toBeNull();
  await expect.poll(async () => (await state(brief, ada)).state).toBe('none');
  expect(readdirSync(brief.dataDir)).not.toContain('backup.part');

  await begin(full, admins.ada);
  expect(await full.json('DELETE /benchside/backup', { token: admins.ada })).toMatchObject({
    state: 'none',
    message: null,
  });

  using folder = temporaryFolder();
  {
    await using closing = testCore({ dataDir: folder.path });
    await begin(closing, (await withAdmins(closing)).ada);
  }
  expect(readdirSync(folder.path)).not.toContain('backup.part');
});
