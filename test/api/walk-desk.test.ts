import { expect, test } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { hide, buildWorld, ids, pages, roles, secrets } from '../helpers/hidden-world.ts';
import type { Role } from '../helpers/hidden-world.ts';
import { addGuide, pair, password, signInAt } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { leaksOf, readAll } from '../helpers/walk.ts';
import { photo } from '../media/pictures.ts';

const addresses: Record<Exclude<Role, 'nobody'>, string> = {
  stranger: 'mallory@example.org',
  author: 'ines@example.org',
  admin: 'ada@example.org',
  owner: 'unguessable@hidden.example',
};

test('[F10.1] [R4.1] [security 3, 8, 20, 21] no answer of a shared desk shows a role what it may not read, nor what others have not sent', async () => {
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
  await keptForEdits(both, signedIn, people);
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
  const unsent = secrets.filter(({ what }) => / unsent | at a desk$|^kept /.test(what));
  expect(unsent.filter(({ what }) => !seen.has(what))).toEqual([]);
  expect(seen.size).toBeGreaterThan(secrets.length / 2);
}, 120_000);

/** A guide and a page that the hub deletes while edits of the author wait: the desk keeps them for those who decide about the edits. */
async function keptForEdits(
  both: Pair,
  { author = '', admin = '' }: Partial<Record<Role, string>>,
  people: DeskPerson[],
): Promise<void> {
  const { hub, desk } = both;
  const readers = ['author', 'admin'] as const;
  const picture = new Uint8Array(await (await photo(200, 160)).jpeg().toBuffer());
  const { image } = await hub.json<{ image: { id: number; guid: string } }>(
    'POST /user/media/images?file=b.jpg',
    { token: admin, body: picture },
  );
  hide('kept for edits: a picture of a guide', readers, image.guid);
  const guideid = await addGuide(
    hub,
    admin,
    { title: hide('kept for edits: title of a guide', readers), image: image.id },
    0,
  );
  const line = { text: hide('kept for edits: a line of a guide', readers), bullet: 'black', level: 0 };
  const { steps } = await hub.json<Guide>(`POST /guides/${guideid}/steps`, {
    token: admin,
    json: { orderby: 1, lines: [line] },
  });
  const [step] = steps;
  const label = hide('kept for edits: a form of a guide', readers);
  const { form_revisionid } = await hub.json<{ form_revisionid: number }>(
    `POST /step_forms/${step?.stepid}`,
    {
      token: admin,
      json: { fields: [{ field_type: 'Text Input', label }] },
    },
  );
  await hub.json(`PUT /guides/${guideid}/tag`, {
    token: admin,
    json: { tag: hide('kept for edits: tag of a guide', readers) },
  });
  const { commentid } = await hub.json<{ commentid: number }>(`POST /comments/guide/${guideid}`, {
    token: admin,
    json: { text: hide('kept for edits: a comment on a guide', readers) },
  });
  const page = { namespace: 'CATEGORY', title: 'Kept page' };
  const { revisionid } = await hub.json<{ revisionid: number }>('POST /wikis', {
    token: admin,
    json: { ...page, contents: hide('kept for edits: contents of a page', readers) },
  });
  pages.push(page);
  ids['guideid']?.push(String(guideid));
  ids['stepid']?.push(String(step?.stepid));
  ids['commentid']?.push(String(commentid));
  ids['form_revisionid']?.push(String(form_revisionid));
  ids['imageid']?.push(String(image.id));
  const round = async (): Promise<void> =>
    expect(await both.round({ people })).toMatchObject({ problem: null });
  await round();
  const ofGuide = `/guides/${guideid}?revisionid=${(await desk.json<Guide>(`GET /guides/${guideid}`)).revisionid}`;
  const ofPage = `/wikis/CATEGORY/Kept%20page?revisionid=${revisionid}`;
  await desk.json(`PATCH ${ofGuide}`, {
    token: author,
    json: { summary: hide('kept for edits: an edit of a guide', readers) },
  });
  await desk.json(`PATCH ${ofPage}`, {
    token: author,
    json: { contents: hide('kept for edits: an edit of a page', readers) },
  });
  await hub.json(`DELETE ${ofGuide}`, { token: admin });
  await hub.json(`DELETE ${ofPage}`, { token: admin });
  await round();
}
