import { sql } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { MediaImage } from '../../shared/model/image.ts';
import { photo } from '../media/pictures.ts';
import { mp4 } from '../media/videos.ts';
import type { CallOptions, TestCore } from './core.ts';
import { addPerson } from './people.ts';

export type Role = 'nobody' | 'stranger' | 'author' | 'admin' | 'owner';
export const roles: readonly Role[] = ['nobody', 'stranger', 'author', 'admin', 'owner'];

/** A word or guid that occurs in one hidden thing, and the people who may read it. */
interface Secret {
  what: string;
  needle: string;
  readers: readonly Role[];
}

const ownerOnly = ['owner'] as const;
const withAdmin = ['owner', 'admin'] as const;
const withLeads = ['owner', 'admin', 'author'] as const;

/** The prefix of words in hidden texts: searches look for it, and answers may repeat it. */
export const asked = 'zqx';

export const secrets: Secret[] = [];
export const tokens: Partial<Record<Role, string>> = {};
export const ids: Record<string, string[]> = {};
export const pages: { namespace: string; title: string }[] = [];

export function hide(
  what: string,
  readers: readonly Role[],
  needle = `${asked}${secrets.length}hiddenword`,
): string {
  secrets.push({ what, needle, readers });
  return needle;
}

/** Fills a new hub with one thing of each kind that not everybody may read. @param password of its people, if they sign in */
export async function buildWorld(core: TestCore, password?: string): Promise<void> {
  // Test files of one worker share this module.
  secrets.length = 0;
  pages.length = 0;
  const olga = <T>(route: string, options: CallOptions = {}): Promise<T> =>
    core.json<T>(route, { token: tokens.owner ?? '', ...options });
  const given = password === undefined ? {} : { password };
  const people = {
    stranger: await addPerson(core, 'mallory', given),
    author: await addPerson(core, 'ines', { role: 'author', ...given }),
    admin: await addPerson(core, 'ada', { role: 'admin', ...given }),
    owner: await addPerson(core, 'olga', given),
  };
  for (const [role, { token }] of Object.entries(people)) tokens[role as Role] = token;
  const { userid } = people.owner;
  const email = hide('an e-mail address', withAdmin, 'unguessable@hidden.example');
  core.ctx.store.transact(null, (s) => {
    s.db.run(sql`UPDATE account SET email = ${email} WHERE userid = ${userid}`);
    s.meta.set('site', { langids: ['en', 'de'] });
  });
  const jpeg = new Uint8Array(await (await photo(300, 200)).jpeg().toBuffer());
  const upload = (query = ''): Promise<MediaImage> =>
    olga(`POST /user/media/images?file=a.jpg${query}`, { body: jpeg });
  const picture = async (what: string, readers: readonly Role[]): Promise<number> => {
    const { image } = await upload();
    hide(what, readers, image.guid);
    return image.id;
  };
  const document = async (what: string, readers: readonly Role[]): Promise<number> => {
    const { documentid, guid } = await olga<{ documentid: number; guid: string }>(
      `POST /user/media/documents?file=${hide(`${what}: its name`, readers)}.txt`,
      { body: new TextEncoder().encode('Text.') },
    );
    hide(what, readers, guid);
    return documentid;
  };
  const line = (text: string): object[] => [{ text, bullet: 'black', level: 0 }];
  const step = async (guideid: number, text: string, fields: object = {}): Promise<number> => {
    const { steps } = await olga<Guide>(`POST /guides/${guideid}/steps`, {
      json: { orderby: 1, lines: line(text), ...fields },
    });
    return steps.find((one) => JSON.stringify(one.lines).includes(text))?.stepid ?? 0;
  };
  const hangOn = async (stepid: number, of: string, readers: readonly Role[]): Promise<void> => {
    const label = hide(`a form ${of}`, readers);
    await olga(`POST /step_forms/${stepid}`, { json: { fields: [{ field_type: 'Text Input', label }] } });
    await olga(`POST /comments/step/${stepid}`, { json: { text: hide(`a comment ${of}`, readers) } });
  };
  const guide = (fields: object): Promise<Guide> =>
    olga('POST /guides', { json: { category: 'Pump', type: 'repair', public: true, ...fields } });
  const revisionOf = async (guideid: number): Promise<number> =>
    (await olga<Guide>(`GET /guides/${guideid}?unpatrolled`)).revisionid;
  const patch = async (guideid: number, json: object, query = ''): Promise<Guide> =>
    olga(`PATCH /guides/${guideid}?revisionid=${await revisionOf(guideid)}${query}`, { json });
  const release = (guideid: number, title: string): Promise<{ releaseid: number }> =>
    core.json('POST /guides/releases', {
      token: people.author.token,
      json: { guideid, title, status: 'released' },
    });

  // A private guide with everything that belongs to one.
  const secret = await guide({
    public: false,
    title: `A ${hide('title of a private guide', withAdmin)}`,
    summary: hide('summary of a private guide', withAdmin),
    introduction: hide('introduction of a private guide', withAdmin),
    image: await picture('picture of a private guide', withAdmin),
    documents: [await document('a document of a private guide', withAdmin)],
  });
  const secretStep = await step(secret.guideid, hide('a line of a private guide', withAdmin), {
    media: { type: 'image', data: [await picture('picture of a private step', withAdmin)] },
  });
  await hangOn(secretStep, 'of a private guide', withAdmin);
  await olga(`PUT /guides/${secret.guideid}/tag`, {
    json: { tag: hide('tag of a private guide', withAdmin) },
  });
  await olga(`POST /comments/guide/${secret.guideid}`, {
    json: { text: hide('a comment on a private guide', withAdmin) },
  });
  await core.json(
    `PATCH /guides/${secret.guideid}?revisionid=${await revisionOf(secret.guideid)}&langid=de`,
    {
      token: people.admin.token,
      json: { title: hide('a translation of a private guide', withAdmin) },
    },
  );

  // A released guide with a released and a withdrawn release, and its draft.
  const cropped = await upload('&cropToRatio=ONE_ONE');
  const whole = await olga<{ srcImageInfo: { image: { guid: string } } }>(
    `GET /media/images/${cropped.guid}`,
  );
  hide('what was cut off a public picture', withLeads, whole.srcImageInfo.image.guid);
  const open = await guide({ title: 'Mend the pump', image: cropped.image.id });
  const openStep = await step(open.guideid, 'Open the lid.');
  const form = await olga<{ fields: { field_revisionid: number }[] }>(`POST /step_forms/${openStep}`, {
    json: {
      fields: [
        { field_type: 'Text Input', label: 'Serial' },
        { field_type: 'Image', label: 'Photo' },
      ],
    },
  });
  await release(open.guideid, 'First');
  await patch(open.guideid, { summary: hide('what a withdrawn release said', withLeads) });
  const wrong = await release(open.guideid, hide('title of a withdrawn release', withLeads));
  await core.json(`PATCH /guides/releases/${wrong.releaseid}`, {
    token: people.author.token,
    json: { status: 'withdrawn' },
  });
  await patch(open.guideid, {
    title: hide('title of a draft', withLeads),
    documents: [await document('a document of a draft', withLeads)],
  });
  const draftStep = await step(open.guideid, hide('a line of a draft', withLeads), {
    media: { type: 'image', data: [await picture('picture of a draft', withLeads)] },
  });
  await hangOn(draftStep, 'of a draft', withLeads);
  await olga('POST /guides/releases', {
    json: { guideid: open.guideid, title: hide('a release that is not out', withLeads) },
  });

  // The media manager, pages, runs, a team, and a draft.
  await picture('picture of a media manager', withAdmin);
  await document('a document of a media manager', withAdmin);
  const film = await olga<{ videoid: number }>(
    `POST /user/media/videos?file=${hide('a video of a media manager', withAdmin)}.mp4`,
    { body: new Uint8Array(mp4()) },
  );
  const orphan = core.ctx.store.transact(null, (s) =>
    s.media.add({ userid: null, width: 9, height: 9, mime: 'image/png', hidden: true }, []),
  );
  hide('picture of nobody', ['admin'], orphan.guid);
  for (const namespace of ['CATEGORY', 'WIKI', 'ITEM']) {
    const title = `Page ${namespace.toLowerCase()}`;
    await olga('POST /wikis', {
      json: {
        namespace,
        title,
        contents: hide(`contents of a private ${namespace}`, withLeads),
        image: await picture(`picture of a private ${namespace}`, withLeads),
        flags: ['WIKI_PRIVATE'],
      },
    });
    await olga(`PUT /wikis/${namespace}/${encodeURIComponent(title)}/tag`, {
      json: { tag: hide(`tag of a private ${namespace}`, withLeads) },
    });
    pages.push({ namespace, title });
  }
  for (const namespace of ['USER', 'INFO']) {
    const title = namespace === 'USER' ? String(userid) : 'House rules';
    await core.json('POST /wikis', {
      token: people.admin.token,
      json: {
        namespace,
        title,
        contents: hide(`contents of a private ${namespace}`, ['admin', 'author']),
        flags: ['WIKI_PRIVATE'],
      },
    });
    pages.push({ namespace, title });
  }
  pages.push({ namespace: 'CATEGORY', title: 'Pump' });
  const work = async (guideid: number, readers: readonly Role[], of: string): Promise<number> => {
    const workorderid = hide(`work order of a run ${of}`, readers);
    return (await olga<{ entryid: number }>('POST /work_log', { json: { guideid, workorderid } })).entryid;
  };
  const run = await work(open.guideid, withLeads, 'of a public guide');
  const [serial, shot] = form.fields.map(({ field_revisionid }) => field_revisionid);
  await olga(`PUT /work_log/${run}/stepData`, {
    json: {
      fields: {
        [String(serial)]: hide('what was entered in a run', withLeads),
        [String(shot)]: String(await picture('photo of a run', withLeads)),
      },
    },
  });
  const secretRun = await work(secret.guideid, withAdmin, 'of a private guide');
  await olga(`PUT /benchside/work_log/${secretRun}/omitted`, {
    json: { stepids: [secretStep], reason: hide('why a run left a step out', withAdmin) },
  });
  await olga(`POST /work_log/${secretRun}/suspend`, {
    json: { benchside: { reason: 'parts', note: hide('a note of a run that was handed over', withAdmin) } },
  });
  const { assignmentid } = await core.json<{ assignmentid: number }>('POST /benchside/assignments', {
    token: people.admin.token,
    json: {
      guideid: secret.guideid,
      workorderid: hide('order of assigned work', withAdmin),
      note: hide('note of assigned work', withAdmin),
      userid,
      due: null,
    },
  });
  await olga(`PUT /benchside/devices/${crypto.randomUUID()}`, {
    json: {
      name: hide('name of a desk', ['owner', 'author', 'admin']),
      version: '1',
      system: 'Linux',
      people: [],
      round: { outcome: 'clean', message: hide('what a desk reports', ['author', 'admin']) },
      ready: null,
      kiosk: null,
    },
  });
  await olga('POST /benchside/failed-searches', {
    json: { words: hide('a search that found nothing', ['author', 'admin']) },
  });
  await core.json('POST /benchside/teams', {
    token: people.admin.token,
    json: { name: 'Pumps', owner: userid, join_code: hide('a join code', withAdmin) },
  });
  await olga('PUT /benchside/drafts/guide-1', { json: { title: hide('an unsaved draft', ownerOnly) } });

  const all = (column: string, table: string): string[] =>
    core.ctx.store.read(null, (s) =>
      s.db
        .all(sql<{ id: number }>`SELECT ${sql.ref(column)} AS id FROM ${sql.table(table)}`)
        .map(({ id }) => String(id)),
    );
  Object.assign(ids, {
    guideid: all('guideid', 'guide'),
    stepid: all('stepid', 'step'),
    contextid: [...all('guideid', 'guide'), ...all('stepid', 'step'), ...all('wikiid', 'wiki')],
    context: ['guide', 'step', 'wiki', 'info'],
    commentid: all('commentid', 'comment'),
    imageid: all('imageid', 'image'),
    imageids: all('imageid', 'image'),
    documentid: all('documentid', 'document'),
    documentids: all('documentid', 'document'),
    videoid: [String(film.videoid)],
    videoids: [String(film.videoid)],
    entryid: all('entryid', 'work_log'),
    assignmentid: [String(assignmentid)],
    releaseid: all('releaseid', 'release'),
    form_revisionid: all('form_revisionid', 'step_form'),
    field_revisionid: all('field_revisionid', 'step_form_field'),
    userid: all('userid', 'account'),
    teamid: ['1'],
    revisionid: all('revisionid', 'guide_revision'),
    wiki_revisionid: all('revisionid', 'wiki_revision'),
    doc_type: ['GUIDE', 'WIKI'],
    docid: [...all('guideid', 'guide'), ...all('wikiid', 'wiki')],
    langid: ['en', 'de'],
    search: [asked, 'hidden', 'unguessable', '@hidden.example'],
    query: [asked, `${asked}*`],
    email: ['someone@hidden.example'],
    key: ['guide-1'],
    flagid: ['GUIDE_NEEDS_IMAGES'],
    badgeid: ['1'],
    sso_userid: ['1'],
    tokenid: ['999999'],
    file: ['index.js'],
  });
}
