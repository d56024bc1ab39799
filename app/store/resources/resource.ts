import { isProvisional } from '../provisional-ids.ts';
import type { PictureRole } from '../media/copies.ts';
import type { SqlPart } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

/** Everything that a hub's feed, and a desk that reads it, need for one kind of resource. `index.ts` lists them all. */
export interface Resource {
  /** Returns the document as the viewer may see it: templated JSON. `undefined` if the viewer may not see it. */
  text(s: StoreReader, id: number): string | undefined;
  /** Returns guids of pictures that its line names in addition to those in its texts. */
  picturesNamed?(s: StoreReader, id: number): readonly string[];
  /** Returns further members of its feed line, each with a leading comma. */
  lineMore?(s: StoreReader, id: number): string;
  /** True if readers without a sign-in get a tombstone. They must not get the id of a resource that they never saw. */
  tellsAnonymousGone: boolean | ((s: StoreReader, id: number) => boolean);
  /**
   * Returns those whose lines are certainly the same for everyone, but for the reader's own marks. Of the others, only composing
   * their lines for two readers would tell.
   */
  sameForAll?(s: StoreReader, ids: readonly number[]): readonly number[];
  /**
   * Makes the feed report that a resource was hidden, which desks otherwise do not hear; `hide` runs on the desk after
   * its guide has arrived.
   */
  withdrawn?: { isTold(s: StoreReader, id: number): boolean; hide(s: StoreWriter, id: number): void };
  /**
   * Only for kinds with their own visibility; all others follow the guide or wiki they belong to.
   *
   * @returns the path for asking the site about it; `undefined` if it is not here
   */
  pathHere?(s: StoreReader, id: number): string | undefined;
  /** Kinds whose ids this kind uses, times 1 or -1: the tags of wiki 7 have id -7. */
  numberedBy?: Readonly<Partial<Record<string, 1 | -1>>>;
}

/** Returns what an id stands for whose kind uses the ids of others, by its `numberedBy`; see `numberNamed`. */
export function numbered<Kind extends string>(
  by: Readonly<Partial<Record<Kind, 1 | -1>>>,
  id: number,
): { kind: Kind; id: number } | undefined {
  for (const kind in by) {
    const named = id * (by[kind] ?? 1);
    if (isProvisional(named) || (named > 0 && !isProvisional(-named))) return { kind, id: named };
  }
  return undefined;
}

/** A kind that is stored as it arrives. Guides and wikis are instead merged with pending edits, field by field. */
export interface SimpleResource<Doc = never> extends Resource {
  /** Role of the pictures in its document; default `page`. */
  pictures?: PictureRole;
  put(s: StoreWriter, id: number, doc: Doc, line: LineMore): void;
  /** Removes it: the site no longer has it, or no longer shows it to the syncing person. */
  forget(s: StoreWriter, id: number): void;
  /** The empty value of a list that always exists. */
  empty?: readonly never[];
  /** Updates a stored document with what may have changed since, such as people's names. */
  refreshed?(s: StoreWriter, doc: Doc): object;
  /** Returns whether its guide comes later in the feed: it is not here yet, or returns from the trash. */
  waitsForGuide?(s: StoreReader, id: number, doc: Doc): boolean;
  /** SQL for all ids here. A restored hub that does not list one of them has lost it. */
  here?: SqlPart;
}

/** Members of a feed line beside the document. */
export interface LineMore {
  /** Ids of the document's tags, in their order; older hubs send none. */
  tagids?: readonly number[];
}

/** Returns whether a guide is not here or only in the trash, so that nothing can be stored for it. */
export const isMissing = (s: StoreReader, guideid: number): boolean =>
  !s.guides.row(guideid) || isInTrash(s, guideid);

export const isInTrash = (s: StoreReader, guideid: number): boolean =>
  (s.guides.row(guideid)?.deleted ?? 0) !== 0;

export const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
