/** Shapes of our own additions to the API, all under `/benchside/`. */
import { z } from 'zod';

import { languages } from '../language.ts';
import type { Language } from '../language.ts';

import { guideSummary } from './guide.ts';
import { image } from './image.ts';
import { kioskSettings } from './kiosk.ts';
import { wikiSummary } from './wiki.ts';

/** `GET /benchside/info`: what this server is. A desk reads it from a site to learn whether it has the feed. */
export const info = z.object({
  product: z.literal('Benchside'),
  version: z.string(),
  profile: z.enum(['hub', 'desk']),
  /** Identity of the site whose content this is; a desk's store is bound to it. */
  siteid: z.string(),
  name: z.string(),
  /** Address of the site's API: the hub itself, or the site a desk belongs to. */
  site: z.string(),
  private: z.boolean(),
  feed: z.boolean(),
  /** False at a desk whose system keeps no secrets: tokens of the site are gone with the program. */
  keepsSignIn: z.boolean(),
  /** What seals sign-ins at a desk: the system's key store, a key in a file of the data folder, or nothing: then they are not kept. */
  keeper: z.enum(['system', 'file', 'memory']).optional(),
  /** Set when a hub does not have what the desk that asks has read of it: it was restored from a backup. */
  history: z.literal('lost').optional(),
});
export type Info = z.infer<typeof info>;

/** `GET /benchside/search`. `title` and `snippet` mark hits with U+E000 … U+E001 around them; nothing else is markup. */
export const searchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('guide'), title: z.string(), snippet: z.string(), guide: guideSummary }),
  z.object({ kind: z.literal('wiki'), title: z.string(), snippet: z.string(), wiki: wikiSummary }),
]);
export type SearchHit = z.infer<typeof searchHit>;

export const searchResults = z.object({
  query: z.string(),
  /** Matches in all, before `limit` and `offset`; capped at `totalCap`. */
  total: z.int(),
  totalCap: z.int(),
  /** The words searched for when a misspelt one was replaced, else null. */
  corrected: z.string().nullable(),
  hits: z.array(searchHit),
  /** Counts among the matches, most first, for the filter chips. */
  categories: z.array(z.object({ category: z.string(), count: z.int() })),
  types: z.array(z.object({ type: z.string(), count: z.int() })),
});
export type SearchResults = z.infer<typeof searchResults>;

/** How much of a guide's pictures is on this machine, verified (SPEC M1). */
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
  /** Prerequisite guides whose own copy is not complete, with why. */
  prerequisites: z.array(z.object({ guideid: z.int(), title: z.string(), reason: z.string() })),
});
export type CopyState = z.infer<typeof copyState>;

const categoryCard = z.object({
  title: z.string(),
  display_title: z.string(),
  image: image.nullable(),
  /** Guides in it and everything below it. */
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
  /** Opened and not read to the end, newest first. */
  inProgress: z.array(readingCard),
  recent: z.array(readingCard),
});
export type Home = z.infer<typeof home>;

/** `GET /benchside/category/{title}`: one screen's worth of a category, also for one that has no wiki of its own. */
export const categoryPage = z.object({
  title: z.string(),
  display_title: z.string(),
  image: image.nullable(),
  description: z.string(),
  contents_rendered: z.string(),
  info: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Root first. */
  ancestors: z.array(z.object({ title: z.string(), display_title: z.string() })),
  children: z.array(categoryCard),
  /** Whether it has a page of its own that the current user may edit, and whether it has none that they may write. */
  can_edit: z.boolean(),
  can_create: z.boolean(),
  guides: z.array(guideSummary),
});
export type CategoryPage = z.infer<typeof categoryPage>;

/** `PUT /benchside/reading/{guideid}`: where the current user is in a guide. */
export const readingPosition = z.object({ stepid: z.int().nullable(), finished: z.boolean().default(false) });

/** Preferences of this desk. */
export const deskSettings = z.object({
  /** Of the interface; `auto` is the system's, or English. */
  language: z.enum(['auto', ...(Object.keys(languages) as [Language, ...Language[]])]),
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** Interface scale in percent. */
  textSize: z.union([z.literal(90), z.literal(100), z.literal(115), z.literal(130), z.literal(150)]),
  /** Whether keys of a single character do something (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** Minutes between sync rounds; 0 is by hand only. */
  syncEveryMinutes: z.int().min(0).max(1440),
  /** Which pictures are fetched ahead. */
  pictures: z.enum(['all', 'favorites', 'opened']),
  /** Upper bound for pictures on disk, in MiB. */
  pictureBudgetMb: z.int().min(100).max(1_000_000),
  /** Categories whose guides, and those of all below them, keep their pictures here; by title. */
  pinnedCategories: z.array(z.string().min(1).max(255)).max(500),
  /** Whether the program says in the system's own way what needs a person. */
  notifications: z.boolean(),
  /** Whether closing the last window leaves the program in the tray, where there is one. */
  keepRunning: z.boolean(),
  /** Whether the program starts when the person signs in to the machine. */
  startWithSystem: z.boolean(),
  /** Where new versions come from: nowhere, the site's own hub, or a folder at a web address. */
  updatesFrom: z.union([z.enum(['', 'hub']), z.url({ protocol: /^https?$/ }).max(2_000)]),
  /** Changed by leads alone, with `PUT /benchside/kiosk`. */
  kiosk: kioskSettings,
});
export type DeskSettings = z.infer<typeof deskSettings>;

/** What anybody at a desk may change. Every other preference is the machine's, and for leads (decision 0017). */
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
