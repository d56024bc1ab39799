import type { CategoryPage, CopyState, Home, Info, SearchResults } from '../../../shared/model/benchside.ts';
import { categoryPage, copyState, home, info, searchResults } from '../../../shared/model/benchside.ts';
import type { Guide, GuideSummary, Line, Step } from '../../../shared/model/guide.ts';
import { bullets, guide, guideSummary } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { wiki } from '../../../shared/model/wiki.ts';
import type { SyncStatus } from '../../../shared/sync-status.ts';
import { syncStatus } from '../../../shared/sync-status.ts';

/** Documents for the screens, each checked against the shared schema, so that none can differ from the contract. */
const day = 86_400;
export const now = 1_790_000_000;

export const pictureOf = (guid: string): Image => ({
  id: 7,
  guid,
  thumbnail: `/pictures/${guid}.thumbnail.svg`,
  standard: `/pictures/${guid}.standard.svg`,
  huge: `/pictures/${guid}.huge.svg`,
  original: `/pictures/${guid}.svg`,
});

const author = {
  userid: 3,
  username: 'Jana Holm',
  unique_username: null,
  join_date: 0,
  image: null,
  reputation: 0,
  url: '',
  teams: [],
  privileges: [],
};

export const summaryOf = (guideid: number, title: string, more: Partial<GuideSummary> = {}): GuideSummary =>
  guideSummary.parse({
    dataType: 'guide',
    guideid,
    locale: 'en',
    langid: 'en',
    revisionid: 12,
    modified_date: now - 21 * day,
    prereq_modified_date: 0,
    url: `https://site.example/Guide/x/${guideid}`,
    type: 'replacement',
    category: 'Pumps',
    subject: 'Seal',
    title,
    summary: 'Water under the machine: find the seal and replace it.',
    difficulty: 'Moderate',
    time_required_max: 2700,
    public: true,
    userid: 3,
    username: 'Jana Holm',
    flags: [],
    image: pictureOf('cover'),
    ...more,
  });

const line = (text: string, bullet: string, level = 0): Line => ({
  text_raw: text,
  text_rendered: text,
  bullet,
  level,
  lineid: null,
});

export const stepOf = (guideid: number, stepid: number, title: string, more: Partial<Step> = {}): Step => ({
  title,
  lines: bullets.map((bullet, i) => line(`Line with ${bullet}`, bullet, i === 1 ? 1 : 0)),
  guideid,
  stepid,
  orderby: stepid % 10,
  revisionid: 2,
  media: { type: 'image', data: [pictureOf(`step-${stepid}`), pictureOf('second')] },
  comments: [],
  ...more,
});

export const hostile =
  '<p>Read <a href="https://site.example/Guide/Opening+the+Pump/2">the opening guide</a> first. ' +
  '<img src="x" onerror="window.stolen = 1"><script>window.stolen = 1</script><svg onload="window.stolen=1"></svg>' +
  '<iframe srcdoc="<script>parent.stolen=1</script>"></iframe><form action="/x"><input name="q"></form>' +
  '<a href="javascript:window.stolen=1">a trap</a> <b onclick="window.stolen=1" style="position:fixed">bold</b></p>';

/** Two steps of a prerequisite, then three of its own; step 13 has a picture that is not here. */
export const sealGuide: Guide = guide.parse({
  ...summaryOf(1, 'Pump Seal Replacement'),
  available_langids: ['en'],
  introduction_raw: '',
  introduction_rendered: '<p>When water drips from the shaft.</p>',
  conclusion_raw: '',
  conclusion_rendered: '<p>Run it for ten minutes.</p>',
  time_required: '30 - 45 minutes',
  time_required_min: 1800,
  created_date: now - 90 * day,
  published_date: now - 80 * day,
  author,
  flags: [],
  parts: [item('Shaft seal, 12 mm')],
  tools: [item('Screwdriver'), item('Screwdriver')],
  documents: [],
  featured_documentid: null,
  featured_document_embed_url: null,
  featured_document_thumbnail_url: null,
  intro_video: null,
  intro_video_url: null,
  prerequisites: [summaryOf(2, 'Opening the Pump')],
  steps: [
    stepOf(2, 21, 'Pull the plug'),
    stepOf(2, 22, 'Lift the lid'),
    stepOf(1, 11, 'Find the seal'),
    stepOf(1, 12, '', {
      lines: [
        {
          ...line("Look at the [link|https://site.example/seal|''lip'' & spring].", 'black'),
          text_rendered: 'Look at the <a href="https://site.example/seal"><em>lip</em> &amp; spring</a>.',
        },
      ],
      media: { type: 'video', data: { url: 'https://video.example/1', title: 'The knack' } },
    }),
    stepOf(1, 13, 'Press the new one in', { media: { type: 'image', data: [pictureOf('gone')] } }),
  ],
  comments: [],
  completed: false,
  favorited: false,
  can_edit: false,
  patrol_threshold: 0,
});

function item(text: string): object {
  return {
    type: null,
    quantity: 2,
    text,
    notes: null,
    url: null,
    thumbnail: null,
    isoptional: false,
    featured: false,
  };
}

export const sealCopy: CopyState = copyState.parse({
  guideid: 1,
  checked_date: now,
  ready: false,
  media: {
    needed: 6,
    present: 5,
    missing: [{ guid: 'gone', size: 'huge', reason: 'The site lost this picture.' }],
  },
  prerequisites: [],
});

export const siteInfo: Info = info.parse({
  product: 'Benchside',
  version: '1.2.3',
  profile: 'desk',
  siteid: 's',
  name: 'Test Workshop',
  site: 'https://site.example/api/2.0',
  private: false,
  feed: true,
  keepsSignIn: true,
});

const pumps = { title: 'Pumps', display_title: 'Pumps', image: pictureOf('cover'), guides: 120, children: 1 };
const halves = {
  title: '50% Wool / Felt',
  display_title: '50% Wool / Felt',
  image: null,
  guides: 0,
  children: 0,
};

export const startPage: Home = home.parse({
  site: { name: 'Test Workshop', guides: 120, categories: 2 },
  categories: [pumps, halves],
  favorites: [summaryOf(2, 'Opening the Pump')],
  featured: [],
  mostUsed: [],
  newest: [],
  inProgress: [
    { guide: summaryOf(1, 'Pump Seal Replacement'), date: now, stepid: 11, position: 3, steps: 5 },
  ],
  recent: [],
});

export const pumpsPage: CategoryPage = categoryPage.parse({
  title: 'Pumps',
  langid: 'en',
  available_langids: ['en'],
  display_title: 'Pumps',
  image: null,
  description: 'Everything that moves water.',
  contents_rendered: '<h2>About</h2><p>Text</p>',
  info: [{ name: 'Mains', value: '230 V' }],
  ancestors: [{ title: 'Root', display_title: 'Workshop' }],
  children: [halves],
  can_edit: true,
  can_create: false,
  total: 120,
  guides: Array.from({ length: 120 }, (_, i) =>
    summaryOf(1000 + i, `Pump ${i + 1}`, { type: i % 2 === 0 ? 'repair' : 'teardown', difficulty: null }),
  ),
});

export const nothingIn = (title: string): CategoryPage => ({
  ...pumpsPage,
  title,
  display_title: title,
  description: '',
  contents_rendered: '',
  info: [],
  children: [],
  guides: [],
});

export const resultsFor = (query: string): SearchResults => {
  const hits = query.startsWith('zzz') ? [] : ['Pump Seal Replacement', 'Pump Teardown'];
  return searchResults.parse({
    query,
    total: hits.length,
    totalCap: 1000,
    corrected: query === 'pmup' ? 'pump' : null,
    hits: hits.map((title, i) => ({
      kind: 'guide',
      title: title.replace('Pump', '\uE000Pump\uE001'),
      snippet: 'A <b>plain</b> \uE000pump\uE001',
      guide: summaryOf(i + 1, title),
    })),
    categories: hits.length > 0 ? [{ category: 'Pumps', count: 2 }] : [],
    types: hits.length > 0 ? [{ type: 'teardown', count: 1 }] : [],
  });
};

export const meterWiki: Wiki = wiki.parse({
  wikiid: 4,
  langid: 'en',
  namespace: 'ITEM',
  title: 'Multimeter',
  display_title: 'Multimeter',
  page_title: null,
  url: '',
  revisionid: 1,
  source_revisionid: null,
  contents_raw: '',
  contents_json: { type: 'doc' },
  contents_rendered: '<p>Measures.</p>',
  created_date: now,
  modified_date: now,
  author: 3,
  available_langids: [],
  can_edit: false,
  description: '',
  documents: [],
  flags: [],
  image: null,
  tags: [],
  linked_wikis: [],
  table_of_contents: false,
});

const done = { done: 10, total: 10 };

export const statusWith = (change: Partial<SyncStatus>): SyncStatus =>
  syncStatus.parse({
    site: { url: 'https://site.example/api/2.0', name: 'Test Workshop', siteid: 's' },
    phase: 'idle',
    firstSync: false,
    startedAt: now - 30,
    lastSuccessAt: now - 120,
    nextAttemptAt: now + 300,
    problem: null,
    progress: { guides: done, wikis: done, pictures: done, bytes: 0 },
    stored: {
      guides: 10,
      wikis: 10,
      pictures: 10,
      pictureBytes: 5_000_000,
      databaseBytes: 900_000,
      trashed: 0,
    },
    journal: { accepted: 0, pending: 0, sending: 0, done: 0, parked: 0, discarded: 0 },
    oldestPendingAt: null,
    rounds: [
      {
        startedAt: now - 130,
        endedAt: now - 120,
        outcome: 'clean',
        guides: 1,
        wikis: 0,
        pictures: 2,
        removed: 0,
        requests: 4,
        message: null,
      },
    ],
    ...change,
  });
