import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { Release } from '../../../shared/model/release.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import type { Actor } from './actor.ts';

export type Act = (doing: Actor) => Promise<unknown>;

export async function openGuide(doing: Actor): Promise<Guide | undefined> {
  const guideid = doing.pick('guide');
  return guideid === undefined ? undefined : doing.get<Guide>(`/guides/${guideid}`);
}

const line = (text: string, bullet = 'black'): object => ({ text, bullet, level: 0 });

/** The category of which nobody has made the page. */
export const newCategory = 'Press';

async function create(doing: Actor, more: object = {}): Promise<unknown> {
  const mark = doing.mark();
  const { random } = doing;
  return doing.write(
    'POST /guides',
    {
      category: random.pick(['Pump', 'Lathe', newCategory]),
      type: 'repair',
      title: `Guide ${mark}`,
      public: random.chance(0.7),
      introduction: 'One.\n\nTwo.\n\nThree.',
      ...more,
    },
    mark,
  );
}

export async function patchGuide(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  if (!guide) return undefined;
  const { random } = doing;
  const mark = doing.mark();
  const fields: readonly (readonly [number, () => [object, string | undefined]])[] = [
    [3, () => [{ title: `Title ${mark}` }, mark]],
    [3, () => [{ summary: `Summary ${mark}` }, mark]],
    [5, () => [{ introduction: rewritten(guide.introduction_raw, mark, doing) }, mark]],
    [2, () => [{ conclusion: rewritten(guide.conclusion_raw, mark, doing) }, mark]],
    [1, () => [{ difficulty: random.pick(['Easy', 'Moderate', 'Difficult', null]) }, undefined]],
    [1, () => [{ time_required_min: random.int(9) * 60, time_required_max: 6000 }, undefined]],
    [
      1,
      () => [{ flags: random.shuffled(['GUIDE_IN_PROGRESS', 'GUIDE_STUB']).slice(random.int(3)) }, undefined],
    ],
    [2, () => [{ parts: items(guide.parts, mark, doing) }, mark]],
    [2, () => [{ tools: items(guide.tools, mark, doing) }, mark]],
    [
      1,
      () => [
        { prerequisites: doing.ids('guide').filter((id) => id !== guide.guideid && random.chance(0.2)) },
        undefined,
      ],
    ],
  ];
  const [body, marked] = random.weighted(fields)();
  const also = random.chance(0.15) ? { difficulty: 'Very easy' } : {};
  return doing.write(
    `PATCH /guides/${guide.guideid}?revisionid=${guide.revisionid}`,
    { ...also, ...body },
    marked,
  );
}

/** Makes a guide, translates it, and comments on it, all before the site knows of it. */
export async function discussed(doing: Actor): Promise<unknown> {
  const made = (await create(doing)) as Guide | undefined;
  return made && discuss(doing, made);
}

/** Makes a guide, tags it, and deletes it, all before the site knows of it. */
export async function taggedInVain(doing: Actor): Promise<unknown> {
  const made = (await create(doing)) as Guide | undefined;
  const tagged = made && (await addTag(doing, made.guideid));
  return tagged && removeGuide(doing, await doing.get<Guide>(`/guides/${made.guideid}`));
}

/** Makes a guide and tags it. */
export async function createTagged(doing: Actor): Promise<unknown> {
  const made = (await create(doing)) as Guide | undefined;
  return made && addTag(doing, made.guideid);
}

/** Makes a guide with a step. */
export async function createWithStep(doing: Actor): Promise<unknown> {
  const made = (await create(doing)) as Guide | undefined;
  return made && addStepTo(doing, made);
}

/** Makes a guide in a category that has no page before. */
export const createInNewCategory = (doing: Actor): Promise<unknown> =>
  create(doing, { category: newCategory, public: true });

/** Makes a public guide that has other guides as its prerequisites. */
export const createWithPrerequisites = (doing: Actor): Promise<unknown> =>
  create(doing, {
    public: true,
    prerequisites: doing.random.shuffled(doing.ids('guide')).slice(0, 3),
  });

export const newestGuide = (doing: Actor, query = ''): Promise<Guide | undefined> =>
  doing.get<Guide>(`/guides/${doing.ids('guide').at(-1)}${query}`);

/** Deletes the newest guide. */
export const removeNewest = async (doing: Actor): Promise<unknown> =>
  removeGuide(doing, await newestGuide(doing));

/** Deletes a prerequisite of the newest guide. */
export async function removePrerequisite(doing: Actor): Promise<unknown> {
  const prerequisite = doing.random.pick((await newestGuide(doing))?.prerequisites ?? []);
  return removeGuide(doing, prerequisite && (await doing.get<Guide>(`/guides/${prerequisite.guideid}`)));
}

/** Translates the newest guide and comments on it. */
export async function discussNewest(doing: Actor): Promise<unknown> {
  const guide = await newestGuide(doing, '?langid=de');
  return guide && discuss(doing, guide);
}

async function discuss(doing: Actor, { guideid, revisionid }: Guide): Promise<unknown> {
  const [mark, text] = [doing.mark(), doing.mark()];
  const body = { conclusion: `Ende ${mark}` };
  if (doing.isOurs)
    await doing.write(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, body, mark);
  return doing.write(`POST /comments/guide/${guideid}`, { text: `Comment ${text}` }, text);
}

/** Returns a text with one paragraph changed, added or removed. */
export function rewritten(text: string, mark: string, { random }: Actor): string {
  const paragraphs = text.split(/\n\n+/).filter(Boolean);
  const at = random.int(paragraphs.length + 1);
  if (paragraphs.length > 5) paragraphs.splice(at, 2, `Less ${mark}.`);
  else if (random.chance(0.5)) paragraphs.splice(at, 0, `More ${mark}.`);
  else paragraphs.splice(at, 1, `Other ${mark}.`);
  return paragraphs.join('\n\n');
}

function items(before: Guide['parts'], mark: string, { random }: Actor): object[] {
  const kept = before
    .filter(() => random.chance(0.8))
    .map(({ text: name, quantity, notes }) => ({ name, quantity, ...(notes === null ? {} : { notes }) }));
  return [...kept, { name: `Item ${mark}`, quantity: 1 + random.int(3) }];
}

/** Adds a part that has no page before, which makes its page. */
export const addPart = async (doing: Actor): Promise<unknown> => addPartTo(doing, await openGuide(doing));

/** Adds such a part to the newest guide, and edits and comments on the page of the part. */
export async function addPartToNewest(doing: Actor): Promise<unknown> {
  const name = await addPartTo(doing, await newestGuide(doing));
  const path = `/wikis/ITEM/${encodeURIComponent(name ?? '')}`;
  const page = name === undefined ? undefined : await doing.get<Wiki>(path);
  const [mark, text] = [doing.mark(), doing.mark()];
  if (!page) return undefined;
  await doing.write(`PATCH ${path}?revisionid=${page.revisionid}`, { contents: `More ${mark}.` }, mark);
  return doing.write(`POST /comments/wiki/${page.wikiid}`, { text: `Comment ${text}` }, text);
}

/** @returns the name of the part */
async function addPartTo(doing: Actor, guide: Guide | undefined): Promise<string | undefined> {
  if (!guide) return undefined;
  const mark = doing.mark();
  const parts = [
    ...guide.parts.map(({ text: name, quantity }) => ({ name, quantity })),
    { name: `Item ${mark}` },
  ];
  await doing.write(`PATCH /guides/${guide.guideid}?revisionid=${guide.revisionid}`, { parts }, mark);
  return `Item ${mark}`;
}

const firstGuide = (doing: Actor): Promise<Guide | undefined> =>
  doing.get<Guide>(`/guides/${doing.ids('guide').find((id) => id > 0)}?unpatrolled`);

/** Prepares a release of the first guide, which is not out yet. */
export async function prepareFirst(doing: Actor): Promise<unknown> {
  const guide = await firstGuide(doing);
  const mark = doing.mark();
  return (
    guide && doing.write('POST /guides/releases', { guideid: guide.guideid, title: `Release ${mark}` }, mark)
  );
}

/** Releases the first guide. */
export const releaseFirst = async (doing: Actor): Promise<unknown> =>
  releaseOf(doing, await firstGuide(doing));

/** Makes the first guide public, or private if it is public. */
export const publishFirst = async (doing: Actor): Promise<unknown> =>
  publishOf(doing, await firstGuide(doing));

/** Makes a guide public, or a public one private. */
export const publish = async (doing: Actor): Promise<unknown> => publishOf(doing, await openGuide(doing));

async function publishOf(doing: Actor, guide: Guide | undefined): Promise<unknown> {
  if (!guide) return undefined;
  const method = guide.public ? 'DELETE' : 'PUT';
  return doing.write(`${method} /guides/${guide.guideid}/public?revisionid=${guide.revisionid}`, undefined);
}

const remove = async (doing: Actor): Promise<unknown> => removeGuide(doing, await openGuide(doing));

async function removeGuide(doing: Actor, guide: Guide | undefined): Promise<unknown> {
  return guide && doing.write(`DELETE /guides/${guide.guideid}?revisionid=${guide.revisionid}`, undefined);
}

const ownSteps = ({ steps, guideid }: Guide): Step[] => steps.filter((step) => step.guideid === guideid);

export async function addStep(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  return guide && addStepTo(doing, guide);
}

function addStepTo(doing: Actor, guide: Guide): Promise<unknown> {
  const mark = doing.mark();
  const orderby = 1 + doing.random.int(ownSteps(guide).length + 1);
  return doing.write(
    `POST /guides/${guide.guideid}/steps`,
    { orderby, lines: [line(`Step ${mark}`), line('and so on', 'red')] },
    mark,
  );
}

export async function patchStep(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const step = guide && doing.random.pick(ownSteps(guide));
  if (!guide || !step) return undefined;
  const { random } = doing;
  const mark = doing.mark();
  const lines: object[] = step.lines.map(({ text_raw: text, bullet, level, lineid }) => ({
    text,
    bullet,
    level,
    lineid,
  }));
  const at = random.int(lines.length);
  const body = random.weighted<() => object>([
    [1, () => ({ title: `Step ${mark}` })],
    [3, () => ({ lines: lines.map((one, i) => (i === at ? { ...one, text: `Line ${mark}` } : one)) })],
    [3, () => ({ lines: [...lines, line(`New line ${mark}`)].slice(-8) })],
    [1, () => ({ lines: [line(`First line ${mark}`), ...lines.slice(1)] })],
  ])();
  const path = `/guides/${guide.guideid}/steps/${step.stepid}`;
  return doing.write(`PATCH ${path}?revisionid=${step.revisionid}`, body, mark);
}

async function removeStep(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const step = guide && doing.random.pick(ownSteps(guide));
  if (!guide || !step) return undefined;
  const path = `/guides/${guide.guideid}/steps/${step.stepid}`;
  return doing.write(`DELETE ${path}?revisionid=${step.revisionid}`, undefined);
}

async function reorder(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  if (!guide || ownSteps(guide).length < 2) return undefined;
  const stepids = doing.random.shuffled(ownSteps(guide).map((step) => step.stepid));
  return doing.write(`PUT /guides/${guide.guideid}/steporder?revisionid=${guide.revisionid}`, { stepids });
}

async function tag(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  if (!guide) return undefined;
  const tags = (await doing.get<string[]>(`/guides/${guide.guideid}/tags`)) ?? [];
  const old = doing.random.pick(tags);
  if (old !== undefined && doing.random.chance(0.4))
    return doing.write(`DELETE /guides/${guide.guideid}/tag`, { tag: old });
  return addTag(doing, guide.guideid);
}

function addTag(doing: Actor, guideid: number): Promise<unknown> {
  const mark = doing.mark();
  return doing.write(`PUT /guides/${guideid}/tag`, { tag: mark }, mark);
}

async function collaborators(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  if (!guide) return undefined;
  const kind = doing.random.pick(['user', 'team'] as const) ?? 'user';
  const id = doing.pick(kind);
  const method = doing.random.pick(['PUT', 'PUT', 'DELETE']);
  return doing.write(`${method} /guides/${guide.guideid}/${kind}s/${id}`, undefined);
}

interface ReleaseList {
  releases: Release[];
}

interface Revision {
  revisionid: number;
}

/** Reverts to an earlier version. */
export function revertTo(
  revisions: readonly Revision[] | undefined,
  { revisionid, random }: Revision & Pick<Actor, 'random'>,
): string | undefined {
  const earlier = random.pick((revisions ?? []).filter((one) => one.revisionid !== revisionid));
  return earlier && `revert?revisionid=${revisionid}&to_revisionid=${earlier.revisionid}`;
}

export async function revert(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  if (!guide) return undefined;
  const path = `/benchside/guides/${guide.guideid}`;
  const to = revertTo(await doing.get<Revision[]>(`${path}/revisions`), { ...guide, random: doing.random });
  return to && doing.write(`POST ${path}/${to}`, undefined);
}

async function restore(doing: Actor): Promise<unknown> {
  const guideid = doing.person.role === 'admin' ? doing.pick('deleted guide') : undefined;
  return guideid === undefined ? undefined : doing.write(`POST /guides/${guideid}/en/restore`, undefined);
}

async function translate(doing: Actor): Promise<unknown> {
  const guideid = doing.isOurs ? doing.pick('guide') : undefined;
  const guide = guideid === undefined ? undefined : await doing.get<Guide>(`/guides/${guideid}?langid=de`);
  if (!guide) return undefined;
  const mark = doing.mark();
  const body = doing.random.chance(0.5) ? { title: `Titel ${mark}` } : { conclusion: `Ende ${mark}` };
  return doing.write(`PATCH /guides/${guideid}?revisionid=${guide.revisionid}&langid=de`, body, mark);
}

async function release(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  if (!guide) return undefined;
  const { random } = doing;
  const mark = doing.mark();
  const status = random.chance(0.5) ? { status: 'released' } : {};
  return doing.write(
    'POST /guides/releases',
    { guideid: guide.guideid, title: `Release ${mark}`, ...status },
    mark,
  );
}

/** Releases this version to readers, whatever is edited later. */
export const releaseNow = async (doing: Actor): Promise<unknown> => releaseOf(doing, await openGuide(doing));

async function releaseOf(doing: Actor, guide: Guide | undefined): Promise<unknown> {
  if (!guide) return undefined;
  const mark = doing.mark();
  const body = { guideid: guide.guideid, title: `Release ${mark}`, status: 'released' };
  return doing.write('POST /guides/releases', body, mark);
}

/** Adds a step to a released guide that readers do not see yet. */
export async function editReleased(doing: Actor): Promise<unknown> {
  const { releases = [] } =
    (await doing.get<Partial<ReleaseList>>('/guides/releases?limit=200&status=released')) ?? {};
  const release = doing.random.pick(releases);
  const mark = doing.mark();
  const lines = [line(`Step ${mark}`)];
  return release && doing.write(`POST /guides/${release.guideid}/steps`, { orderby: 1, lines }, mark);
}

export async function changeRelease(doing: Actor): Promise<unknown> {
  const releaseid = doing.pick('release');
  if (releaseid === undefined) return undefined;
  await doing.get('/guides/releases?limit=200');
  if (doing.random.chance(0.2)) return doing.write(`DELETE /guides/releases/${releaseid}`, undefined);
  const status = doing.random.pick(['released', 'withdrawn'] as const);
  if (doing.random.chance(0.5)) return doing.write(`PATCH /guides/releases/${releaseid}`, { status });
  const mark = doing.mark();
  return doing.write(`PATCH /guides/releases/${releaseid}`, { notes: `Note ${mark}` }, mark);
}

export const guides: readonly (readonly [number, Act, number?])[] = [
  [5, create],
  [16, patchGuide],
  [2, publish],
  [2, remove],
  [7, addStep],
  [12, patchStep],
  [3, removeStep],
  [3, reorder],
  [4, tag],
  [3, collaborators],
  [1, revert, 2],
  [2, revert, 6],
  [1, restore, 2],
  [1.5, translate, 3],
  [0.5, release, 2],
  [0.5, changeRelease, 2],
  [1, release, 9],
  [0.5, editReleased, 10],
];
