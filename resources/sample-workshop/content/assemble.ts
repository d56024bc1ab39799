import { createHash } from 'node:crypto';
import type { Picture } from '../draw/kit/svg.ts';
import type { WorkEvent } from '../../../shared/model/work-log.ts';
import type { GuideSource, ItemUse, Run, StepSource, WikiSource } from './define.ts';
import { guides } from './guides.ts';
import { favorites, people, release, remarks, runs, team } from './people.ts';
import { categories } from './wikis/categories.ts';
import { items } from './wikis/items.ts';
import { pages } from './wikis/pages.ts';

const seconds = (date: string): number => Date.parse(date.includes('T') ? `${date}Z` : `${date}T09:00Z`) / 1000;
// Sixteen letters and digits, the same at every build.
const guid = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 16);
const stepid = (guideid: number, orderby: number): number => guideid * 100 + orderby;

/** The whole seed. Ids follow from the sources: a picture is scene × 100 + place, a step guide × 100 + place. */
export function assemble(scenes: readonly (readonly Picture[])[]): unknown {
  const owners = new Map(guides.flatMap((guide) => pictureNames(guide).map((name) => [name, guide.author] as const)));
  const images = scenes.flatMap((scene, place) =>
    scene.map(({ name }, index) => ({
      id: (place + 1) * 100 + index + 1,
      guid: guid(name),
      userid: owners.get(name) ?? 1,
      file: `pictures/${name}.webp`,
    })),
  );
  const imageIds = new Map(images.map((image) => [image.file.slice('pictures/'.length, -'.webp'.length), image.id]));
  const imageId = (name: string): number => {
    const id = imageIds.get(name);
    if (id === undefined) throw new Error(`No picture is called ${name}.`);
    return id;
  };
  const wikis = [...categories, ...items, ...pages].map((wiki, index) => wikiOf(index + 1, wiki, imageId));
  return {
    site: { name: 'Sample workshop', langid: 'en' },
    users: people.map((person) => userOf(person, imageId)),
    teams: [team],
    images,
    wikis,
    guides: guides.map((guide) => guideOf(guide, imageId)),
    comments: commentsOf((title) => wikis.find((wiki) => wiki.namespace === 'CATEGORY' && wiki.title === title)?.wikiid),
    step_forms: guides.flatMap((guide) =>
      guide.steps.flatMap((step, index) => (step.form === undefined ? [] : [{ stepid: stepid(guide.guideid, index + 1), fields: step.form }])),
    ),
    work_log: runs.map((run, index) => ({ entryid: index + 1, ...entryOf(run) })),
    releases: [
      {
        releaseid: release.releaseid,
        guideid: release.guideid,
        langid: 'en',
        revisionid: null,
        user: { userid: release.userid },
        status: 'released',
        title: release.title,
        release_date: seconds(release.date),
        init_date: seconds(release.date) - 86_400,
        notes: release.notes,
        type: 'major',
      },
    ],
    favorites: favorites.map(({ userid, guideid, date }) => ({ userid, guideid, date: seconds(date) })),
  };
}

const totalSeconds = (minutes: readonly number[]): number => minutes.reduce((sum, one) => sum + one, 0) * 60;

function entryOf({ guideid, userid, workorderid, start, minutes, values = {} }: Run): object {
  const starttime = seconds(start);
  const cancelled = minutes === 0;
  const steps = typeof minutes === 'number' ? [cancelled ? 4 : minutes] : minutes;
  const duration = totalSeconds(steps);
  const endtime = starttime + duration;
  const happened = (type: WorkEvent['type'], time: number, id: number | null = null): WorkEvent => ({
    type,
    stepid: id,
    userid,
    time,
    recorded: time,
    monotonic: null,
    bootid: null,
  });
  const begun = steps.map((_, at) => starttime + totalSeconds(steps.slice(0, at)));
  return {
    guideid,
    userid,
    workorderid,
    starttime,
    endtime,
    cancelled: cancelled ? 1 : 0,
    duration,
    status: cancelled ? 'cancelled' : 'complete',
    work_data: Object.entries(values).map(([field_guid, value]) => ({ field_guid, value })),
    ...(typeof minutes !== 'number' && {
      benchside: {
        events: [
          happened('start', starttime),
          ...begun.map((time, at) => happened('step', time, stepid(guideid, at + 1))),
          happened('finish', endtime),
        ],
      },
    }),
  };
}

function userOf({ picture, ...person }: (typeof people)[number], imageId: (name: string) => number): unknown {
  return { ...person, image: imageId(picture) };
}

const pictureNames = (guide: GuideSource): string[] => [guide.cover, ...guide.steps.flatMap((step) => step.pictures)];

const linePattern = /^(?<indent> *)(?:(?<bullet>red|orange|yellow|light_blue|blue|green|violet|note|caution|reminder): )?(?<text>.+)$/;

function linesOf(step: StepSource, id: number): unknown[] {
  return step.text.split('\n').map((source, index) => {
    const { indent = '', bullet = 'black', text = '' } = linePattern.exec(source)?.groups ?? {};
    const icon = bullet === 'note' || bullet === 'caution' || bullet === 'reminder';
    return { lineid: id * 10 + index + 1, text_raw: text, bullet: icon ? `icon_${bullet}` : bullet, level: indent.length / 2 };
  });
}

const used = ([text, quantity = 1, notes = '']: ItemUse): unknown => ({ text, quantity, notes });

function guideOf(guide: GuideSource, imageId: (name: string) => number): unknown {
  return {
    guideid: guide.guideid,
    langid: 'en',
    type: guide.type,
    category: guide.category,
    subject: guide.subject,
    title: guide.title,
    summary: guide.summary,
    introduction_raw: guide.introduction,
    conclusion_raw: guide.conclusion,
    difficulty: guide.difficulty,
    time_required_min: guide.minutes[0] * 60,
    time_required_max: guide.minutes[1] * 60,
    public: true,
    author: { userid: guide.author },
    flags: guide.flags ?? [],
    image: { id: imageId(guide.cover) },
    prerequisites: (guide.prerequisites ?? []).map((guideid) => ({ guideid })),
    tools: guide.tools.map(used),
    parts: (guide.parts ?? []).map(used),
    tags: guide.tags,
    steps: guide.steps.map((step, index) => {
      const id = stepid(guide.guideid, index + 1);
      return {
        stepid: id,
        orderby: index + 1,
        title: step.title,
        lines: linesOf(step, id),
        media: { type: 'image', data: step.pictures.map((name) => ({ id: imageId(name) })) },
      };
    }),
    created_date: seconds(guide.created),
    modified_date: seconds(guide.modified),
  };
}

function wikiOf(wikiid: number, { contents, picture, info, ...wiki }: WikiSource, imageId: (name: string) => number) {
  return {
    wikiid,
    ...wiki,
    contents_raw: contents,
    flags: [],
    ...(picture !== undefined && { image: imageId(picture) }),
    ...(info && { info: info.map(([name, value]) => ({ name, value })) }),
  };
}

function commentsOf(categoryId: (title: string) => number | undefined): unknown[] {
  let commentid = 0;
  const comment = (rest: object): object => ({ commentid: (commentid += 1), ...rest });
  const target = (on: number | string): object => {
    if (typeof on === 'number') return { context: 'guide', contextid: on };
    const [, guideid, orderby] = /^(\d+)\.(\d+)$/.exec(on) ?? [];
    if (guideid !== undefined) return { context: 'step', contextid: stepid(Number(guideid), Number(orderby)) };
    return { context: 'wiki', contextid: categoryId(on) };
  };
  return remarks.flatMap((remark) => {
    const first = comment({ ...target(remark.on), parentid: null, author: { userid: remark.by }, text_raw: remark.text, date: seconds(remark.date) });
    const parentid = commentid;
    const replies = (remark.replies ?? []).map(([userid, date, text]) =>
      comment({ ...target(remark.on), parentid, author: { userid }, text_raw: text, date: seconds(date) }),
    );
    return [first].concat(replies);
  });
}
