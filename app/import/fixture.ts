import { readFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import type { Difficulty, Step } from '../../shared/model/guide.ts';
import { flagOf } from '../content/flags.ts';
import { timeRequired } from '../content/time-required.ts';
import { defaultTitle, titleInUrl } from '../content/titles.ts';
import { hashPassword } from '../identity/password.ts';
import { distinctDrawings, drawNumbered } from '../media/draw.ts';
import type { MediaFiles } from '../media/files.ts';
import { normalise, rasterise } from '../media/imaging.ts';
import { storePicture } from '../media/store-picture.ts';
import type { Role } from '../store/actor.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { SITE_HOLE, withoutHoles } from '../store/holes.ts';
import type { IdKind } from '../store/meta.ts';
import type { Store, StoreWriter } from '../store/store.ts';
import { newBody } from '../store/wikis/content.ts';
import { fixtureSchema } from './fixture-schema.ts';
import type { Fixture } from './fixture-schema.ts';

export interface SeedResult {
  users: number;
  teams: number;
  images: number;
  wikis: number;
  guides: number;
  comments: number;
  step_forms: number;
  work_log: number;
  releases: number;
  videos: number;
}

/**
 * Reads a fixture and puts all of it into a hub's store, in one transaction. Seeding the same file again leaves the
 * same content.
 *
 * @param onProgress told of pictures, which take the time
 * @throws AppError `invalid` naming the places of the file that are wrong; nothing is stored then
 */
export async function seedFixture(
  file: string,
  store: Store,
  media: MediaFiles,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<SeedResult> {
  const fixture = await readFixture(file);
  const passwords = new Map<number, string>();
  for (const { userid, password } of fixture.users) {
    if (password) passwords.set(userid, await hashPassword(password));
  }
  const pictures = await storePictures(fixture, dirname(resolve(file)), media, onProgress);
  return store.transact(null, (s) => {
    putSite(s, fixture);
    for (const picture of pictures) picture(s);
    putUsers(s, fixture, passwords);
    for (const video of fixture.videos) {
      s.meta.claimId('video', video.videoid);
      s.work.putVideo(video.videoid, video.userid ?? null, video);
    }
    const ids = assignIds(s, fixture);
    // Twice: links between documents need the titles of what comes later.
    for (const pass of [1, 2]) {
      for (const wiki of fixture.wikis) putWiki(s, wiki, ids, pass === 2);
      for (const guide of fixture.guides) s.wikis.ensureCategory(guide.category);
      for (const guide of fixture.guides) putGuide(s, guide, ids);
    }
    s.guides.touchDependents(fixture.guides.map((guide) => guide.guideid));
    for (const guide of fixture.guides) putCollaborators(s, guide);
    putComments(s, fixture);
    putWork(s, fixture);
    for (const [userid, entries] of byPerson(s, fixture.favorites)) {
      s.personal.setFavorites(userid, entries);
      s.feed.record('favorites', userid);
    }
    for (const [userid, entries] of byPerson(s, fixture.completions)) {
      s.personal.setCompletions(userid, entries);
      s.feed.record('completions', userid);
    }
    return {
      users: fixture.users.length,
      teams: fixture.teams.length,
      images: fixture.images.length,
      wikis: fixture.wikis.length,
      guides: fixture.guides.length,
      comments: fixture.comments.length,
      step_forms: fixture.step_forms.length,
      work_log: fixture.work_log.length,
      releases: fixture.releases.length,
      videos: fixture.videos.length,
    };
  });
}

async function readFixture(file: string): Promise<Fixture> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid', `${file} cannot be read as JSON: ${why}`);
  }
  const parsed = fixtureSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new AppError('invalid', `${file} is not a fixture: ${places.join('; ')}`);
}

/** Writes the picture files first; what comes back puts their rows, inside the transaction. */
async function storePictures(
  fixture: Fixture,
  folder: string,
  media: MediaFiles,
  onProgress: (done: number, total: number) => void,
): Promise<((s: StoreWriter) => void)[]> {
  const puts: ((s: StoreWriter) => void)[] = [];
  const queue = [...fixture.images];
  const work = async (): Promise<void> => {
    for (let image = queue.shift(); image; image = queue.shift()) {
      const original = await pictureOf(image, folder);
      const files = await storePicture(media, original);
      const { id: imageid, guid, userid } = image;
      const { width, height, mime, exif } = original;
      puts.push((s) => {
        if (s.media.imageRow(imageid)) for (const { size, ...written } of files) s.media.copies.putFile(guid, size, written);
        else s.media.add({ imageid, guid, userid: userid ?? null, width, height, mime, exif }, files);
      });
      onProgress(puts.length, fixture.images.length);
    }
  };
  await Promise.all([work(), work()]);
  return puts;
}

/** Enough for a zoomed picture on a bench's screen. */
const svgSize = { width: 1280, height: 960 };

async function pictureOf({ id, file, data }: Fixture['images'][number], folder: string) {
  if (data) return normalise(Buffer.from(data, 'base64'), `image-${id}`);
  if (!file) return drawNumbered(id % distinctDrawings);
  const path = resolve(folder, file);
  if (!path.startsWith(folder + sep)) throw new AppError('invalid', `images: ${file} is outside the fixture's folder.`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new AppError('invalid', `images: ${file} cannot be read.`, {}, error);
  });
  return file.endsWith('.svg') ? rasterise(bytes.toString('utf8'), svgSize) : normalise(bytes, file);
}

function putSite(s: StoreWriter, { site }: Fixture): void {
  if (!site) return;
  s.meta.set('site', { ...s.meta.site, ...site });
  s.feed.record('site', 0);
}

function roleOf({ role, privileges }: Fixture['users'][number]): Role {
  if (role) return role;
  const names = privileges.map((privilege) => privilege.toLowerCase());
  if (names.includes('admin')) return 'admin';
  return names.includes('author') || names.includes('editor') ? 'author' : 'technician';
}

function putUsers(s: StoreWriter, { users, teams }: Fixture, passwords: Map<number, string>): void {
  for (const user of users) {
    const fields = {
      username: user.username,
      unique_username: user.unique_username ?? null,
      location: user.location ?? null,
      summary: user.summary ?? null,
      about: user.about_raw || '',
      ...(user.image ? { image: user.image } : {}),
    };
    if (s.users.row(user.userid)) s.users.update(user.userid, fields);
    else {
      s.users.create({
        ...fields,
        userid: user.userid,
        email: user.email ?? null,
        passwordHash: passwords.get(user.userid) ?? null,
        role: roleOf(user),
        reputation: user.reputation,
        ...(user.join_date === undefined ? {} : { join_date: user.join_date }),
      });
    }
  }
  for (const { teamid, name, description, owner, members } of teams) {
    s.teams.put({ teamid, name, description, owner: owner ?? null }, members);
  }
}

/** Ids the fixture left open, made once for both passes. */
interface Ids {
  revisions: Map<object, number>;
  steps: Map<object, number>;
  lines: Map<object, number>;
}

function assignIds(s: StoreWriter, fixture: Fixture): Ids {
  const ids: Ids = { revisions: new Map(), steps: new Map(), lines: new Map() };
  const claim = (kind: IdKind, id: number | null | undefined): void => {
    if (id) s.meta.claimId(kind, id);
  };
  for (const wiki of fixture.wikis) {
    claim('wiki', wiki.wikiid);
    claim('revision', wiki.revisionid);
  }
  for (const guide of fixture.guides) {
    claim('guide', guide.guideid);
    claim('revision', guide.revisionid);
    for (const step of guide.steps) {
      claim('step', step.stepid);
      claim('revision', step.revisionid);
      for (const line of step.lines) claim('line', line.lineid);
    }
  }
  const known = (guideid: number) => (s.guides.row(guideid) ? s.guides.document(guideid) : undefined);
  for (const wiki of fixture.wikis) {
    ids.revisions.set(wiki, wiki.revisionid ?? s.wikis.row(wiki.wikiid)?.revisionid ?? s.meta.nextId('revision'));
  }
  for (const guide of fixture.guides) {
    const before = known(guide.guideid);
    ids.revisions.set(guide, guide.revisionid ?? before?.body.revisionid ?? s.meta.nextId('revision'));
    for (const [index, step] of guide.steps.entries()) {
      const old = before?.steps[index];
      ids.steps.set(step, step.stepid ?? old?.stepid ?? s.meta.nextId('step'));
      ids.revisions.set(step, step.revisionid ?? old?.revisionid ?? ids.revisions.get(guide) ?? 0);
      for (const [at, line] of step.lines.entries()) {
        ids.lines.set(line, line.lineid ?? old?.lines[at]?.lineid ?? s.meta.nextId('line'));
      }
    }
  }
  return ids;
}

function putWiki(s: StoreWriter, wiki: Fixture['wikis'][number], ids: Ids, announce: boolean): void {
  const created = wiki.created_date ?? wiki.modified_date ?? Math.floor(s.now);
  const body = newBody(s, wiki.wikiid, {
    namespace: wiki.namespace,
    title: wiki.title,
    contents: wiki.contents_raw ?? wiki.contents ?? '',
    description: wiki.description,
    table_of_contents: wiki.table_of_contents,
    flags: wiki.flags,
    ...(wiki.display_title ? { display_title: wiki.display_title } : {}),
    ...(wiki.image ? { image: wiki.image } : {}),
    ...(wiki.info && wiki.namespace === 'CATEGORY' ? { info: wiki.info } : {}),
  });
  const revisionid = ids.revisions.get(wiki) ?? 0;
  const dates = { created_date: created, modified_date: wiki.modified_date ?? created };
  s.wikis.put(
    { body: { ...body, ...dates, revisionid, author: wiki.author ?? 0 }, parent: wiki.parent ?? null },
    { keepRevision: true },
  );
  s.tags.setForWiki(wiki.wikiid, wiki.tags);
  if (announce) s.feed.record('wiki', wiki.wikiid);
}

function putGuide(s: StoreWriter, guide: Fixture['guides'][number], ids: Ids): void {
  s.guides.put(documentFrom(s, guide, ids), { keepRevision: true });
  s.tags.setForGuide(guide.guideid, guide.tags);
  s.feed.record('guide', guide.guideid);
}

function documentFrom(s: StoreWriter, guide: Fixture['guides'][number], ids: Ids): GuideDocument {
  const langid = guide.langid ?? s.meta.site.langid;
  const title = withoutHoles(guide.title || defaultTitle(guide.type, guide.category, guide.subject));
  const introduction = withoutHoles(guide.introduction_raw || (guide.introduction ?? ''));
  const conclusion = withoutHoles(guide.conclusion_raw || (guide.conclusion ?? ''));
  const created = guide.created_date ?? guide.modified_date ?? Math.floor(s.now);
  const revisionid = ids.revisions.get(guide) ?? 0;
  const items = (list: Fixture['guides'][number]['tools']) =>
    list.map(({ text, name, url, thumbnail, ...item }) => {
      const label = withoutHoles(text ?? name ?? '');
      const page = s.wikis.item(label, { summary: '', url: null });
      return { ...item, type: item.type ?? null, notes: item.notes ?? null, text: label, url: url ?? page.url, thumbnail: thumbnail ?? page.thumbnail };
    });
  return {
    userid: guide.author ?? guide.userid ?? 1,
    prerequisites: guide.prerequisites,
    steps: guide.steps.map((step, index) => stepFrom(s, guide.guideid, step, index, ids)),
    body: {
      guideid: guide.guideid,
      revisionid,
      locale: langid,
      langid,
      type: guide.type,
      category: guide.category,
      subject: guide.subject,
      title,
      url: `${SITE_HOLE}/${guide.type === 'teardown' ? 'Teardown' : 'Guide'}/${titleInUrl(title)}/${guide.guideid}`,
      summary: withoutHoles(guide.summary),
      introduction_raw: introduction,
      introduction_rendered: s.wikis.render(introduction),
      conclusion_raw: conclusion,
      conclusion_rendered: s.wikis.render(conclusion),
      difficulty: (guide.difficulty as Difficulty | undefined) ?? null,
      time_required: timeRequired(guide.time_required_min, guide.time_required_max),
      time_required_min: guide.time_required_min,
      time_required_max: guide.time_required_max,
      public: guide.public,
      created_date: created,
      published_date: guide.published_date ?? (guide.public ? created : null),
      modified_date: guide.modified_date ?? created,
      image: guide.image ? s.media.requireImage(guide.image, `guides ${guide.guideid}: image`) : null,
      flags: guide.flags.map(flagOf),
      parts: items(guide.parts),
      tools: items(guide.tools),
      documents: guide.documents,
      featured_documentid: null,
      featured_document_embed_url: null,
      featured_document_thumbnail_url: null,
      intro_video: null,
      intro_video_url: null,
      patrol_threshold: 0,
    },
  };
}

function stepFrom(s: StoreWriter, guideid: number, step: Fixture['guides'][number]['steps'][number], index: number, ids: Ids): Step {
  return {
    title: withoutHoles(step.title),
    lines: step.lines.map((line) => {
      const text = withoutHoles(line.text_raw ?? line.text ?? '');
      return {
        text_raw: text,
        text_rendered: s.wikis.renderLine(text),
        bullet: line.bullet,
        level: line.level,
        lineid: ids.lines.get(line) ?? null,
      };
    }),
    guideid,
    stepid: ids.steps.get(step) ?? 0,
    orderby: index + 1,
    revisionid: ids.revisions.get(step) ?? 0,
    media: mediaFrom(s, step.media, `guides ${guideid}: steps`),
    comments: [],
  };
}

function mediaFrom(s: StoreWriter, media: Fixture['guides'][number]['steps'][number]['media'], where: string): Step['media'] {
  if (media?.type === 'image' && Array.isArray(media.data)) {
    return { type: 'image', data: media.data.map((imageid) => s.media.requireImage(imageid, where)) };
  }
  return media?.data && !Array.isArray(media.data) ? { type: media.type, data: media.data } : { type: 'image', data: [] };
}

function putCollaborators(s: StoreWriter, { guideid, users, teams }: Fixture['guides'][number]): void {
  const put = (kind: 'user' | 'team', id: number): void => {
    s.db.runSql('INSERT INTO collaborator (guideid, kind, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [guideid, kind, id]);
  };
  for (const userid of users) put('user', userid);
  for (const teamid of teams) put('team', teamid);
}

function byPerson(s: StoreWriter, entries: Fixture['favorites']): Map<number, { guideid: number; date: number }[]> {
  const people = new Map<number, { guideid: number; date: number }[]>();
  for (const { userid, guideid, date } of entries) {
    people.set(userid, [...(people.get(userid) ?? []), { guideid, date: date ?? s.now }]);
  }
  return people;
}

/** Threads first, so that a reply finds what it answers. */
function putComments(s: StoreWriter, { comments }: Fixture): void {
  const ordered = [...comments].sort((a, b) => Number(Boolean(a.parentid)) - Number(Boolean(b.parentid)));
  for (const { commentid, context, contextid, parentid, author, userid, title, text_raw, text, date, modified_date, status } of ordered) {
    s.comments.putFixture({
      commentid,
      context,
      contextid,
      parentid: parentid ?? null,
      userid: author ?? userid ?? 1,
      title,
      text_raw: text_raw ?? text ?? '',
      date: date ?? Math.floor(s.now),
      modified_date,
      status,
    });
  }
}

function putWork(s: StoreWriter, fixture: Fixture): void {
  for (const form of fixture.step_forms) {
    const owner = s.guides.stepOwner(form.stepid);
    if (!owner) throw new AppError('invalid', `step_forms: there is no step ${form.stepid}.`);
    const claimed = (kind: IdKind, id: number | undefined): number => {
      if (id === undefined) return s.meta.nextId(kind);
      s.meta.claimId(kind, id);
      return id;
    };
    const { stepid, fields } = form;
    s.work.putStepForm(
      { form_revisionid: claimed('form', form.form_revisionid), stepid, guideid: owner.guideid },
      fields.map(({ field_revisionid, field_guid, field_type, label, required, placeholder, textarea, options }) => {
        const id = claimed('field', field_revisionid);
        const field = { field_guid: field_guid ?? `field_${id}`, field_type, label, required, placeholder, textarea, options };
        return { field_revisionid: id, field };
      }),
    );
  }
  for (const { entryid, guideid, userid, workorderid, status, starttime, endtime, guide_revisionid, ...rest } of fixture.work_log) {
    s.meta.claimId('entry', entryid);
    const current = s.guides.row(guideid)?.revisionid ?? 0;
    const row = { entryid, guideid, userid, workorderid, status, starttime, endtime: endtime ?? null };
    s.work.putEntry({ ...row, guide_revisionid: guide_revisionid ?? current, rest });
  }
  for (const { releaseid, guideid, langid, revisionid, status, ...rest } of fixture.releases) {
    s.meta.claimId('release', releaseid);
    s.work.putRelease({ releaseid, guideid, langid, revisionid: revisionid ?? null, status, rest });
  }
}
