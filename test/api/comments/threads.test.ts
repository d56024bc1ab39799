import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const ids = (comments: { commentid: number }[]): number[] => comments.map((comment) => comment.commentid);

test('after any writes and deletions, threads have one level, every reply has its parent, and counts are right', async () => {
  await using core = testCore();
  const people = [
    await addPerson(core, 'ann'),
    await addPerson(core, 'bob'),
    await addPerson(core, 'boss', { role: 'admin' }),
  ];
  const owner = people[0]?.token ?? '';
  const action = fc.record({
    who: fc.nat(2),
    kind: fc.constantFrom('comment', 'reply', 'delete'),
    on: fc.constantFrom('guide', 'step'),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 12 }), fc.boolean(), async (actions, visible) => {
      const { guideid, stepid } = await addGuide(core, owner, { public: visible });
      const made: number[] = [];
      for (const { who, kind, on, pick } of actions) {
        const token = people[who]?.token ?? '';
        const picked = made[pick % Math.max(1, made.length)];
        if (kind === 'delete') await core.call(`DELETE /comments/${picked ?? 0}`, { token });
        else {
          const json = {
            text: 'Words',
            ...(kind === 'reply' && picked !== undefined ? { parentid: picked } : {}),
          };
          const response = await core.call(`POST /comments/${on}/${on === 'guide' ? guideid : stepid}`, {
            token,
            json,
          });
          expect([201, 403, 422]).toContain(response.status);
          if (response.status === 201) made.push(((await response.json()) as Comment).commentid);
        }
      }
      const guide = await core.json<Guide>(`GET /guides/${guideid}`, { token: owner });
      const shown = [...guide.comments, ...guide.steps.flatMap((step) => step.comments)];
      const count = core.ctx.store.read(null, (s) => s.guides.row(guideid)?.comment_count);
      expect(shown.length + shown.flatMap((c) => c.replies).length).toBe(count);
      for (const top of shown) {
        expect(top.parentid).toBeNull();
        for (const reply of top.replies) {
          expect(reply).toMatchObject({
            parentid: top.commentid,
            context: top.context,
            contextid: top.contextid,
          });
        }
      }
      const flat = ids(shown).concat(shown.flatMap((c) => ids(c.replies)));
      for (const { token } of people) {
        const listed: number[] = [];
        for (let offset = 0; ; offset += 200) {
          const page = ids(await core.json<Comment[]>(`GET /comments?limit=200&offset=${offset}`, { token }));
          if (page.length === 0) break;
          listed.push(...page);
        }
        const mine = listed.filter((id) => made.includes(id));
        const seesIt = visible || token !== people[1]?.token;
        expect(mine.toSorted((x, y) => x - y)).toEqual(seesIt ? flat.toSorted((x, y) => x - y) : []);
      }
    }),
    { numRuns: 25 },
  );
});
