import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Fault } from '../helpers/network.ts';
import { bothViews, plainPair, untilSent } from '../helpers/plain-pair.ts';
import type { PlainPair, PlainPerson } from '../helpers/plain-pair.ts';
import { photo } from '../media/pictures.ts';
import { random } from '../plain-site/data.ts';
import type { Picture } from '../plain-site/data.ts';
import { addPicture } from '../plain-site/media.ts';
import type { PlainSiteOptions } from '../plain-site/site.ts';

interface Bench extends PlainPair {
  guideid: number;
  stepid: number;
}

const line = (text: string, lineid?: number | null): object => ({
  text,
  bullet: 'black',
  level: 0,
  ...(lineid === undefined ? {} : { lineid }),
});

/** A plain site with a guide of two steps, pages, a team and a term, all of it on the desk. */
async function bench(options: PlainSiteOptions & { deskNow?: () => number } = {}): Promise<Bench> {
  const at = await plainPair(options);
  const { there, ann } = at;
  await there('POST /wikis', ann.token, {
    namespace: 'CATEGORY',
    title: 'Pump',
    contents: 'Wet.\n\nAnd cold.',
  });
  await there('POST /wikis', ann.token, { namespace: 'CATEGORY', title: 'Machine', contents: 'Turns.' });
  await there('POST /wikis', ann.token, { namespace: 'INFO', title: 'Rules', contents: 'Be kind.' });
  const { guideid } = await there<Guide>('POST /guides', ann.token, {
    category: 'Pump',
    type: 'repair',
    title: 'Mend the pump',
    introduction: 'First.\n\nSecond.',
    public: true,
  });
  for (const [index, text] of ['Open it', 'Close it'].entries())
    await there(`POST /guides/${guideid}/steps`, ann.token, { orderby: index + 1, lines: [line(text)] });
  at.site.data.teams.set(1, { teamid: 1, name: 'Pumps', members: [at.ann.userid] });
  await there('PUT /translation_glossary/entries', ann.token, [
    { term: 'pump', translations: { de: 'Pumpe' } },
  ]);
  expect(await at.round({ byHand: true })).toMatchObject({ problem: null, round: { outcome: 'clean' } });
  const { steps } = await there<Guide>(`GET /guides/${guideid}`);
  return { ...at, guideid, stepid: steps[0]?.stepid ?? 0 };
}

/** A guide at the desk, as it is now. */
const guideHere = ({ here }: PlainPair, guideid: number, { token }: PlainPerson): Promise<Guide> =>
  here(`GET /guides/${guideid}?excludePrerequisiteSteps`, token);

/** An edit at the desk of what carries a revision. */
async function edit(at: PlainPair, route: string, { token }: PlainPerson, json?: unknown): Promise<void> {
  const [method, path = ''] = route.split(' ');
  const stepid = /\/steps\/(-?\d+)$/.exec(path)?.[1];
  const read = stepid ? path.replace(/\/steps\/.*/, '') : path.replace(/\/(public|steporder|parent)$/, '');
  const document = await at.here<{ revisionid: number; steps?: Guide['steps'] }>(`GET ${read}`, token);
  const step = document.steps?.find((one) => String(one.stepid) === stepid);
  const { revisionid } = stepid ? (step ?? { revisionid: 0 }) : document;
  await at.here(`${method} ${path}?revisionid=${revisionid}`, token, json);
}

const newGuide = (at: PlainPair, title: string, fields: object = {}): Promise<{ guideid: number }> =>
  at.here('POST /guides', at.ann.token, { category: 'Pump', type: 'repair', title, public: true, ...fields });

/** A guide that is on the site and the desk, for edits that use one up. */
async function freshGuide(at: PlainPair, title: string): Promise<Guide> {
  const made = await at.there<Guide>('POST /guides', at.ann.token, {
    category: 'Pump',
    type: 'repair',
    title,
    public: true,
  });
  for (const text of ['One', 'Two', 'Three'])
    await at.there(`POST /guides/${made.guideid}/steps`, at.ann.token, { orderby: 1, lines: [line(text)] });
  await at.round();
  return guideHere(at, made.guideid, at.ann);
}

const upload = async (at: PlainPair, width: number, query = ''): Promise<{ image: { id: number } }> => {
  const body = new Uint8Array(await (await photo(width, 600)).png().toBuffer());
  return at.desk.json(`POST /user/media/images?file=ring.png${query}`, { token: at.ann.token, body });
};

const values = <T>(map: Map<number, T>): T[] => [...map.values()];

/** How many of these the site has. */
type Count = () => number;

/** A technician's edit, unlike any other by `n`, and how often the site has its effect. */
type Act = (at: Bench, n: number) => Promise<Count>;

const acts: Record<string, Act> = {
  'a guide with parts': async (at, n) => {
    await newGuide(at, `Guide ${n}`, { parts: [{ name: `Ring ${n}`, quantity: 2 }], difficulty: 'Easy' });
    return () =>
      values(at.site.data.guides).filter(
        ({ fields }) => fields.title === `Guide ${n}` && fields.author === at.ann.userid,
      ).length;
  },
  'a private guide with a name that the site gives': async (at, n) => {
    await at.here('POST /guides', at.ann.token, {
      category: 'Pump',
      type: 'technique',
      subject: `Part ${n}`,
    });
    return () => values(at.site.data.guides).filter(({ fields }) => fields.subject === `Part ${n}`).length;
  },
  'an edit of a guide': async (at, n) => {
    const before = at.site.data.guides.get(at.guideid)?.revisionid;
    await edit(at, `PATCH /guides/${at.guideid}`, at.ben, {
      summary: `Summary ${n}`,
      introduction: `First ${n}.\n\nSecond.`,
    });
    return () => {
      const { revisionid, fields } = at.site.data.guides.get(at.guideid) ?? {};
      return fields?.summary === `Summary ${n}` && revisionid !== before ? 1 : 0;
    };
  },
  'that a guide is hidden, and shown': async (at, n) => {
    const { guideid } = await freshGuide(at, `Shown ${n}`);
    await edit(at, `DELETE /guides/${guideid}/public`, at.ann);
    return () => (at.site.data.guides.get(guideid)?.fields.public === false ? 1 : 0);
  },
  'the end of a guide': async (at, n) => {
    const { guideid } = await freshGuide(at, `Short-lived ${n}`);
    await edit(at, `DELETE /guides/${guideid}`, at.ann);
    return () => (at.site.data.guides.get(guideid)?.deleted ? 1 : 0);
  },
  'a step between others': async (at, n) => {
    await at.here(`POST /guides/${at.guideid}/steps`, at.ann.token, {
      orderby: 2,
      lines: [line(`New ${n}`), line('And look')],
    });
    return () =>
      at.site.data.guides.get(at.guideid)?.steps.filter(({ lines }) => lines[0]?.text === `New ${n}`)
        .length ?? 0;
  },
  'new lines of a step, and an edit of one of them': async (at, n) => {
    const { guideid, steps } = await freshGuide(at, `Lines ${n}`);
    const [step] = steps;
    const route = `PATCH /guides/${guideid}/steps/${step?.stepid}`;
    await edit(at, route, at.ann, {
      lines: [line('One', step?.lines[0]?.lineid), line('Same'), line('Same')],
    });
    const [now] = (await guideHere(at, guideid, at.ann)).steps;
    const [first, second, third] = now?.lines.map(({ lineid }) => lineid) ?? [];
    await edit(at, route, at.ann, {
      title: `Step ${n}`,
      lines: [line('One', first), line('Same', second), line('Last', third)],
    });
    return () => {
      const there = at.site.data.guides.get(guideid)?.steps[0];
      return there?.title === `Step ${n}` && there.lines.map(({ text }) => text).join() === 'One,Same,Last'
        ? 1
        : 0;
    };
  },
  'the end of a step, and another order of the rest': async (at, n) => {
    const { guideid, steps } = await freshGuide(at, `Steps ${n}`);
    const [first, second, third] = steps.map(({ stepid }) => stepid);
    await edit(at, `DELETE /guides/${guideid}/steps/${second}`, at.ann);
    await edit(at, `PUT /guides/${guideid}/steporder`, at.ann, { stepids: [third, first] });
    return () =>
      at.site.data.guides
        .get(guideid)
        ?.steps.map(({ stepid }) => stepid)
        .join() === `${third},${first}`
        ? 1
        : 0;
  },
  tags: async (at, n) => {
    await at.here(`PUT /guides/${at.guideid}/tag`, at.ann.token, { tag: `tag ${n}` });
    await at.here('PUT /wikis/CATEGORY/Pump/tag', at.ann.token, { tag: `page tag ${n}` });
    if (n > 1) await at.here(`DELETE /guides/${at.guideid}/tag`, at.ann.token, { tag: `tag ${n - 1}` });
    return () => {
      const tags = at.site.data.guides.get(at.guideid)?.tags;
      const onPage = values(at.site.data.wikis).filter((wiki) => wiki.tags.has(`page tag ${n}`)).length;
      return tags?.has(`tag ${n}`) && !tags.has(`tag ${n - 1}`) ? onPage : 0;
    };
  },
  'a page, and edits of it': async (at, n) => {
    await at.here('POST /wikis', at.ann.token, { namespace: 'WIKI', title: `Page ${n}`, contents: 'Old.' });
    await edit(at, `PATCH /wikis/WIKI/Page%20${n}`, at.ann, { contents: 'Old.\n\nAnd new.' });
    await edit(at, 'PATCH /wikis/CATEGORY/Pump', at.ben, { contents: `Wet ${n}.\n\nAnd cold.` });
    return () =>
      values(at.site.data.wikis).filter(
        ({ title, fields }) => title === `Page ${n}` && fields.contents === 'Old.\n\nAnd new.',
      ).length;
  },
  'the end of a page, and the place of a category': async (at, n) => {
    await at.there('POST /wikis', at.ann.token, {
      namespace: 'CATEGORY',
      title: `Sort ${n}`,
      contents: 'Some.',
    });
    await at.there('POST /wikis', at.ann.token, { namespace: 'INFO', title: `Note ${n}`, contents: 'Some.' });
    await at.round();
    await edit(at, `PUT /wikis/CATEGORY/Sort%20${n}/parent`, at.ann, { parent: 'Machine' });
    await edit(at, `DELETE /wikis/INFO/Note%20${n}`, at.ann);
    return () => {
      const [sort, note] = [`Sort ${n}`, `Note ${n}`].map((title) =>
        values(at.site.data.wikis).find((wiki) => wiki.title === title),
      );
      return sort?.parent === 'Machine' && note?.deleted ? 1 : 0;
    };
  },
  'a comment with a reply, edited at once': async (at, n) => {
    const { commentid } = await at.here<{ commentid: number }>(
      `POST /comments/guide/${at.guideid}`,
      at.ann.token,
      { text: `Which ring, ${n}?` },
    );
    await at.here(`POST /comments/guide/${at.guideid}`, at.ben.token, {
      text: `The black one, ${n}`,
      parentid: commentid,
    });
    await at.here(`POST /comments/step/${at.stepid}`, at.ben.token, { text: `Tight, ${n}` });
    await at.here(`PATCH /comments/${commentid}`, at.ann.token, { text: `Which ring fits, ${n}?` });
    return () => {
      const mine = values(at.site.data.comments).filter(({ text }) => text === `Which ring fits, ${n}?`);
      const replies = values(at.site.data.comments).filter(({ text }) => text === `The black one, ${n}`);
      const onStep = values(at.site.data.comments).filter(({ text }) => text === `Tight, ${n}`);
      const isRight = mine[0]?.userid === at.ann.userid && replies[0]?.parentid === mine[0].commentid;
      return isRight && replies.length === 1 && onStep.length === 1 ? mine.length : 0;
    };
  },
  'the end of a comment': async (at, n) => {
    const { commentid } = await at.there<{ commentid: number }>(
      `POST /comments/guide/${at.guideid}`,
      at.ann.token,
      { text: `Never mind, ${n}` },
    );
    await at.round();
    await at.here(`DELETE /comments/${commentid}`, at.ann.token);
    return () => (at.site.data.comments.get(commentid)?.deleted ? 1 : 0);
  },
  'favorites and completions': async (at, n) => {
    const marks = [`/user/favorites/guides/${at.guideid}`, `/guides/${at.guideid}/completed`];
    const method = n % 2 === 1 ? 'PUT' : 'DELETE';
    for (const path of marks) await at.desk.call(`${method} ${path}`, { token: at.ann.token });
    const { people } = at.site.data;
    return () => {
      const ann = people.get(at.ann.userid);
      return ann?.favorites.has(at.guideid) === (n % 2 === 1) &&
        ann.completions.has(at.guideid) === (n % 2 === 1)
        ? 1
        : 0;
    };
  },
  'a picture, in a step and on the cover': async (at, n) => {
    const { image } = await upload(at, 800 + n);
    await edit(at, `PATCH /guides/${at.guideid}/steps/${at.stepid}`, at.ann, {
      media: { type: 'image', data: [image.id] },
    });
    await edit(at, `PATCH /guides/${at.guideid}`, at.ann, { image: image.id });
    return () => {
      const guide = at.site.data.guides.get(at.guideid);
      const mine = values(at.site.data.pictures).filter(
        ({ width, userid }) => width === 800 + n && userid === at.ann.userid,
      );
      const step = guide?.steps.find(({ stepid }) => stepid === at.stepid);
      const isUsed =
        guide?.fields.image === mine[0]?.imageid && step?.media.data?.toString() === String(mine[0]?.imageid);
      return isUsed ? mine.length : 0;
    };
  },
  'a picture out of the media manager': async (at, n) => {
    const { image } = await upload(at, 700 + n);
    await untilSent(at);
    const [imageid] = (
      await at.here<{ image: { id: number }; width: number }[]>(
        'GET /user/media/images?limit=200',
        at.ann.token,
      )
    )
      .filter(({ width }) => width === 700 + n)
      .map((item) => item.image.id);
    expect(imageid).not.toBe(image.id);
    await at.desk.call(`DELETE /user/media/images/${imageid}`, { token: at.ann.token });
    return () => (at.site.data.pictures.get(imageid ?? 0)?.removed ? 1 : 0);
  },
  'a form of a step': async (at, n) => {
    await at.here(`POST /step_forms/${at.stepid}`, at.ann.token, {
      fields: [
        { field_type: 'Text Input', label: `Number ${n}` },
        { field_type: 'Select', label: 'Colour', options: ['red', 'blue'] },
      ],
    });
    return () => {
      const forms = [...at.site.data.oldForms, ...at.site.data.forms.values()];
      return forms.filter(({ fields }) => fields[0]?.label === `Number ${n}`).length;
    };
  },
  'a whole run with its data': async (at, n) => {
    const form = await at.here<{ fields: { field_revisionid: number }[] }>(
      `POST /step_forms/${at.stepid}`,
      at.ann.token,
      {
        fields: [{ field_type: 'Checkbox', label: `Clean ${n}` }],
      },
    );
    const { entryid } = await at.here<{ entryid: number }>('POST /work_log', at.ben.token, {
      guideid: at.guideid,
      workorderid: `WO-${n}`,
    });
    const run = (operation: string, json: object = {}, person = at.ben): Promise<unknown> => {
      const [method, name] = operation.split(' ');
      return at.here(`${method} /work_log/${entryid}/${name}`, person.token, json);
    };
    await run('POST pause');
    await run('POST resume');
    await run('PUT stepData', { fields: { [form.fields[0]?.field_revisionid ?? 0]: true } });
    await run('POST suspend');
    await run('POST assume', {}, at.ann);
    await run('POST finish', {}, at.ann);
    return () => {
      const runs = values(at.site.data.runs).filter(({ workorderid }) => workorderid === `WO-${n}`);
      const [there] = runs;
      const isRight =
        there?.status === 'complete' &&
        there.userid === at.ann.userid &&
        [...there.values.values()].join() === '1';
      return isRight ? runs.length : 0;
    };
  },
  'runs that are given up, and deleted': async (at, n) => {
    const start = (workorderid: string): Promise<{ entryid: number }> =>
      at.here('POST /work_log', at.ann.token, { guideid: at.guideid, workorderid });
    const [one, two] = [await start(`Given up ${n}`), await start(`Deleted ${n}`)];
    await at.here(`POST /work_log/${one.entryid}/cancel`, at.ann.token, {});
    await at.here(`DELETE /work_log/${two.entryid}`, at.ann.token);
    return () => {
      const left = values(at.site.data.runs).filter(({ workorderid }) => workorderid.endsWith(` ${n}`));
      return left[0]?.status === 'cancelled' ? left.length : 0;
    };
  },
  'membership of a team': async (at, n) => {
    const joins = n % 2 === 1;
    await at.here(`${joins ? 'PUT' : 'DELETE'} /teams/1/users/${at.ben.userid}`, at.ann.token);
    return () => {
      const count =
        at.site.data.teams.get(1)?.members.filter((userid) => userid === at.ben.userid).length ?? 0;
      return joins ? count : 1 - count;
    };
  },
  'the glossary': async (at, n) => {
    await at.here('PUT /translation_glossary/entries', at.ann.token, {
      entries: [
        { term: `ring ${n}`, translations: { de: `Ring ${n}` } },
        { term: `lid ${n}`, translations: { de: `Deckel ${n}` } },
      ],
    });
    await at.here('PUT /translation_glossary/entries', at.ann.token, {
      entries: [{ entryid: 1, translations: { de: `Pumpe ${n}` } }],
    });
    return () => {
      const terms = values(at.site.data.terms);
      const isThere =
        terms.filter(({ term }) => term === `lid ${n}`).length === 1 &&
        terms[0]?.translations['de'] === `Pumpe ${n}`;
      return isThere ? terms.filter(({ term }) => term === `ring ${n}`).length : 0;
    };
  },
};

const faults: { what: string; fault: Fault | undefined }[] = [
  { what: 'nothing goes wrong', fault: undefined },
  { what: 'answers are lost', fault: { kind: 'lose-answer' } },
  { what: 'requests are lost', fault: { kind: 'drop' } },
  { what: 'answers break off', fault: { kind: 'truncate', bytes: 3 } },
  { what: 'the site has a fault', fault: { kind: 'status', status: 503 } },
  { what: 'the site asks to wait', fault: { kind: 'status', status: 429, headers: { 'retry-after': '0' } } },
];

/** Every write meets the fault once. */
function once(at: PlainPair, fault: Fault | undefined): void {
  const met = new Set<string>();
  at.net.intercept = (request) => {
    const route = request.split('?')[0] ?? '';
    if (fault === undefined || route.startsWith('GET ') || met.has(route)) return undefined;
    met.add(route);
    return fault;
  };
}

const counts = ({ desk }: PlainPair): Record<string, number> =>
  desk.ctx.store.read(null, (s) => s.journal.counts());

const isSent = (at: PlainPair): boolean => {
  const { pending, sending } = at.desk.ctx.store.read(null, (s) => s.journal.counts());
  return pending + sending === 0;
};

const parkedOf = async (at: PlainPair): Promise<JournalItem[]> =>
  (await at.here<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', at.ann.token)).entries;

async function expectSame(at: PlainPair): Promise<void> {
  at.net.intercept = undefined;
  expect(await at.round({ byHand: true })).toMatchObject({ problem: null });
  for (const person of [at.ann, at.ben]) {
    const [there, here] = await bothViews(at, person);
    expect(here).toEqual(there);
  }
  expect(at.desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
}

describe('on a site that knows nothing of Benchside, exactly one arrives, whatever becomes of the answers:', () => {
  it.each(Object.entries(acts))('[J4 J6 J11] %s', async (_name, act) => {
    await using at = await bench({ variantsAfter: 30 });
    for (const [index, { what, fault }] of faults.entries()) {
      at.net.intercept = undefined;
      const count = await act(at, index + 1);
      expect(count(), `before it is sent, when ${what}`).toBe(0);
      once(at, fault);
      await untilSent(at);
      expect(await parkedOf(at), `when ${what}`).toEqual([]);
      expect(count(), `when ${what}`).toBe(1);
    }
    await expectSame(at);
  });
});

/** From now on answers to requests that start so are lost, `times` times. */
function loseAnswers(at: PlainPair, start: string, times = 1): void {
  let left = times;
  at.net.intercept = (request) => {
    if (!request.startsWith(start) || left === 0) return undefined;
    left -= 1;
    return { kind: 'lose-answer' };
  };
}

const guidesNamed = ({ site }: PlainPair, title: string): number =>
  values(site.data.guides).filter(({ fields }) => fields.title === title).length;

const picturesOf = ({ site }: PlainPair, { userid }: PlainPerson): Picture[] =>
  values(site.data.pictures).filter((picture) => picture.userid === userid && !picture.removed);

describe('people on a plain site', () => {
  it('[J8] a token that dies in the middle holds up its owner and nobody else, who still reads', async () => {
    await using at = await bench();
    for (const title of ['One', 'Two', 'Three']) await newGuide(at, title);
    await edit(at, `PATCH /guides/${at.guideid}`, at.ben, { title: 'By Ben' });
    await at.there(`POST /comments/guide/${at.guideid}`, at.ben.token, { text: 'From elsewhere' });
    let sent = 0;
    at.net.intercept = (request) => {
      if (request.startsWith('POST /guides') && (sent += 1) === 2) at.site.data.tokens.delete(at.ann.token);
      return undefined;
    };
    expect((await at.round()).round.outcome).toBe('clean');
    expect(at.refused).toEqual([at.ann.userid]);
    expect(counts(at)).toMatchObject({ done: 2, pending: 2, sending: 0 });
    expect(at.site.data.guides.get(at.guideid)?.fields.title).toBe('By Ben');
    expect(await guideHere(at, at.guideid, at.ben)).toMatchObject({
      comments: [{ text_raw: 'From elsewhere' }],
    });
    at.ann = await at.signIn('ann');
    at.refused.length = 0;
    await untilSent(at);
    expect(['One', 'Two', 'Three'].map((title) => guidesNamed(at, title))).toEqual([1, 1, 1]);
    await expectSame(at);
  });

  it('[J11] what has arrived is found, also when others read it before its author signs in again', async () => {
    await using at = await bench();
    const { guideid } = await newGuide(at, 'Seen by Ben');
    await at.here(`POST /comments/guide/${at.guideid}`, at.ann.token, { text: 'Seen by Ben, too' });
    loseAnswers(at, 'POST /guides');
    expect((await at.round()).round.outcome).toBe('unreachable');
    at.site.data.tokens.delete(at.ann.token);
    await at.round();
    await at.round();
    expect(at.refused).toEqual([at.ann.userid]);
    expect(counts(at)).toMatchObject({ sending: 1, pending: 1 });
    at.ann = await at.signIn('ann');
    at.refused.length = 0;
    await untilSent(at);
    expect(guidesNamed(at, 'Seen by Ben')).toBe(1);
    expect((await guideHere(at, guideid, at.ann)).guideid).toBeGreaterThan(0);
    await expectSame(at);
  });

  it('[J11] the same thing made twice is there twice', async () => {
    await using at = await bench();
    for (let n = 0; n < 2; n += 1) {
      await newGuide(at, 'Twin');
      await at.here(`POST /comments/guide/${at.guideid}`, at.ann.token, { text: 'Worn again, as always' });
      await at.here('POST /work_log', at.ann.token, { guideid: at.guideid, workorderid: 'WO-1' });
    }
    loseAnswers(at, 'POST ', 20);
    await untilSent(at);
    expect(guidesNamed(at, 'Twin')).toBe(2);
    expect([at.site.data.comments.size, at.site.data.runs.size]).toEqual([2, 2]);
    await expectSame(at);
  });
});

describe('edits of what others edit on a plain site', () => {
  it('[J5] merge, also when the answer was lost', async () => {
    await using at = await bench();
    const { guideid, stepid, there, ben } = at;
    await edit(at, `PATCH /guides/${guideid}`, at.ann, {
      title: 'Mine',
      introduction: 'First, mine.\n\nSecond.',
    });
    const [step] = (await guideHere(at, guideid, at.ann)).steps;
    await edit(at, `PATCH /guides/${guideid}/steps/${stepid}`, at.ann, {
      lines: [line('Open it', step?.lines[0]?.lineid), line('Mine')],
    });
    await edit(at, 'PATCH /wikis/CATEGORY/Pump', at.ann, { contents: 'Wet, mine.\n\nAnd cold.' });
    const revision = async (route: string): Promise<number> =>
      (await there<{ revisionid: number }>(`GET ${route}`)).revisionid;
    const theirs = { summary: 'Theirs', introduction: 'First.\n\nSecond, theirs.' };
    await there(
      `PATCH /guides/${guideid}?revisionid=${await revision(`/guides/${guideid}`)}`,
      ben.token,
      theirs,
    );
    const steps = (await there<Guide>(`GET /guides/${guideid}`)).steps;
    await there(`PATCH /guides/${guideid}/steps/${stepid}?revisionid=${steps[0]?.revisionid}`, ben.token, {
      title: 'Theirs',
    });
    const page = { contents: 'Wet.\n\nAnd cold, theirs.' };
    await there(
      `PATCH /wikis/CATEGORY/Pump?revisionid=${await revision('/wikis/CATEGORY/Pump')}`,
      ben.token,
      page,
    );
    once(at, { kind: 'lose-answer' });
    await untilSent(at);
    expect(await parkedOf(at)).toEqual([]);
    expect(await there(`GET /guides/${guideid}`)).toMatchObject({
      title: 'Mine',
      summary: 'Theirs',
      introduction_raw: 'First, mine.\n\nSecond, theirs.',
      steps: [{ title: 'Theirs', lines: [{ text_raw: 'Open it' }, { text_raw: 'Mine' }] }, {}],
    });
    expect(await there('GET /wikis/CATEGORY/Pump')).toMatchObject({
      contents_raw: 'Wet, mine.\n\nAnd cold, theirs.',
    });
    await expectSame(at);
  });

  it('[J7] are set aside where both changed the same, and where it is gone', async () => {
    await using at = await bench();
    const gone = await freshGuide(at, 'Gone');
    await edit(at, `PATCH /guides/${at.guideid}`, at.ann, { title: 'Mine' });
    await edit(at, `PATCH /guides/${gone.guideid}`, at.ann, { title: 'Mine too' });
    const there = await at.there<Guide>(`GET /guides/${at.guideid}`);
    await at.there(`PATCH /guides/${at.guideid}?revisionid=${there.revisionid}`, at.ben.token, {
      title: 'Theirs',
    });
    await at.there(`DELETE /guides/${gone.guideid}?revisionid=${gone.revisionid}`, at.ben.token);
    await untilSent(at);
    await at.round({ byHand: true });
    expect((await parkedOf(at)).map(({ cause }) => cause)).toMatchObject([
      { kind: 'conflict', conflicts: [{ field: 'document', theirs: null }] },
      {
        kind: 'conflict',
        conflicts: [{ field: 'title', base: 'Mend the pump', mine: 'Mine', theirs: 'Theirs' }],
      },
    ]);
    expect(await guideHere(at, gone.guideid, at.ann)).toMatchObject({ title: 'Mine too' });
    for (const { entryid, params } of await parkedOf(at)) {
      const decision = params['guideid'] === String(gone.guideid) ? 'discard' : 'decide';
      await at.here(`POST /benchside/journal/${entryid}/${decision}`, at.ann.token, { take: 'mine' });
    }
    await untilSent(at);
    expect(at.site.data.guides.get(at.guideid)?.fields.title).toBe('Mine');
    await expectSame(at);
  });

  it('[J9 J3] park when the site cannot do them, in its words, and let the others through', async () => {
    await using at = await bench();
    await at.desk.json('POST /user/media/documents?file=a.txt', {
      token: at.ann.token,
      body: 'Torque: 12 Nm',
    });
    const admin = at.site.addPerson('root', { privileges: ['User', 'Admin'] });
    expect(admin.userid).toBeGreaterThan(0);
    at.ann = await at.signIn('root');
    await at.here('POST /benchside/teams', at.ann.token, { name: 'Night shift' });
    await edit(at, `PATCH /guides/${at.guideid}`, at.ben, { title: 'Goes through' });
    await at.round({ people: [at.ann, at.ben, await at.signIn('ann')] });
    const { entries } = await at.here<{ entries: JournalItem[] }>(
      'GET /benchside/journal?state=parked',
      at.ann.token,
    );
    expect(entries.map(({ cause }) => cause?.message)).toEqual([
      'This site knows only API 2.0, which cannot do this.',
      'The site answered 404.',
    ]);
    expect(at.site.data.guides.get(at.guideid)?.fields.title).toBe('Goes through');
  });
});

describe('what nobody can know', () => {
  it('[J11] is put before a person: a picture that the site stores in its own way', async () => {
    await using at = await bench();
    await upload(at, 640);
    loseAnswers(at, 'POST /user/media/images');
    await at.round();
    const [there] = picturesOf(at, at.ann);
    if (there) there.bytes = Buffer.concat([there.bytes, Buffer.from('stored anew')]);
    await at.round();
    const [parked] = await parkedOf(at);
    expect(parked?.cause).toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringMatching(/picture of the same size/),
    });
    expect(picturesOf(at, at.ann)).toHaveLength(1);
    await at.here(`POST /benchside/journal/${parked?.entryid}/retry`, at.ann.token);
    await untilSent(at);
    expect(picturesOf(at, at.ann)).toHaveLength(2);
  });

  it('[J11] is put before a person: a guide that somebody has changed since', async () => {
    await using at = await bench();
    await newGuide(at, 'Changed since');
    loseAnswers(at, 'POST /guides');
    await at.round();
    const made = values(at.site.data.guides).find(({ fields }) => fields.title === 'Changed since');
    if (made) made.fields.summary = 'By somebody else';
    await at.round();
    expect((await parkedOf(at))[0]?.cause).toMatchObject({ kind: 'unknown-outcome' });
    expect(guidesNamed(at, 'Changed since')).toBe(1);
  });

  it('[J11] pictures that are cut, and copies, are known by their bytes', async () => {
    await using at = await bench();
    const { image } = await upload(at, 900, '&cropToRatio=ONE_ONE');
    await at.here(`POST /user/media/images/${image.id}`, at.ann.token);
    loseAnswers(at, 'POST /user/media/images', 2);
    await untilSent(at);
    expect(picturesOf(at, at.ann).map(({ ratio, srcid }) => [ratio, srcid])).toEqual([
      ['ONE_ONE', 1],
      ['ONE_ONE', 2],
    ]);
  });
});

describe('a site that is behind itself', () => {
  it('[J6] is believed only when it shows what it said', async () => {
    await using at = await bench();
    at.site.knobs.lag = 400;
    await at.desk.call(`PUT /user/favorites/guides/${at.guideid}`, { token: at.ann.token });
    await at.here(`PUT /guides/${at.guideid}/tag`, at.ann.token, { tag: 'wet' });
    await at.round();
    expect(counts(at)).toMatchObject({ sending: 2, done: 0 });
    expect(await at.here(`GET /guides/${at.guideid}/tags`, at.ann.token)).toEqual(['wet']);
    at.site.knobs.lag = 0;
    at.site.data.requests += 400;
    await untilSent(at);
    expect(counts(at)).toMatchObject({ done: 2, parked: 0 });
    await expectSame(at);
  });

  it('[M1 M2] has pictures in all sizes here, though it made them late', async () => {
    await using at = await bench({ variantsAfter: 100 });
    const bytes = await (await photo(900, 600)).png().toBuffer();
    const given = {
      userid: at.ben.userid,
      srcid: null,
      width: 900,
      height: 600,
      ratio: 'VARIABLE',
      mime: 'image/png',
      bytes,
    };
    const { imageid, guid } = addPicture(at.site.data, given);
    const step = at.site.data.guides.get(at.guideid)?.steps[0];
    if (step) step.media = { type: 'image', data: [imageid] };
    const { revisionid } = await at.there<Guide>(`GET /guides/${at.guideid}`);
    await at.there(`PATCH /guides/${at.guideid}?revisionid=${revisionid}`, at.ben.token, {
      summary: 'With a picture',
    });
    await at.round();
    expect((await at.desk.call(`GET /igi/${guid}.medium`)).status).toBe(200);
    at.site.data.requests += 100;
    await at.round();
    const media = (await guideHere(at, at.guideid, at.ann)).steps[0]?.media.data as { medium?: string }[];
    expect(media[0]?.medium).toMatch(/\.medium$/);
  });
});

describe('a bad day', () => {
  it.each([1, 2, 3])(
    '[J4 J6 J8 J11] with lost answers, pauses and dying tokens, everything arrives once (seed %i)',
    async (seed) => {
      await using at = await bench({ seed, retryAfter: 0 });
      const checks: [string, Count][] = [];
      for (const [name, act] of Object.entries(acts)) checks.push([name, await act(at, 1)]);
      const chance = random(seed * 7919);
      const tricks: (Fault | undefined)[] = [
        ...faults.map(({ fault }) => fault),
        ...Array.from({ length: 14 }, () => undefined),
      ];
      at.net.intercept = () => tricks[Math.floor(chance() * tricks.length)];
      Object.assign(at.site.knobs, { throttled: 0.03, tokenDeaths: 0.01 });
      for (let rounds = 0; rounds < 150 && !isSent(at); rounds += 1) {
        await at.round();
        for (const userid of at.refused.splice(0)) {
          const intercept = at.net.intercept;
          Object.assign(at.site.knobs, { throttled: 0 });
          at.net.intercept = undefined;
          const name = userid === at.ann.userid ? 'ann' : 'ben';
          at[name] = await at.signIn(name);
          at.net.intercept = intercept;
          Object.assign(at.site.knobs, { throttled: 0.03 });
        }
      }
      Object.assign(at.site.knobs, { throttled: 0, tokenDeaths: 0 });
      expect(await parkedOf(at)).toEqual([]);
      expect(isSent(at)).toBe(true);
      expect(checks.map(([name, count]) => [name, count()])).toEqual(checks.map(([name]) => [name, 1]));
      await expectSame(at);
    },
  );
});
