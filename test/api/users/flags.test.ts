import { expect, test } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import type { OfferedFlag } from '../../../shared/model/user.ts';
import { flagsAfter, flagOf, flagsFor } from '../../../app/store/policy/flags.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const flagids = (guide: Guide): string[] => guide.flags.map((flag) => flag.flagid);

test('GET /user/flags offers more to authors than to technicians, and all to admins', async () => {
  await using core = testCore();
  const offered = async (role: 'technician' | 'author' | 'admin'): Promise<string[]> => {
    const { token } = await addPerson(core, role, { role });
    const { guide } = await core.json<{ guide: Record<string, OfferedFlag> }>('GET /user/flags', { token });
    for (const [flagid, flag] of Object.entries(guide)) {
      expect(flag).toEqual({ ...flagOf(flagid), image: expect.any(String), isFontAwesome: true });
    }
    return Object.keys(guide);
  };
  const [technician, author, admin] = [
    await offered('technician'),
    await offered('author'),
    await offered('admin'),
  ] as const;
  expect(author).toEqual(expect.arrayContaining(technician));
  expect(admin).toEqual(expect.arrayContaining(author));
  expect(technician).toContain('GUIDE_IN_PROGRESS');
  expect(author.filter((flagid) => !technician.includes(flagid))).toContain('GUIDE_ARCHIVED');
  expect(admin.filter((flagid) => !author.includes(flagid))).toEqual([
    'GUIDE_STARRED',
    'GUIDE_FEATURED_STUDENT',
  ]);
  expect(admin.some((flagid) => flagid.startsWith('WIKI_'))).toBe(false);
  await core.json('GET /user/flags', { expect: 401 });
});

test('offered flags can be set and removed; others are refused, with the required privilege', async () => {
  await using core = testCore();
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  const ines = await addPerson(core, 'ines', { role: 'author' });
  const ann = await addPerson(core, 'ann');
  const { guideid } = await addGuide(core, ann.token, { flags: ['GUIDE_IN_PROGRESS'] });
  const patch = async (token: string, flags: string[], expect = 200): Promise<Guide> => {
    const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`);
    return core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { flags }, expect });
  };
  expect(flagids(await patch(ann.token, ['GUIDE_MISSING_STEPS']))).toEqual(['GUIDE_MISSING_STEPS']);
  for (const [token, flagid, needed] of [
    [ann.token, 'GUIDE_ARCHIVED', 'Author'],
    [ann.token, 'GUIDE_STARRED', 'Admin'],
    [ines.token, 'GUIDE_STARRED', 'Admin'],
  ] as const) {
    expect(await patch(token, [flagid], 403)).toMatchObject({ requiredPrivileges: [needed] });
  }
  await core.json('POST /guides', {
    token: ann.token,
    json: { category: 'Pump', type: 'repair', flags: ['GUIDE_STARRED'] },
    expect: 403,
  });
  expect(await patch(boss.token, ['WIKI_STUB'], 422)).toMatchObject({ errors: [{ field: 'flags' }] });
  expect(flagids(await patch(ines.token, ['GUIDE_ARCHIVED']))).toEqual(['GUIDE_ARCHIVED']);

  // Flags that other people set stay at their places, whether or not the edit names them.
  await patch(boss.token, ['DANGER', 'GUIDE_STARRED', 'GUIDE_ARCHIVED']);
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`);
  const same = await patch(ann.token, ['DANGER']);
  expect(same.revisionid).toBe(revisionid);
  expect(flagids(same)).toEqual(['DANGER', 'GUIDE_STARRED', 'GUIDE_ARCHIVED']);
  expect(flagids(await patch(ann.token, ['GUIDE_STARRED', 'GUIDE_DELETE']))).toEqual([
    'GUIDE_STARRED',
    'GUIDE_DELETE',
    'GUIDE_ARCHIVED',
  ]);
  expect(flagids(await patch(ines.token, []))).toEqual(['GUIDE_STARRED']);
  expect(flagids(await patch(boss.token, []))).toEqual([]);
});

test('fixtures and imports set any flag, and a flag of a newer site keeps its own texts', () => {
  expect(flagsAfter(null, [], ['GUIDE_STARRED', 'GUIDE_STARRED'])).toEqual([flagOf('GUIDE_STARRED')]);
  const newer = { flagid: 'GUIDE_NEWER', title: 'Newer', text: 'From a newer site.' };
  const ann = { userid: 1, username: 'ann', role: 'technician', teams: [] } as const;
  expect(flagsAfter({ ...ann, teams: [] }, [newer], ['DANGER'])).toEqual([newer, flagOf('DANGER')]);
  expect(flagsFor('technician').map(({ flagid }) => flagid)).not.toContain('GUIDE_NEWER');
});

test('a desk refuses the same flags offline, and allowed changes wait for the site', async () => {
  await using desk = testCore({ profile: 'desk' });
  const ann = await addPerson(desk, 'ann');
  const { guideid } = await addGuide(desk, ann.token);
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`);
  const pending = desk.ctx.store.read(null, (s) => s.journal.counts().pending);
  const route = `PATCH /guides/${guideid}?revisionid=${revisionid}`;
  await desk.json(route, { token: ann.token, json: { flags: ['GUIDE_STARRED'] }, expect: 403 });
  await desk.json(route, { token: ann.token, json: { flags: ['DANGER'] } });
  expect(desk.ctx.store.read(null, (s) => s.journal.counts().pending)).toBe(pending + 1);
});
