/** A request as the API accepted it. */
export interface Operation {
  /** The endpoint's route: `PATCH /guides/{guideid}`. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  /** Only for a request that may be repeated; the answer is kept as text. */
  keyed?: { key: string; textOf(result: unknown): string };
}

/*
 * Questions that the store asks about data that only a desk has (`app/replica/`). A hub has no unsent edits, no provisional ids and no
 * site, so its answers are `false`, the value itself and `undefined`.
 */

export interface UnsentEdits {
  /** Returns whether edits of this resource have not reached the site. */
  isPending(kind: string, id: number): boolean;
  /** Returns guides with edits of this person that were not discarded; `untold`: also those that the site has. */
  guidesEditedBy(userid: number, untold: boolean): number[];
}

export interface FinalIds {
  /** Returns the site's id for a provisional id; undefined while the site has not given one. */
  of(provisional: number): number | undefined;
  /** Returns the value with each provisional id replaced by the site's id, if there is one; goes into objects and lists. */
  resolve<T>(value: T): T;
}

export interface SiteVersions {
  /**
   * Returns the site's newest version of a document with pending edits: guides and wikis packed, others as JSON; `gone`
   * if the site no longer shows it; undefined if none is stored.
   */
  get(kind: string, id: number): Buffer | 'gone' | undefined;
  /** Returns the guide whose site version has this step, but where pending edits removed it. */
  guideWithRemovedStep(stepid: number): number | undefined;
  /** Returns the newest page of the site that is not shown, because a page made here has its title. */
  coveredPage(page: PageName): CoveredPage | undefined;
  /** Returns the ids of all such pages. */
  coveredIds(): number[];
}

export interface PageName {
  namespace: string;
  title: string;
  langid: string;
}

/** Kind under which the site's version of a covered page is stored. */
export const coveredKind = 'wiki_behind';

/** A page of the site that is not shown, because a page made here has its title. */
export interface CoveredPage {
  wikiid: number;
  checked_date: number | null;
}

export interface SiteVersionsWriter extends SiteVersions {
  /** @param body `gone` if the site no longer shows it; it stays visible here while edits are pending */
  set(kind: string, id: number, body: Uint8Array | 'gone'): void;
  drop(kind: string, id: number): void;
}
