import { expect, test } from 'vitest';

import { hide, buildWorld, roles, secrets } from '../helpers/hidden-world.ts';
import type { Role } from '../helpers/hidden-world.ts';
import { addGuide, pair, password, signInAt } from '../helpers/pair.ts';
import type { DeskPerson } from '../helpers/pair.ts';
import { leaksOf, readAll } from '../helpers/walk.ts';
import { photo } from '../media/pictures.ts';

const addresses: Record<Exclude<Role, 'nobody'>, string> = {
  stranger: 'mallory@example.org',
  author: 'ines@example.org',
  admin: 'ada@example.org',
  owner: 'unguessable@hidden.example',
};

test('[F10.1] [security 3, 8, 20, 21] no answer of a shared desk shows a role what it may not read, nor what others have not sent', async () => {
  await using both = await pair();
  await buildWorld(both.hub, password);
  const { desk } = both;
  const people: DeskPerson[] = [];
  const signedIn: Partial<Record<Role, string>> = {};
  for (const role of roles) {
    if (role === 'nobody') continue;
    const person = await signInAt(desk, role, addresses[role]);
    people.push(person);
    signedIn[role] = person.token;
  }
  expect(await both.round({ people })).toMatchObject({ problem: null });
  both.net.disconnect();
  // Edits that the owner makes offline.
  const withAdmin = ['owner', 'admin'] as const;
  const { owner: token } = signedIn;
  const body = new Uint8Array(await (await photo(320, 240)).jpeg().toBuffer());
  const { image } = await desk.json<{ image: { id: number; guid: string } }>(
    `POST /user/media/images?file=a.jpg`,
    { token: token ?? '', body },
  );
  hide('an unsent picture of a private guide', withAdmin, image.guid);
  const guideid = await addGuide(desk, token ?? '', {
    public: false,
    title: `New ${hide('title of an unsent private guide', withAdmin)}`,
    introduction: hide('introduction of an unsent private guide', withAdmin),
    image: image.id,
  });
  await desk.json(`POST /comments/guide/${guideid}`, {
    token: token ?? '',
    json: { text: hide('an unsent comment on a private guide', withAdmin) },
  });
  await desk.json('POST /work_log', {
    token: token ?? '',
    json: { guideid, workorderid: hide('work order of an unsent run', withAdmin) },
  });
  await desk.json('PUT /benchside/drafts/guide-1', {
    token: token ?? '',
    json: { title: hide('an unsaved draft at a desk', ['owner']) },
  });

  const walked = { core: desk, signedIn };
  const leaks: string[] = [];
  const seen = new Set<string>();
  let answers = 0;
  for (const role of roles) {
    const found = await readAll(walked, role);
    answers += found.answers;
    for (const what of found.seen.keys()) seen.add(what);
    leaks.push(...leaksOf(role, found));
  }
  process.stdout.write(
    `${answers} answers of a desk were searched for ${secrets.length} hidden words and guids.\n`,
  );
  expect(leaks).toEqual([]);
  // The walk finds the unsent edits, and most of the secrets of the hub.
  const unsent = secrets.filter(({ what }) => / unsent | at a desk$/.test(what));
  expect(unsent.filter(({ what }) => !seen.has(what))).toEqual([]);
  expect(seen.size).toBeGreaterThan(secrets.length / 2);
}, 120_000);
