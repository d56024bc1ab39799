import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

interface Bench {
  guideid: number;
  stepid: number;
  here<T>(route: string, json?: unknown): Promise<T>;
  there<T>(route: string, json?: unknown): Promise<T>;
}

interface Case {
  what: string;
  /** Returns the desk's document before the edit. */
  before?(at: Bench): Promise<unknown>;
  edit(at: Bench): Promise<unknown>;
  /** Events on the site between the edit and its repetition. */
  meanwhile(at: Bench): Promise<unknown>;
  shown(at: Bench): string;
}

const cases: Case[] = [
  {
    what: 'a comment that was edited since',
    edit: ({ here, guideid }) => here(`POST /comments/guide/${guideid}`, { text: 'First' }),
    meanwhile: async ({ there, guideid }) => {
      const { comments } = await there<Guide>(`GET /guides/${guideid}`);
      await there(`PATCH /comments/${comments[0]?.commentid}`, { text: 'Second' });
    },
    shown: ({ guideid }) => `/guides/${guideid}`,
  },
  {
    what: 'a comment that was deleted since',
    edit: ({ here, guideid }) => here(`POST /comments/guide/${guideid}`, { text: 'First' }),
    meanwhile: async ({ there, guideid }) => {
      const { comments } = await there<Guide>(`GET /guides/${guideid}`);
      await there(`DELETE /comments/${comments[0]?.commentid}`);
    },
    shown: ({ guideid }) => `/guides/${guideid}`,
  },
  {
    what: 'an edit of a comment that got a reply and was edited again',
    before: ({ there, guideid }) => there(`POST /comments/guide/${guideid}`, { text: 'First' }),
    edit: async ({ here, guideid }) => {
      const { comments } = await here<Guide>(`GET /guides/${guideid}`);
      await here(`PATCH /comments/${comments[0]?.commentid}`, { text: 'Second' });
    },
    meanwhile: async ({ there, guideid }) => {
      const { comments } = await there<Guide>(`GET /guides/${guideid}`);
      const parentid = comments[0]?.commentid;
      await there(`PATCH /comments/${parentid}`, { text: 'Third' });
      await there(`POST /comments/guide/${guideid}`, { text: 'Reply', parentid });
    },
    shown: ({ guideid }) => `/guides/${guideid}`,
  },
  {
    what: 'a run that has ended since',
    edit: ({ here, guideid }) => here('POST /work_log', { guideid, workorderid: 'W 1' }),
    meanwhile: async ({ there }) => {
      const { results } = await there<{ results: WorkLogEntry[] }>('GET /work_log?limit=20');
      await there(`POST /work_log/${results[0]?.entryid}/finish`, {});
    },
    shown: () => '/work_log?limit=20',
  },
  {
    what: 'a form that was changed since',
    edit: ({ here, stepid }) => here(`POST /step_forms/${stepid}`, { fields: [text('A')] }),
    meanwhile: async ({ there, stepid }) => {
      const { form_revisionid } = await there<StepForm>(`GET /step_forms/stepid/${stepid}`);
      await there(`POST /step_forms/${stepid}`, { fields: [text('B')], form_revisionid });
    },
    shown: ({ guideid }) => `/step_forms/guideid/${guideid}`,
  },
  {
    what: 'a tag that was taken away since',
    edit: ({ here, guideid }) => here(`PUT /guides/${guideid}/tag`, { tag: 'seal' }),
    meanwhile: ({ there, guideid }) => there(`DELETE /guides/${guideid}/tag`, { tag: 'seal' }),
    shown: ({ guideid }) => `/guides/${guideid}/tags`,
  },
  {
    what: 'a tag of a guide that was changed since',
    edit: ({ here, guideid }) => here(`PUT /guides/${guideid}/tag`, { tag: 'seal' }),
    meanwhile: async ({ there, guideid }) => {
      const { revisionid } = await there<Guide>(`GET /guides/${guideid}`);
      await there(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { title: 'Changed since' });
    },
    shown: ({ guideid }) => `/guides/${guideid}`,
  },
  {
    what: 'a term of the glossary that was changed since',
    edit: ({ here }) =>
      here('PUT /translation_glossary/entries', {
        entries: [{ term: 'seal', translations: { de: 'Robbe' } }],
      }),
    meanwhile: async ({ there }) => {
      const [term] = await there<{ entryid: number }[]>('GET /translation_glossary/entries');
      const entries = [{ entryid: term?.entryid, translations: { de: 'Dichtung' } }];
      await there('PUT /translation_glossary/entries', { entries });
    },
    shown: () => '/translation_glossary/entries',
  },
];

const text = (label: string): object => ({ field_type: 'Text Input', label });

/** Reasons why the edit is not sent again while the desk keeps reading. */
const obstacles: { name: string; meet(both: Pair, bob: DeskPerson, ann: DeskPerson): Promise<void> }[] = [
  {
    name: 'its author has to sign in again',
    meet: async (both, bob) => {
      expect((await both.round({ people: [bob] })).problem).toBeNull();
    },
  },
  {
    name: 'it is refused once',
    meet: async (both, bob, ann) => {
      both.net.intercept = (request) =>
        isEdit.test(request) ? { kind: 'status', status: 403, body: '{"message":"Not now"}' } : undefined;
      expect((await both.round({ people: [bob, ann] })).problem).toBeNull();
      both.net.intercept = undefined;
      const { token } = ann;
      const { entries } = await both.desk.json<{ entries: JournalItem[] }>(
        'GET /benchside/journal?state=parked',
        { token },
      );
      await both.desk.json(`POST /benchside/journal/${entries[0]?.entryid}/retry`, { token, json: {} });
    },
  },
];

const isEdit = /^(POST|PUT|PATCH) (?!.*\/benchside\/device)/;

const all = cases.flatMap((given) => obstacles.map((obstacle) => ({ ...given, ...obstacle })));

it.for(all)('[J4.3] an answer that the site repeats does not undo $what, when $name', async (given) => {
  await using both = await pair();
  both.hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const bob = await deskPerson(both, 'bob', 'admin');
  await both.round({ people: [bob, ann] });
  const body = (json: unknown): object => (json === undefined ? {} : { json });
  const at: Bench = {
    guideid,
    stepid: 0,
    here: (route, json) => both.desk.json(route, { token: ann.token, ...body(json) }),
    there: (route, json) => both.hub.json(route, { token: ann.token, ...body(json) }),
  };
  at.stepid = (await at.here<Guide>(`GET /guides/${guideid}`)).steps[0]?.stepid ?? 0;
  await given.before?.(at);
  await both.round({ people: [bob, ann] });

  await given.edit(at);
  both.net.intercept = (request) => (isEdit.test(request) ? { kind: 'lose-answer' } : undefined);
  const lost = await both.round({ people: [bob, ann] });
  expect(lost.problem?.kind).toBe('offline');
  both.net.intercept = undefined;
  await given.meanwhile(at);
  await given.meet(both, bob, ann);
  expect((await both.round({ people: [bob, ann] })).problem).toBeNull();

  const route = `GET ${given.shown(at)}`;
  const fromSite = await both.hub.json(route, { token: bob.token });
  const fromDesk = await both.desk.json(route, { token: bob.token });
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/'), (key, one: unknown) =>
      passing.has(key) ? undefined : one,
    );
  expect(plain(fromDesk)).toEqual(plain(fromSite));
});

/** Fields that change with time and are not compared. */
const passing: ReadonlySet<string> = new Set(['duration', 'active_duration', 'pause_duration']);
