import { forbidden, invalid, notFound } from '../../../shared/errors.ts';
import type { GuideInput, ItemInput, StepInput } from '../../../shared/model/guide-input.ts';
import type { GuideItem, Line, Step } from '../../../shared/model/guide.ts';
import { isPlainName, plainNameRule } from '../../../shared/plain-name.ts';
import { flagsAfter } from '../policy/flags.ts';
import { timeRequired } from '../../content/time-required.ts';
import { defaultTitle } from '../../content/titles.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import type { SearchFields } from '../search/analyse.ts';
import type { StoreWriter } from '../aggregates.ts';
import { blankGuide, guideUrl } from './document.ts';
import type { GuideDocument } from './document.ts';
import { applyPrerequisites } from './prerequisites.ts';

export function newDocument(
  s: StoreWriter,
  guideid: number,
  fields: GuideInput & { category: string; type: string },
): GuideDocument {
  const langid = fields.langid ?? s.meta.site.langid;
  const now = Math.floor(s.now);
  const { type } = fields;
  const category = s.wikis.categoryNamed(fields.category);
  const document: GuideDocument = {
    userid: s.viewer?.userid ?? 0,
    prerequisites: [],
    steps: [],
    body: blankGuide({ guideid, langid, type, category, title: '', created_date: now, modified_date: now }),
  };
  applyGuideFields(s, document, { ...fields, category, title: fields.title ?? '' });
  return document;
}

/** Applies an edit to a document. Only changed texts are rendered again. */
export function applyGuideFields(s: StoreWriter, document: GuideDocument, fields: GuideInput): void {
  const { body } = document;
  if (fields.langid !== undefined && fields.langid !== body.langid) {
    throw invalid(
      'langid',
      `This guide is written in ${body.langid}. To change a translation, give its langid in the query.`,
    );
  }
  for (const name of ['category', 'subject', 'title'] as const) {
    const given = fields[name];
    if (given !== undefined && given !== body[name] && !isPlainName(withoutPlaceholders(given)))
      throw invalid(name, plainNameRule);
  }
  if (fields.type !== undefined) body.type = fields.type;
  if (fields.category !== undefined && fields.category !== body.category)
    body.category = s.wikis.categoryNamed(fields.category);
  if (fields.subject !== undefined) body.subject = withoutPlaceholders(fields.subject);
  if (fields.title !== undefined) {
    const title = withoutPlaceholders(fields.title);
    body.title = title.trim() === '' ? defaultTitle(body.type, body.category, body.subject) : title;
  }
  if (fields.summary !== undefined) body.summary = withoutPlaceholders(fields.summary);
  if (fields.introduction !== undefined && fields.introduction !== body.introduction_raw) {
    body.introduction_raw = withoutPlaceholders(fields.introduction);
    body.introduction_rendered = s.wikis.render(
      body.introduction_raw,
      'introduction',
      body.introduction_rendered,
    );
  }
  if (fields.conclusion !== undefined && fields.conclusion !== body.conclusion_raw) {
    body.conclusion_raw = withoutPlaceholders(fields.conclusion);
    body.conclusion_rendered = s.wikis.render(body.conclusion_raw, 'conclusion', body.conclusion_rendered);
  }
  if (fields.flags !== undefined) body.flags = flagsAfter(s.viewer, body.flags, fields.flags);
  if (fields.difficulty !== undefined) body.difficulty = fields.difficulty;
  if (fields.time_required_min !== undefined) body.time_required_min = fields.time_required_min;
  if (fields.time_required_max !== undefined) body.time_required_max = fields.time_required_max;
  body.time_required = timeRequired(body.time_required_min, body.time_required_max);
  if (fields.image !== undefined)
    body.image = fields.image === null ? null : s.media.requireImage(fields.image, 'image');
  applyPrerequisites(s, document, fields);
  applyDocuments(s, body, fields);
  if (fields.objectid !== undefined) applyIntro(s, body, fields.objectid);
  if (fields.parts !== undefined) body.parts = fields.parts.map((item) => readItem(s, item));
  if (fields.tools !== undefined) body.tools = fields.tools.map((item) => readItem(s, item));
  if (fields.author !== undefined && fields.author !== document.userid) {
    if (s.viewer?.role === 'technician')
      throw forbidden('Only authors and admins may name another author.', ['Author', 'Admin']);
    s.users.requireUser(fields.author, 'author');
    document.userid = fields.author;
  }
  if (fields.public !== undefined) {
    if (fields.public && !body.public) body.published_date ??= Math.floor(s.now);
    body.public = fields.public;
  }
  // A public guide's category is visible to everyone, so its page must exist to be edited and moved (decision 0020).
  if (body.public && (fields.category !== undefined || fields.public !== undefined))
    s.wikis.ensureCategory(body.category);
  body.url = guideUrl(body);
}

/** Documents that the guide already lists need not be in the viewer's media manager (CONTRACT 4.5). */
function applyDocuments(
  s: StoreWriter,
  body: GuideDocument['body'],
  { documents, featured_documentid: featured }: GuideInput,
): void {
  if (documents === undefined && featured === undefined) return;
  const find = (documentid: number): GuideDocument['body']['documents'][number] | undefined =>
    body.documents.find((entry) => entry['documentid'] === documentid);
  if (documents !== undefined) {
    body.documents = [...new Set(documents)].map(
      (documentid) => find(documentid) ?? s.documents.require(documentid, 'documents'),
    );
  }
  const documentid = featured === undefined ? body.featured_documentid : featured;
  const entry = documentid === null ? undefined : find(documentid);
  if (typeof featured === 'number' && !entry) {
    throw invalid('featured_documentid', `Document ${featured} is not in the guide's list of documents.`);
  }
  const image = entry?.['image'] as { thumbnail?: string } | null | undefined;
  body.featured_documentid = entry ? documentid : null;
  body.featured_document_embed_url = entry ? String(entry['download_url']) : null;
  body.featured_document_thumbnail_url = image?.thumbnail ?? null;
}

function applyIntro(s: StoreWriter, body: GuideDocument['body'], objectid: number | null): void {
  const video = objectid === null ? null : s.media.requireVideo(objectid, 'objectid');
  const [first] = (video?.['encodings'] ?? []) as { url?: string }[];
  body.intro_video = video;
  body.intro_video_url = first?.url ?? null;
}

export function insertStep(
  s: StoreWriter,
  document: GuideDocument,
  orderby: number,
  fields: StepInput,
): void {
  if (orderby > document.steps.length + 1) {
    throw invalid('orderby', `orderby must be between 1 and ${document.steps.length + 1}.`);
  }
  const step: Step = {
    title: '',
    lines: [],
    guideid: document.body.guideid,
    stepid: s.meta.nextId('step'),
    orderby,
    revisionid: 0,
    media: { type: 'image', data: [] },
    comments: [],
  };
  applyStep(s, step, fields);
  document.steps.splice(orderby - 1, 0, step);
}

export function patchStep(s: StoreWriter, document: GuideDocument, stepid: number, fields: StepInput): void {
  const step = document.steps.find((candidate) => candidate.stepid === stepid);
  if (!step) throw notFound('Step');
  const before = JSON.stringify(step);
  applyStep(s, step, fields);
  // 0 marks the step for a new revision when the guide is saved.
  if (JSON.stringify(step) !== before) step.revisionid = 0;
}

export function removeGuideStep(document: GuideDocument, stepid: number): void {
  document.steps = document.steps.filter((step) => step.stepid !== stepid);
}

export function reorderGuideSteps(document: GuideDocument, stepids: number[]): void {
  const byId = new Map(document.steps.map((step) => [step.stepid, step]));
  if (new Set(stepids).size !== stepids.length || stepids.length !== byId.size) {
    throw invalid('stepids', 'stepids must name every step of the guide exactly once.');
  }
  document.steps = stepids.map((stepid) => {
    const step = byId.get(stepid);
    if (!step) throw invalid('stepids', `Step ${stepid} is not a step of this guide.`);
    return step;
  });
}

function applyStep(s: StoreWriter, step: Step, fields: StepInput): void {
  if (fields.title !== undefined) step.title = withoutPlaceholders(fields.title);
  if (fields.lines !== undefined) {
    // Imported steps may have no lines, and must be accepted when sent back unchanged.
    if (fields.lines.length === 0 && (step.lines.length > 0 || step.revisionid === 0))
      throw invalid('lines', 'A step has at least one line.');
    step.lines = readLines(s, step.lines, fields.lines);
  }
  if (fields.media !== undefined) step.media = readMedia(s, fields.media);
}

/** Matches a line without a lineid to an unused old line with the same content, so that sending a step again changes nothing. */
function readLines(s: StoreWriter, before: readonly Line[], lines: NonNullable<StepInput['lines']>): Line[] {
  const left = [...before];
  const html = before.map((line) => line.text_rendered).join('\n');
  const take = (isIt: (old: Line) => boolean): Line | undefined => {
    const index = left.findIndex(isIt);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const named = lines.map(({ lineid }) => (lineid ? take((old) => old.lineid === lineid) : undefined));
  return lines.map(({ text, bullet, level }, index) => {
    const text_raw = withoutPlaceholders(text);
    const old = named[index] ?? take((line) => line.text_raw === text_raw);
    const text_rendered =
      old?.text_raw === text_raw ? old.text_rendered : s.wikis.renderLine(text_raw, 'lines', html);
    return { text_raw, text_rendered, bullet, level, lineid: old?.lineid ?? s.meta.nextId('line') };
  });
}

function readMedia(s: StoreWriter, media: NonNullable<StepInput['media']>): Step['media'] {
  if (media.type === 'image') {
    return { type: 'image', data: media.data.map((imageid) => s.media.requireImage(imageid, 'media')) };
  }
  if (media.data === null) return { type: 'image', data: [] };
  return { type: 'video', data: s.media.requireVideo(media.data, 'media') };
}

/** Resolves the name to an ITEM wiki, creating an unknown one (CONTRACT 4.4). */
function readItem(s: StoreWriter, item: ItemInput): GuideItem {
  const name = withoutPlaceholders(item.name);
  const page = s.wikis.item(name, { summary: item.summary ?? '', url: item.url ?? null });
  return {
    type: item.type ?? null,
    quantity: item.quantity ?? 1,
    text: name,
    notes: item.notes ?? null,
    url: page.url,
    thumbnail: page.thumbnail,
    isoptional: item.isoptional ?? false,
    featured: item.featured ?? false,
  };
}

export function searchFields({ body, steps }: GuideDocument): SearchFields {
  return {
    title: `${body.title} ${body.subject}`,
    category: body.category,
    items: [...body.tools, ...body.parts].map((item) => item.text).join('\n'),
    text: [
      body.summary,
      body.introduction_raw,
      ...steps.flatMap((step) => [step.title, ...step.lines.map((line) => line.text_raw)]),
      body.conclusion_raw,
    ].join('\n'),
  };
}
