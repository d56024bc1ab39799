import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import { testCore } from '../helpers/core.ts';
import { addGuide, addUser } from '../helpers/pair.ts';

const day = 86_400;

/** Opens a hub whose clock the test sets. */
async function hubWithClock() {
  const clock = { now: 1_790_000_000 };
  const hub = testCore({}, { now: () => clock.now });
  const token = await addUser(hub, 'ann@example.org', 'admin');
  const guideid = await addGuide(hub, token, {}, 1);
  const comment = (key: string): Promise<Response> =>
    hub.call(`POST /comments/guide/${guideid}`, {
      token,
      json: { text: 'Mind this' },
      headers: { 'Idempotency-Key': key },
    });
  const comments = async (): Promise<number> =>
    (await hub.json<Comment[]>('GET /comments?limit=200', { token })).length;
  return { clock, hub, token, comment, comments, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() };
}

it('[J4.3] [chaos 3] a hub marks a repeated answer, and names the point of its feed from which changes followed', async () => {
  await using at = await hubWithClock();
  const { sequence } = at.hub.ctx.store.read(null, (s) => s.feed);
  const first = await at.comment('a-key-of-the-desk');
  expect(first.headers.get('Benchside-Repeated')).toBeNull();
  const { commentid } = (await first.json()) as Comment;
  const again = await at.comment('a-key-of-the-desk');
  expect(again.headers.get('Benchside-Repeated')).toBe(String(sequence));
  expect(await again.json()).toMatchObject({ commentid });
  const remove = (): Promise<Response> =>
    at.hub.call(`DELETE /comments/${commentid}`, {
      token: at.token,
      headers: { 'Idempotency-Key': 'another-key' },
    });
  expect((await remove()).status).toBe(204);
  const repeated = await remove();
  expect(repeated.status).toBe(204);
  expect(Number(repeated.headers.get('Benchside-Repeated'))).toBeGreaterThan(sequence);
});

it('[J4.2] [chaos 13] a clock that jumps ahead does not make a hub forget any key', async () => {
  await using at = await hubWithClock();
  await at.comment('sent-without-an-answer');
  at.clock.now += 40 * day;
  await at.comment('another-edit');
  at.clock.now -= 40 * day;
  await at.comment('yet-another-edit');
  expect((await at.comment('sent-without-an-answer')).headers.get('Benchside-Repeated')).not.toBeNull();
  expect(await at.comments()).toBe(3);
});

it('[J4.2] [chaos 13] a key is forgotten after thirty days with edits', async () => {
  await using at = await hubWithClock();
  await at.comment('sent-without-an-answer');
  for (let n = 0; n < 30; n += 1) {
    expect((await at.comment('sent-without-an-answer')).headers.get('Benchside-Repeated')).not.toBeNull();
    at.clock.now += day;
    await at.comment(`on-day-number-${n}`);
  }
  expect((await at.comment('sent-without-an-answer')).headers.get('Benchside-Repeated')).toBeNull();
});
