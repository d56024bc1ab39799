import { unsentEdits } from '../../../app/bundle/export-journal.ts';
import type { EndpointRoute } from '../../../app/api/endpoint.ts';
import { lostBySite } from '../../../app/replica/journal/entry.ts';
import type { JournalEntry } from '../../../app/replica/journal/entry.ts';
import type { ReplicaWriter } from '../../../app/replica/replica.ts';
import { sql } from '../../../app/store/sql.ts';
import { invariant } from '../../../shared/assert.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { setUpCodeHeader } from '../../../shared/set-up-code.ts';
import type { TestCore } from '../../helpers/core.ts';
import type { Ask } from './asks.ts';
import { reportOfNobody } from '../../helpers/reports.ts';

type Prepare = (core: TestCore) => Promise<Ask>;

/** The preparation that the example of an operation needs before it succeeds, and the request that replaces it. */
export const prepared: Readonly<Partial<Record<EndpointRoute, Prepare>>> = {
  'POST /benchside/user/password': async () => ({ as: 'tomas' }),
  'POST /benchside/setup': async (core) => {
    core.ctx.store.transact(null, (s) => s.db.run(sql`DELETE FROM account`));
    const { code } = core.ctx.setUp;
    invariant(code, 'a hub without accounts has a code');
    const json = { email: 'maren@example.org', username: 'Maren Holt', password: 'a long enough password' };
    return { as: undefined, json: { ...json, code, name: 'Pump works', langid: 'en', private: true } };
  },
  'POST /benchside/setup/backup': async (core) => {
    core.ctx.store.transact(null, (s) => {
      s.db.run(sql`DELETE FROM account`);
      s.db.run(sql`UPDATE guide SET deleted = 1`);
    });
    const { code } = core.ctx.setUp;
    invariant(code, 'a hub without accounts has a code');
    return { as: undefined, headers: { [setUpCodeHeader]: code }, body: 'the first bytes of a backup' };
  },
  'POST /benchside/import': async (core) => {
    await core.ctx.imports.end();
    return {};
  },
  'POST /benchside/import/sample': async (core) => {
    await core.ctx.imports.end();
    core.ctx.store.transact(null, (s) => s.db.run(sql`UPDATE guide SET deleted = 1`));
    return {};
  },
  'POST /benchside/bundle': async (core) => {
    await core.ctx.bundles.end();
    return {};
  },
  'POST /benchside/bundle_import': async (core) => {
    await core.ctx.carry.end();
    return { body: 'the bytes of a bundle' };
  },
  'POST /benchside/carried_edits': async (core) => {
    await core.ctx.edits?.end();
    return { body: 'the bytes of a file' };
  },
  'POST /benchside/unsent_edits': async (core) => ({
    as: 'ada',
    body: JSON.stringify(await unsentEdits(core.ctx)),
  }),
  'PATCH /benchside/devices/{deviceid}': async (core) => {
    await core.json('PUT /benchside/devices/0b54a5f2-6f0c-4c43-9d4b-5e1f6f0c9a11', {
      token: 'tomas',
      json: reportOfNobody,
      expect: 204,
    });
    const [device] = await core.json<{ deviceid: string }[]>('GET /benchside/devices', { token: 'ada' });
    invariant(device, 'the desk is in the list');
    return { params: { deviceid: device.deviceid } };
  },
  'GET /benchside/journal/{entryid}': parkedEdit,
  'POST /benchside/journal/{entryid}/preview': parkedEdit,
  'POST /benchside/journal/{entryid}/decide': parkedEdit,
  'POST /benchside/journal/{entryid}/retry': parkedEdit,
  'POST /benchside/journal/{entryid}/discard': parkedEdit,
  'POST /benchside/journal/{entryid}/undecide': async (core) => {
    const ask = await parkedEdit(core);
    const path = `POST /benchside/journal/${ask.params?.['entryid']}/decide`;
    await core.json(path, { token: 'tomas', json: { take: 'mine' } });
    return ask;
  },
  'POST /benchside/journal/retry_lost': async (core) => {
    await lastEdit(core, (s, entry) => s.journal.setState(entry, 'parked', lostBySite));
    return {};
  },
  'DELETE /benchside/guides/{guideid}/flags/{flagid}': async (core) => {
    await core.json('PUT /benchside/guides/1/flags/GUIDE_MISSING_IMAGES', { token: 'tomas' });
    return { as: 'tomas' };
  },
  'POST /benchside/kiosk/unlock': async (core) => {
    await setMeans(core, 'tomas', { pin: '2580' });
    return atWindow(core);
  },
  'POST /benchside/kiosk/badge': async (core) => {
    await setMeans(core, 'tomas', { badge: '04A1B2C3D4' });
    return atWindow(core);
  },
  'POST /benchside/kiosk/leave': async (core) => {
    await setMeans(core, 'ada', { pin: '2580' });
    const json = { on: true, idleSeconds: 90, badgeAlone: true, allowed: 'work' };
    await core.json('PUT /benchside/kiosk', { token: 'ada', json });
    return atWindow(core);
  },
  'POST /benchside/kiosk/cover': async (core) => atWindow(core),
};

const atWindow = ({ ctx }: TestCore): Ask => ({
  as: undefined,
  headers: { 'X-Benchside-Window': ctx.identity.windowKey ?? '' },
});

async function setMeans(core: TestCore, token: string, means: object): Promise<void> {
  const json = { password: 'a long enough password', ...means };
  await core.json('PUT /benchside/kiosk/me', { token, json });
}

/** Parks an edit of a title that another person changed too. */
async function parkedEdit(core: TestCore): Promise<Ask> {
  const [base, mine, theirs] = ['Mend the pump', 'Mend the pump quickly', 'Mend the water pump'];
  const entryid = await lastEdit(core, (s, entry) =>
    s.journal.setState(entry, 'parked', {
      kind: 'conflict',
      message:
        'Someone else changed the same fields on the site: title. Choose the version to keep; both are stored here.',
      conflicts: [{ field: 'title', base, mine, theirs }],
    }),
  );
  return { params: { entryid } };
}

/** Tomas renames guide 1; `then` decides the outcome of that edit. @returns its entryid */
async function lastEdit(
  core: TestCore,
  then: (s: ReplicaWriter, entry: JournalEntry) => void,
): Promise<string> {
  const { revisionid } = await core.json<Guide>('GET /guides/1?unpatrolled', { token: 'tomas' });
  const json = { title: 'Mend the pump quickly' };
  await core.json(`PATCH /guides/1?revisionid=${revisionid}`, { token: 'tomas', json });
  return core.ctx.store.transact(null, (s) => {
    const entry = s.journal.list(['pending']).at(-1);
    invariant(entry, 'the edit is in the journal');
    then(s, entry);
    return entry.entryid;
  });
}
