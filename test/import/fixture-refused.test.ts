import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { seedFixture } from '../../app/import/fixture.ts';
import { limits } from '../../shared/limits.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { workContent } from '../helpers/import.ts';

describe('a broken fixture is refused with its wrong places, and changes nothing', () => {
  const guide = { guideid: 1, category: 'Pump', author: 1 };
  const manyLines = Array.from({ length: limits.step.lines.max + 1 }, () => ({ text: 'a' }));
  const manyPictures = Array.from({ length: limits.step.pictures.max + 1 }, (_, index) => index + 1);
  const users = [{ userid: 1, username: 'Ann' }];
  const broken: [string, object | string, RegExp][] = [
    ['no JSON', '{"guides": [', /cannot be read as JSON/],
    ['another kind of value', [1], /is not a fixture/],
    [
      'a wrong type',
      { users, guides: [{ ...guide, guideid: 'one' }] },
      /is not a fixture: guides\.0\.guideid: /,
    ],
    ['an unknown picture', { users, guides: [{ ...guide, image: 99 }] }, /guides: 1: There is no image 99/],
    [
      'an unknown picture in a step',
      { users, guides: [{ ...guide, steps: [{ media: { type: 'image', data: [98] } }] }] },
      /guides: 1: There is no image 98/,
    ],
    [
      'an unknown prerequisite',
      { users, guides: [{ ...guide, prerequisites: [5] }] },
      /guides: 1: prerequisites: there is no guide 5/,
    ],
    [
      'an unknown author',
      { guides: [{ ...guide, author: { userid: 8 } }] },
      /guides: 1: author: there is no user 8/,
    ],
    [
      'an unknown team',
      { users, guides: [{ ...guide, teams: [4] }] },
      /guides: 1: teams: there is no team 4/,
    ],
    [
      'a member nobody knows',
      { teams: [{ teamid: 2, name: 'Crew', members: [9] }] },
      /teams: 2: There is no user 9/,
    ],
    [
      'a step of two guides',
      {
        users,
        guides: [
          { ...guide, steps: [{ stepid: 3 }] },
          { ...guide, guideid: 2, steps: [{ stepid: 3 }] },
        ],
      },
      /guides: 2: step 3 stands in guide 1 too/,
    ],
    [
      'a category below nothing',
      { wikis: [{ wikiid: 1, namespace: 'CATEGORY', title: 'Pump', parent: 'Nothing' }] },
      /wikis: 1: parent: there is no category Nothing/,
    ],
    [
      'a comment on nothing',
      { users, comments: [{ commentid: 6, context: 'guide', contextid: 7, author: 1 }] },
      /comments: 6: There is no guide 7/,
    ],
    [
      'an answer to nothing',
      {
        users,
        guides: [guide],
        comments: [{ commentid: 6, context: 'guide', contextid: 1, parentid: 5, author: 1 }],
      },
      /comments: 6: There is no comment 5/,
    ],
    [
      'a form of nothing',
      { step_forms: [{ stepid: 44, fields: [] }] },
      /step_forms: step 44: There is no step 44/,
    ],
    [
      'a field of an eighth type',
      { step_forms: [{ stepid: 44, fields: [{ field_type: 'Slider' }] }] },
      /step_forms\.0\.fields\.0\.field_type: /,
    ],
    [
      'work on nothing',
      { users, work_log: [{ entryid: 1, guideid: 9, userid: 1, workorderid: 'a', starttime: 1 }] },
      /work_log: 1: there is no guide 9/,
    ],
    [
      'a favorite of nobody',
      { users, guides: [guide], favorites: [{ userid: 2, guideid: 1 }] },
      /favorites: there is no user 2/,
    ],
    [
      'the same e-mail twice',
      { users: [1, 2].map((userid) => ({ userid, username: 'A', email: 'a@example.org' })) },
      /users: 2: There is already an account/,
    ],
    [
      '[contract E1] more lines than a step may have',
      {
        users,
        guides: [{ ...guide, steps: [{ lines: manyLines }] }],
      },
      /guides\.0\.steps\.0\.lines: Too big: .*<=100 items/,
    ],
    [
      '[contract E1] a longer line than may be written',
      {
        users,
        guides: [{ ...guide, steps: [{ lines: [{ text_raw: 'a'.repeat(limits.step.line.max + 1) }] }] }],
      },
      /guides\.0\.steps\.0\.lines\.0\.text_raw: A line has at most 5000 characters/,
    ],
    [
      '[contract E1] more pictures than a step may have',
      { users, guides: [{ ...guide, steps: [{ media: { type: 'image', data: manyPictures } }] }] },
      /guides\.0\.steps\.0\.media\.data: A step has at most 20 pictures/,
    ],
    [
      '[contract E1] a line below more than two others',
      { users, guides: [{ ...guide, steps: [{ lines: [{ text: 'a', level: 3 }] }] }] },
      /guides\.0\.steps\.0\.lines\.0\.level: Too big/,
    ],
    [
      '[contract E5] a longer tag than may be written',
      { users, guides: [{ ...guide, tags: ['a'.repeat(limits.tag.text.max + 1)] }] },
      /guides\.0\.tags\.0: Too big/,
    ],
    ['a picture that is none', { images: [{ id: 3, guid: 'a', data: 'AAAA' }] }, /images: 3: /],
    [
      'a picture file that is not there',
      { images: [{ id: 3, guid: 'a', file: 'gone.png' }] },
      /images: 3: .*gone\.png/,
    ],
    [
      'a picture file from elsewhere',
      { images: [{ id: 3, guid: 'a', file: '../../x.png' }] },
      /images: 3: .* outside the fixture's folder/,
    ],
  ];

  it.each(broken)('%s', async (_, fixture, words) => {
    await using hub = testCore();
    const before = workContent(hub);
    using folder = temporaryFolder();
    const file = join(folder.path, 'fixture.json');
    writeFileSync(file, typeof fixture === 'string' ? fixture : JSON.stringify(fixture));
    await expect(seedFixture(file, hub.ctx.store, hub.ctx.media)).rejects.toThrow(words);
    expect(workContent(hub)).toEqual(before);
    expect(hub.ctx.store.read(null, (s) => s.users.row(1))).toBeUndefined();
  });
});
