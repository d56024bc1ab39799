/** Shapes of our own additions to the API, all under `/benchside/`. */
import { z } from 'zod';

import { languages } from '../language.ts';
import type { Language } from '../language.ts';
import { limits } from '../limits.ts';
import { isPlainName, plainNameRule } from '../plain-name.ts';

import { assignment } from './assignment.ts';
import { guideSummary } from './guide.ts';
import { image } from './image.ts';
import { kioskSettings } from './kiosk.ts';
import { wikiSummary } from './wiki.ts';
import { entryStatuses } from './work-log.ts';

/** `GET /benchside/info`: kind and identity of this server. A desk reads it to find out whether its site has the feed. */
export const info = z.object({
  product: z.literal('Benchside'),
  version: z.string(),
  profile: z.enum(['hub', 'desk']),
  /** Identity of the site that the content belongs to; a desk's store is bound to it. */
  siteid: z.string(),
  name: z.string(),
  /** Address of the site's API: the hub itself, or the site a desk belongs to. */
  site: z.string(),
  private: z.boolean(),
  /** Types that new guides may have; earlier versions do not say it. */
  guideTypes: z.array(z.string()).optional(),
  /** Languages of the site, its own first; earlier versions do not say it. */
  langids: z.array(z.string()).optional(),
  feed: z.boolean(),
  /** Set where `POST /benchside/edits` takes edits in batches. */
  batches: z.literal(true).optional(),
  /** A hub's public key (Ed25519, PEM), which its snapshots and bundles are signed with. */
  key: z.string().optional(),
  /** Set where `GET /benchside/snapshot` has one. */
  snapshot: z.literal(true).optional(),
  /** False at a desk that cannot store the site's tokens securely: they are lost when the program ends. */
  keepsSignIn: z.boolean(),
  /** Place of a desk's key to its sign-ins: the system's key store, a file of the data folder, or only in memory. */
  keeper: z.enum(['system', 'file', 'memory']).optional(),
  /** Set at a hub without an account, until its set-up page has made one. */
  setup: z.literal('open').optional(),
  /** Set with `setup` while `POST /benchside/setup/backup` restores a backup in the place of this hub. */
  restore: z.literal(true).optional(),
  /** Set when the asking desk has read changes that this hub lost when it was restored from a backup. */
  history: z.literal('lost').optional(),
});
export type Info = z.infer<typeof info>;

/** `GET /benchside/search`. `title` and `snippet` mark hits with U+E000 … U+E001 around them; nothing else is markup. */
const hit = {
  title: z.string(),
  snippet: z.string(),
  /**
   * Words of the query that the document lacks. Present only if no document has all words; documents with the most words then come first.
   */
  without: z.array(z.string()).optional(),
};
export const searchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('guide'), ...hit, guide: guideSummary }),
  z.object({ kind: z.literal('wiki'), ...hit, wiki: wikiSummary }),
]);
export type SearchHit = z.infer<typeof searchHit>;

export const searchResults = z.object({
  query: z.string(),
  /** Matches in all, before `limit` and `offset`; capped at `totalCap`. */
  total: z.int(),
  totalCap: z.int(),
  /** The corrected search words if a misspelt one was replaced, else null. */
  corrected: z.string().nullable(),
  hits: z.array(searchHit),
  /** Counts among the matches, most first, for the filter chips. */
  categories: z.array(z.object({ category: z.string(), count: z.int() })),
  types: z.array(z.object({ type: z.string(), count: z.int() })),
});
export type SearchResults = z.infer<typeof searchResults>;

/** `GET /benchside/search/work`: jobs by work order number, and people who have jobs that the viewer may see. */
export const foundWork = z.object({
  jobs: z.array(
    z.object({
      entryid: z.int(),
      guideid: z.int(),
      /** The person who holds it now, or held it last. */
      userid: z.int(),
      username: z.string(),
      workorderid: z.string(),
      status: z.enum(entryStatuses),
      /** Title of the guide. */
      title: z.string(),
    }),
  ),
  /** Assigned work that nobody has started. */
  assigned: z.array(assignment),
  people: z.array(z.object({ userid: z.int(), username: z.string() })),
});
export type FoundWork = z.infer<typeof foundWork>;

/** The share of a guide's pictures that is on this machine, verified (SPEC M1). */
export const copyState = z.object({
  guideid: z.int(),
  /** When the text was last confirmed against the site, UNIX seconds; null on the hub itself. */
  checked_date: z.number().nullable(),
  ready: z.boolean(),
  media: z.object({
    needed: z.int(),
    present: z.int(),
    /** At most 50; `reason` is a sentence for a person. */
    missing: z.array(z.object({ guid: z.string(), size: z.string(), reason: z.string() })),
  }),
  /** Prerequisite guides whose own copy is incomplete, and why. */
  prerequisites: z.array(z.object({ guideid: z.int(), title: z.string(), reason: z.string() })),
});
export type CopyState = z.infer<typeof copyState>;

const categoryCard = z.object({
  title: z.string(),
  display_title: z.string(),
  /** The page's picture, else that of its first guide. */
  image: image.nullable(),
  /** Guides in this category and all categories below it. */
  guides: z.int(),
  children: z.int(),
});

const readingCard = z.object({
  guide: guideSummary,
  date: z.number(),
  stepid: z.int().nullable(),
  /** 1-based position of that step among all steps shown, and how many there are. */
  position: z.int(),
  steps: z.int(),
});

/** `GET /benchside/home`: everything the first screen shows, in one answer. */
export const home = z.object({
  site: z.object({ name: z.string(), guides: z.int(), categories: z.int() }),
  categories: z.array(categoryCard),
  favorites: z.array(guideSummary),
  featured: z.array(guideSummary),
  /** Most opened by the people of this hub or desk in the last weeks. */
  mostUsed: z.array(guideSummary),
  /** New and lately changed, newest first. */
  newest: z.array(guideSummary),
  /** Opened and not read to the end, newest first. */
  inProgress: z.array(readingCard),
  recent: z.array(readingCard),
});
export type Home = z.infer<typeof home>;

/** `GET /benchside/category/{title}`: all that the category's screen shows, also for a category without a page. */
export const categoryPage = z.object({
  title: z.string(),
  /** Language of the category's page, and those in which the page was written; none if there is no page. */
  langid: z.string(),
  available_langids: z.array(z.string()),
  display_title: z.string(),
  /** The page's picture, else that of its first guide. */
  image: image.nullable(),
  description: z.string(),
  contents_rendered: z.string(),
  info: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Root first. */
  ancestors: z.array(z.object({ title: z.string(), display_title: z.string() })),
  children: z.array(categoryCard),
  /** True if the current user may edit the category's page, or create it if there is none. */
  can_edit: z.boolean(),
  can_create: z.boolean(),
  /** Guides in this category and below it: how many there are, and the first of them. */
  total: z.int(),
  guides: z.array(guideSummary),
});
export type CategoryPage = z.infer<typeof categoryPage>;

/** `PUT /benchside/reading/{guideid}`: where the current user is in a guide. */
export const readingPosition = z.object({ stepid: z.int().nullable(), finished: z.boolean().default(false) });

/** Preferences of this desk. */
export const deskSettings = z.object({
  /** Name of this desk; the computer's name unless a person gave it another. */
  deskName: z.string().trim().min(1).max(limits.desk.name.max).refine(isPlainName, plainNameRule),
  /** The name that an admin gave this desk at the hub; absent if none did. Only the hub's answers to reports change it. */
  givenName: z.string().max(limits.desk.name.max).optional(),
  /** Language of the interface; `auto`: the system's, or English if the interface lacks that. */
  language: z.enum(['auto', ...(Object.keys(languages) as [Language, ...Language[]])]),
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** Interface scale in percent. */
  textSize: z.union([z.literal(90), z.literal(100), z.literal(115), z.literal(130), z.literal(150)]),
  /** True if shortcuts of a single character are on (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** Minutes between syncs; 0: only by hand. */
  syncEveryMinutes: z.int().min(0).max(1440),
  /** The guides whose pictures are downloaded in advance. */
  pictures: z.enum(['all', 'favorites', 'opened']),
  /** Upper bound for pictures on disk, in MiB. */
  pictureBudgetMb: z.int().min(100).max(1_000_000),
  /** Titles of categories; the pictures of all guides in and below them stay on this desk. */
  pinnedCategories: z.array(z.string().min(1).max(limits.desk.pinnedTitle.max)).max(limits.desk.pinned.max),
  /** True if desktop notifications report what needs a person. */
  notifications: z.boolean(),
  /** True if closing the last window leaves the program in the tray, where there is one. */
  keepRunning: z.boolean(),
  /** True if the program starts when the person signs in to the machine. */
  startWithSystem: z.boolean(),
  /** Source of new versions: empty for none, `hub` for the site itself, or the URL of a folder. */
  updatesFrom: z.union([z.enum(['', 'hub']), z.url({ protocol: /^https?$/ }).max(limits.desk.updates.max)]),
  /** Only leads may change it, with `PUT /benchside/kiosk`. */
  kiosk: kioskSettings,
});
export type DeskSettings = z.infer<typeof deskSettings>;

/** Preferences that anyone at a desk may change. The others belong to the machine; only leads change them (decision 0017). */
export const settingsForAll: ReadonlySet<string> = new Set<keyof DeskSettings>([
  'language',
  'colorScheme',
  'textSize',
  'singleKeys',
  'notifications',
  'pictures',
  'pictureBudgetMb',
  'pinnedCategories',
]);
