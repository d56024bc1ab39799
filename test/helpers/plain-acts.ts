import { expect } from 'vitest';

import { edit, freshGuide, guideHere, line, newGuide, upload, values } from './plain-bench.ts';
import type { Bench } from './plain-bench.ts';
import { untilSent } from './plain-pair.ts';

/** Counts how often the site has the edit's effect. */
export type Count = () => number;

/** A technician's edit, distinguished by `n`, and the count of its effects on the site. */
export type Act = (at: Bench, n: number) => Promise<Count>;

export const acts: Record<string, Act> = {
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
