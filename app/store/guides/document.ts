import type { Guide, GuideSummary, Step } from '../../../shared/model/guide.ts';
import { timeRequired } from '../../content/time-required.ts';
import { titleInUrl } from '../../content/titles.ts';
import { pack, unpack } from '../compress.ts';
import { SITE_PLACEHOLDER } from '../placeholders.ts';

/** Fields of a full guide that depend on the viewer or on other resources: added when read, never stored. */
type SplicedField =
  | 'steps'
  | 'prerequisites'
  | 'prerequisite_releases'
  | 'needs'
  | 'prereq_modified_date'
  | 'available_langids'
  | 'author'
  | 'comments'
  | 'completed'
  | 'favorited'
  | 'can_edit';

const splicedFields: readonly SplicedField[] = [
  'steps',
  'prerequisites',
  'prerequisite_releases',
  'needs',
  'prereq_modified_date',
  'available_langids',
  'author',
  'comments',
  'completed',
  'favorited',
  'can_edit',
];

/** `message` is a field of a 409 answer, not of the guide. */
const notStored = [...splicedFields, 'message'];

/** A guide as stored in its revisions; templated. */
export interface GuideDocument {
  body: Omit<Guide, SplicedField>;
  /** Own steps only, in order; their `comments` are always empty. */
  steps: Step[];
  userid: number;
  prerequisites: number[];
  /** Prerequisites pinned to a release; absent if there are none. */
  pinned?: Pin[];
}

/** A prerequisite pinned to a release. */
export interface Pin {
  guideid: number;
  releaseid: number;
}

/** Returns the body of a new guide with defaults for all fields that are not given. */
export function blankGuide(
  given: Pick<GuideDocument['body'], 'guideid' | 'langid' | 'type' | 'category' | 'title'> &
    Partial<GuideDocument['body']>,
): GuideDocument['body'] {
  return {
    locale: given.langid,
    revisionid: 0,
    subject: '',
    url: guideUrl(given),
    summary: '',
    introduction_raw: '',
    introduction_rendered: '',
    conclusion_raw: '',
    conclusion_rendered: '',
    difficulty: null,
    time_required: timeRequired(given.time_required_min ?? 0, given.time_required_max ?? 0),
    time_required_min: 0,
    time_required_max: 0,
    public: false,
    created_date: 0,
    published_date: null,
    modified_date: 0,
    image: null,
    flags: [],
    parts: [],
    tools: [],
    documents: [],
    featured_documentid: null,
    featured_document_embed_url: null,
    featured_document_thumbnail_url: null,
    intro_video: null,
    intro_video_url: null,
    patrol_threshold: 0,
    ...given,
  };
}

/** Returns the address of a guide's page on its site (CONTRACT 4.2); templated. */
export const guideUrl = ({
  type,
  title,
  guideid,
}: Pick<GuideDocument['body'], 'type' | 'title' | 'guideid'>): string =>
  `${SITE_PLACEHOLDER}/${type === 'teardown' ? 'Teardown' : 'Guide'}/${titleInUrl(title)}/${guideid}`;

type Aside = Pick<GuideDocument, 'userid' | 'prerequisites' | 'pinned'>;

/**
 * Packs a guide as three lines of JSON: the guide without steps, the steps, and what answers do not contain as is. So
 * answers are composed without parsing.
 */
export function packGuide({ body, steps, userid, prerequisites, pinned }: GuideDocument): Buffer {
  const aside: Aside = { userid, prerequisites, ...(pinned && { pinned }) };
  return pack(`${JSON.stringify(body)}\n${JSON.stringify(steps)}\n${JSON.stringify(aside)}`);
}

/** The three lines of a packed guide. */
interface SplitGuide {
  body: string;
  steps: string;
  aside: string;
}

export function splitGuide(blob: Buffer): SplitGuide {
  const text = unpack(blob);
  const first = text.indexOf('\n');
  const last = text.lastIndexOf('\n');
  return { body: text.slice(0, first), steps: text.slice(first + 1, last), aside: text.slice(last + 1) };
}

export function unpackGuide(blob: Buffer): GuideDocument {
  return documentOf(splitGuide(blob));
}

export function documentOf({ body, steps, aside }: SplitGuide): GuideDocument {
  return {
    body: JSON.parse(body) as GuideDocument['body'],
    steps: JSON.parse(steps) as Step[],
    ...(JSON.parse(aside) as Aside),
  };
}

/** Texts beside the title that search reads. */
const texts = [
  'summary',
  'introduction_raw',
  'introduction_rendered',
  'conclusion_raw',
  'conclusion_rendered',
] as const;

/**
 * Splits a site's full guide into the stored document and its comments. Steps of prerequisites are dropped; a text that is no text is
 * empty.
 */
export function guideDocument(guide: Guide): {
  document: GuideDocument;
  comments: Guide['comments'];
} {
  const body = Object.fromEntries(
    Object.entries(guide).filter(([field]) => !(notStored as readonly string[]).includes(field)),
  ) as GuideDocument['body'];
  for (const text of texts) if (typeof body[text] !== 'string') body[text] = '';
  const own = guide.steps.filter((step) => step.guideid === guide.guideid);
  const pinned = (guide.needs ?? guide.prerequisite_releases ?? []).flatMap(({ guideid, releaseid }) =>
    releaseid === null ? [] : { guideid, releaseid },
  );
  return {
    document: {
      body,
      steps: own.map((step) => ({ ...step, comments: [] })),
      userid: guide.author.userid,
      prerequisites: (guide.needs ?? guide.prerequisites).map(({ guideid }) => guideid),
      ...(pinned.length > 0 && { pinned }),
    },
    comments: [...guide.comments, ...own.flatMap((step) => step.comments)],
  };
}

/** Returns a summary as JSON text, without the fields that `composeGuideSummary` adds from columns. */
export function guideSummaryText({ body }: GuideDocument): string {
  const summary: Omit<
    GuideSummary,
    'revisionid' | 'modified_date' | 'prereq_modified_date' | 'public' | 'userid' | 'username'
  > = {
    dataType: 'guide',
    guideid: body.guideid,
    locale: body.locale,
    langid: body.langid,
    url: body.url,
    type: body.type,
    category: body.category,
    subject: body.subject,
    title: body.title,
    summary: body.summary,
    difficulty: body.difficulty,
    time_required_max: body.time_required_max,
    flags: body.flags.map((flag) => flag.flagid),
    image: body.image && summaryImage(body.image),
  };
  return JSON.stringify(summary);
}

/** Lists carry only these variants (CONTRACT 6.1). */
function summaryImage(image: NonNullable<Guide['image']>): NonNullable<Guide['image']> {
  const { id, guid, mini, thumbnail, standard, medium, large, original } = image;
  return { id, guid, mini, thumbnail, standard, medium, large, original };
}

/** Returns the guids of every picture that the guide shows. */
export function guideImages({ body, steps }: GuideDocument): string[] {
  const guids = new Set<string>();
  if (body.image) guids.add(body.image.guid);
  for (const { media } of steps) {
    if (media.type === 'image' && Array.isArray(media.data))
      for (const image of media.data) guids.add(image.guid);
  }
  return [...guids];
}
