import type { Difficulty, Step } from '../../shared/model/guide.ts';
import { flagOf } from '../store/policy/flags.ts';
import { defaultTitle } from '../content/titles.ts';
import { blankGuide } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { withoutPlaceholders } from '../store/placeholders.ts';
import type { IdKind } from '../store/meta.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import { newBody } from '../store/wikis/content.ts';
import type { StoredWiki } from '../store/wikis/document.ts';
import type { Fixture } from './fixture-schema.ts';

export type FixtureGuide = Fixture['guides'][number];
type FixtureStep = FixtureGuide['steps'][number];
type FixtureWiki = Fixture['wikis'][number];

/** Reserves every id in the fixture, so that no other resource gets it. */
export function claimIds(s: ReplicaWriter, { wikis, guides }: Fixture): void {
  const claim = (kind: IdKind, id: number | null | undefined): void => {
    if (id) s.meta.claimId(kind, id);
  };
  for (const { wikiid, revisionid } of wikis) {
    claim('wiki', wikiid);
    claim('revision', revisionid);
  }
  for (const { guideid, revisionid, steps } of guides) {
    claim('guide', guideid);
    claim('revision', revisionid);
    for (const step of steps) {
      claim('step', step.stepid);
      claim('revision', step.revisionid);
      for (const { lineid } of step.lines) claim('line', lineid);
    }
  }
}

/**
 * Stores the fixture's wikis and guides and records those that changed. Missing values are taken from the store, else
 * generated. Runs twice, because links between documents need the titles of later ones.
 */
export function putDocuments(
  s: ReplicaWriter,
  { wikis, guides }: Fixture,
  author: () => number,
  at: At,
): void {
  const made = new Set<object>();
  for (let pass = 1; pass <= 2; pass += 1) {
    for (const wiki of wikis) at(`wikis: ${wiki.wikiid}`, () => putWiki(s, wiki, made));
    for (const { guideid, category } of guides)
      at(`guides: ${guideid}`, () => s.wikis.ensureCategory(category));
    for (const guide of guides) at(`guides: ${guide.guideid}`, () => putGuide(s, guide, author, made));
  }
}

/** Runs a part of the seeding and adds the place in the fixture to its errors. */
export type At = <T>(place: string, fn: () => T) => T;

/** Compares as JSON: both values are built here, with the same key order. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function putWiki(s: ReplicaWriter, wiki: FixtureWiki, made: Set<object>): void {
  const row = s.wikis.row(wiki.wikiid);
  const before = row && s.wikis.document(row);
  const { page_title, suppliers, repairability_score, langid } = wiki;
  const info = wiki.info?.filter((entry) => !entry.inheritedFrom);
  const body = newBody(s, wiki.wikiid, {
    namespace: wiki.namespace,
    title: wiki.title,
    langid,
    contents: wiki.contents_raw ?? wiki.contents ?? '',
    description: wiki.description,
    table_of_contents: wiki.table_of_contents,
    flags: wiki.flags,
    page_title,
    ...(wiki.display_title ? { display_title: wiki.display_title } : {}),
    ...(wiki.image ? { image: wiki.image } : {}),
    ...(wiki.namespace === 'CATEGORY' ? { info, repairability_score } : {}),
    ...(wiki.namespace === 'ITEM' ? { suppliers } : {}),
  });
  const created = wiki.created_date ?? before?.body.created_date ?? wiki.modified_date ?? Math.floor(s.now);
  const document: StoredWiki = {
    body: {
      ...body,
      created_date: created,
      modified_date: wiki.modified_date ?? before?.body.modified_date ?? created,
      revisionid: wiki.revisionid ?? before?.body.revisionid ?? 0,
      author: wiki.author ?? before?.body.author ?? 0,
      ...(wiki.authors ? { authors: wiki.authors } : {}),
    },
    parent: wiki.parent ?? null,
  };
  s.tags.set({ kind: 'wiki', id: wiki.wikiid }, wiki.tags);
  if (row && !row.deleted && same(before, document)) return;
  if (wiki.revisionid === undefined && !made.has(wiki)) document.body.revisionid = s.meta.nextId('revision');
  made.add(wiki);
  s.wikis.put(document, { keepRevision: true });
  s.feed.record('wiki', wiki.wikiid);
}

function putGuide(s: ReplicaWriter, guide: FixtureGuide, author: () => number, made: Set<object>): void {
  const { guideid } = guide;
  const row = s.guides.row(guideid);
  const before = row && s.guides.document(guideid);
  const document = documentFrom(s, guide, before, author);
  s.tags.set({ kind: 'guide', id: guideid }, guide.tags);
  if (row && !row.deleted && same(before, document)) return;
  const { body, steps } = document;
  if (guide.revisionid === undefined && !made.has(guide)) body.revisionid = s.meta.nextId('revision');
  made.add(guide);
  for (const step of steps) if (step.revisionid === 0) step.revisionid = body.revisionid;
  s.guides.bring(document);
  s.feed.record('guide', guideid);
}

function documentFrom(
  s: ReplicaWriter,
  guide: FixtureGuide,
  before: GuideDocument | undefined,
  author: () => number,
): GuideDocument {
  const langid = guide.langid ?? s.meta.site.langid;
  const title = withoutPlaceholders(guide.title || defaultTitle(guide.type, guide.category, guide.subject));
  const introduction = withoutPlaceholders(guide.introduction_raw || (guide.introduction ?? ''));
  const conclusion = withoutPlaceholders(guide.conclusion_raw || (guide.conclusion ?? ''));
  const created = guide.created_date ?? before?.body.created_date ?? guide.modified_date ?? Math.floor(s.now);
  const published = guide.published_date ?? before?.body.published_date ?? (guide.public ? created : null);
  return {
    body: blankGuide({
      guideid: guide.guideid,
      revisionid: guide.revisionid ?? before?.body.revisionid ?? 0,
      langid,
      type: guide.type,
      category: guide.category,
      subject: guide.subject,
      title,
      summary: withoutPlaceholders(guide.summary),
      introduction_raw: introduction,
      introduction_rendered: s.wikis.render(introduction),
      conclusion_raw: conclusion,
      conclusion_rendered: s.wikis.render(conclusion),
      difficulty: (guide.difficulty as Difficulty | undefined) ?? null,
      time_required_min: guide.time_required_min,
      time_required_max: guide.time_required_max,
      public: guide.public,
      created_date: created,
      published_date: published,
      modified_date: guide.modified_date ?? before?.body.modified_date ?? created,
      image: guide.image ? s.media.requireImage(guide.image, 'image') : null,
      flags: guide.flags.map(flagOf),
      parts: itemsFrom(s, guide.parts),
      tools: itemsFrom(s, guide.tools),
      documents: guide.documents,
      featured_documentid: guide.featured_documentid,
      featured_document_embed_url: guide.featured_document_embed_url,
      featured_document_thumbnail_url: guide.featured_document_thumbnail_url,
      intro_video: guide.intro_video,
      intro_video_url: guide.intro_video_url,
      patrol_threshold: guide.patrol_threshold,
    }),
    steps: ownSteps(guide).map((step, index) =>
      stepFrom(s, guide.guideid, step, index, before?.steps[index]),
    ),
    userid: guide.author ?? guide.userid ?? before?.userid ?? author(),
    prerequisites: guide.prerequisites,
  };
}

/** Returns the guide's own steps in order; answers also list those of prerequisites first. */
export function ownSteps({ guideid, steps }: FixtureGuide): FixtureStep[] {
  const own = steps.filter((step) => step.guideid === undefined || step.guideid === guideid);
  return own.every((step) => step.orderby !== undefined)
    ? own.sort((a, b) => (a.orderby ?? 0) - (b.orderby ?? 0))
    : own;
}

const itemsFrom = (s: ReplicaWriter, items: FixtureGuide['tools']): GuideDocument['body']['tools'] =>
  items.map(({ text, name, type, notes, url, thumbnail, ...item }) => {
    const label = withoutPlaceholders(text ?? name ?? '');
    const page = s.wikis.item(label, { summary: '', url: null });
    return {
      ...item,
      type: type ?? null,
      notes: notes ?? null,
      text: label,
      url: url ?? page.url,
      thumbnail: thumbnail ?? page.thumbnail,
    };
  });

function stepFrom(
  s: ReplicaWriter,
  guideid: number,
  step: FixtureStep,
  index: number,
  old: Step | undefined,
): Step {
  const made = {
    title: withoutPlaceholders(step.title),
    lines: step.lines.map(({ text_raw, text = '', bullet, level, lineid }, at) => {
      const raw = withoutPlaceholders(text_raw ?? text);
      const rendered = s.wikis.renderLine(raw);
      return {
        text_raw: raw,
        text_rendered: rendered,
        bullet,
        level,
        lineid: lineid ?? old?.lines[at]?.lineid ?? s.meta.nextId('line'),
      };
    }),
    guideid,
    stepid: step.stepid ?? old?.stepid ?? s.meta.nextId('step'),
    orderby: index + 1,
    revisionid: step.revisionid ?? old?.revisionid ?? 0,
    media: mediaFrom(s, step),
    comments: [],
  };
  // 0 becomes the guide's new revision.
  return step.revisionid !== undefined || same(made, old) ? made : { ...made, revisionid: 0 };
}

function mediaFrom(s: ReplicaWriter, { media }: FixtureStep): Step['media'] {
  if (media?.type === 'image' && Array.isArray(media.data)) {
    return { type: 'image', data: media.data.map((imageid) => s.media.requireImage(imageid, 'steps')) };
  }
  return media?.data && !Array.isArray(media.data)
    ? { type: media.type, data: media.data }
    : { type: 'image', data: [] };
}
