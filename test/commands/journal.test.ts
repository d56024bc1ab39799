import { expect, it } from 'vitest';

import { dropPersonToken } from '../../app/replica/desk-people/people.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { benchside as run } from '../helpers/process.ts';

const patch = async (core: Pair['hub'], guideid: number, token: string, title: string): Promise<void> => {
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title } });
};

it('shows, decides and checks the journal from the command line', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await patch(both.desk, guideid, ann.token, 'Mine');
  await patch(both.hub, guideid, both.admin, 'Theirs');
  await both.round({ people: [ann] });
  await both.desk.close();
  const data = ['--data', both.desk.dataDir];

  const shown = await run(['conflicts', ...data, '--json']);
  expect(shown.code).toBe(2);
  const { entries } = JSON.parse(shown.stdout) as { entries: { entryid: string }[] };
  expect(entries).toMatchObject([
    { username: 'ann', cause: { conflicts: [{ field: 'title', mine: 'Mine', theirs: 'Theirs' }] } },
  ]);
  const entryid = entries[0]?.entryid ?? '';
  expect((await run(['conflicts', ...data])).stdout).toMatch(
    /title: was "Mend the pump"; mine "Mine"; theirs "Theirs"/,
  );

  expect(await run(['resolve', entryid, ...data, '--take', 'both'])).toMatchObject({ code: 64 });
  expect(await run(['resolve', entryid, ...data, '--take', 'merged'])).toMatchObject({ code: 64 });
  expect(await run(['resolve', 'nothing', ...data, '--take', 'mine'])).toMatchObject({ code: 1 });
  expect(await run(['resolve', entryid, ...data, '--take', 'merged', '--field', 'title=Ours'])).toMatchObject(
    {
      code: 0,
      stdout: `${entryid} is pending: the next sync sends it.\n`,
    },
  );
  expect(await run(['retry', entryid, ...data])).toMatchObject({ code: 1 });
  const verified = await run(['journal', ...data, '--verify']);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toMatch(
    /^accepted (\d+) = pending \1 \+ sending 0 \+ done 0 \+ parked 0 \+ discarded 0\n$/,
  );
  expect((await run(['journal', ...data])).stdout).toContain(entryid);
});

it('[chaos 6] the status and a sync report whose edits wait for a sign-in', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const bo = await deskPerson(both, 'bo');
  await both.round({ people: [bo] });
  await both.desk.json(`POST /comments/guide/${guideid}`, {
    token: bo.token,
    json: { text: 'Mind the seal.' },
  });
  both.desk.ctx.store.transact(null, (s) => dropPersonToken(s, bo.userid));
  await both.desk.close();
  const data = ['--data', both.desk.dataDir];

  const words = '1 edit waits for a sign-in at this desk of: bo.';
  expect(await run(['status', ...data])).toMatchObject({ code: 0, stdout: expect.stringContaining(words) });
  expect(JSON.parse((await run(['status', ...data, '--json'])).stdout)).toMatchObject({ unsignedEdits: 1 });
  expect(await run(['sync', ...data])).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
});
