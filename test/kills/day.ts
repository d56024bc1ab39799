import type { Guide } from '../../shared/model/guide.ts';
import type { TestCore } from '../helpers/core.ts';
import type { DeskPerson } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

/** A day's work at a desk without network: every kind of write a technician makes. Texts that begin with `day` occur once. */
export async function dayOfWork(
  desk: TestCore,
  ann: DeskPerson,
  ben: DeskPerson,
  guideid: number,
): Promise<void> {
  const as = ({ token }: DeskPerson) => ({
    json: <T>(route: string, json: unknown = {}) => desk.json<T>(route, { token, json }),
    plain: (route: string) => desk.json(route, { token }),
  });
  const [a, b] = [as(ann), as(ben)];
  const guide = (id = guideid): Promise<Guide> => desk.json<Guide>(`GET /guides/${id}`, { token: ann.token });
  const revision = async (): Promise<number> => (await guide()).revisionid;

  await a.json(`PATCH /guides/${guideid}?revisionid=${await revision()}`, { title: 'day title' });
  await b.json(`PATCH /guides/${guideid}?revisionid=${await revision()}`, { summary: 'day summary' });
  await a.json(`POST /guides/${guideid}/steps`, { orderby: 2, lines: [line('day new step')] });
  const [first, second, third, last] = (await guide()).steps;
  await b.json(`PATCH /guides/${guideid}/steps/${first?.stepid}?revisionid=${first?.revisionid}`, {
    lines: [line('day line'), line('day second line')],
  });
  await a.json(`PUT /guides/${guideid}/steporder?revisionid=${await revision()}`, {
    stepids: [second, first, third, last].map((step) => step?.stepid),
  });
  await b.plain(`DELETE /guides/${guideid}/steps/${third?.stepid}?revisionid=${third?.revisionid}`);
  const made = await a.json<Guide>('POST /guides', { category: 'Pump', type: 'repair', title: 'day guide' });
  await a.json(`POST /guides/${made.guideid}/steps`, {
    orderby: 1,
    lines: [line('day step of a new guide')],
  });
  await a.json(`PUT /guides/${made.guideid}/public?revisionid=${(await guide(made.guideid)).revisionid}`);
  await a.json(`PUT /guides/${made.guideid}/tag`, { tag: 'day-tag' });
  await b.json(`PUT /user/favorites/guides/${made.guideid}`);
  await b.json(`PUT /guides/${guideid}/completed`);
  const comment = await b.json<{ commentid: number }>(`POST /comments/guide/${made.guideid}`, {
    text: 'day comment',
  });
  await a.json(`POST /comments/guide/${made.guideid}`, { text: 'day reply', parentid: comment.commentid });
  await b.json(`PATCH /comments/${comment.commentid}`, { text: 'day comment, better' });
  await a.json('POST /wikis', { namespace: 'WIKI', title: 'day page', contents: 'day contents' });
  await a.json('POST /wikis', { namespace: 'CATEGORY', title: 'day category', contents: 'x' });
  const form = await a.json<{ fields: { field_revisionid: number }[] }>(`POST /step_forms/${first?.stepid}`, {
    fields: [{ field_type: 'Text Input', label: 'day field' }],
  });
  const run = await b.json<{ entryid: number }>('POST /work_log', { guideid, workorderid: 'day order' });
  await b.json(`PUT /work_log/${run.entryid}/stepData`, {
    fields: { [form.fields[0]?.field_revisionid ?? 0]: 'day value' },
  });
  for (const verb of ['pause', 'resume', 'suspend']) await b.json(`POST /work_log/${run.entryid}/${verb}`);
  await a.json(`POST /work_log/${run.entryid}/assume`);
  await a.json(`POST /work_log/${run.entryid}/finish`);
  const { image } = await desk.json<{ image: { id: number } }>('POST /user/media/images?file=day.png', {
    token: ann.token,
    body: new Uint8Array(await (await photo(600, 400)).png().toBuffer()),
  });
  await a.json(`PATCH /guides/${guideid}?revisionid=${await revision()}`, { image: image.id });
}

const line = (text: string): object => ({ text, bullet: 'black', level: 0 });

/** What a day's work leaves on the hub: how often each of its things is there. All are 1. */
export function left(hub: TestCore): Record<string, number> {
  const count = (sql: string): number =>
    hub.ctx.store.read(null, (s) => s.db.oneSql<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)?.n ?? 0);
  return {
    guides: count("guide WHERE title = 'day guide' AND public = 1 AND deleted = 0"),
    comments: count("comment WHERE text_raw = 'day comment, better'"),
    replies: count("comment WHERE text_raw = 'day reply' AND parentid IS NOT NULL"),
    pages: count("wiki WHERE title = 'day page' AND deleted = 0"),
    categories: count("wiki WHERE title = 'day category' AND deleted = 0"),
    forms: count('step_form WHERE current = 1'),
    runs: count("work_log WHERE workorderid = 'day order' AND status = 'complete'"),
    favorites: count('favorite'),
    completions: count('completion'),
    tags: count("tag WHERE name = 'day-tag'"),
    images: count('image WHERE userid IS NOT NULL AND deleted = 0'),
  };
}
