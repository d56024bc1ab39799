import type { Draft } from '../../../shared/model/draft.ts';
import type { Merged } from './merge.ts';

/**
 * The smallest thing that is saved by itself: a field, or one of several things of a kind by its key. In a draft the key
 * stands alone, so that the id of something made offline is found in it when the site has given another.
 */
export type Unit = readonly [kind: string, key?: string];

export const nameOf = ([kind, key]: Unit): string => (key === undefined ? kind : `${kind} ${key}`);

export interface Edit {
  unit: Unit;
  /** What the document had when the edit began, or has since it was last saved. */
  base: unknown;
  value: unknown;
}

/** A final one is not tried again by itself. */
export interface Failure {
  message: string;
  final: boolean;
}

export interface EditorState<Doc> {
  /** As the store has it. */
  doc: Doc;
  edits: ReadonlyMap<string, Edit>;
  /**
   * Units that both sides changed: what taking theirs would mean; undefined when they removed it. What only one side
   * changed is in both. `base` is what both began with.
   */
  conflicts: ReadonlyMap<string, { base: unknown; theirs: unknown }>;
  /** What the API did not take, and why. */
  refused: ReadonlyMap<string, string>;
  saving: boolean;
  /** Whether everything typed is in the store, as a draft at least. */
  kept: boolean;
  /** UNIX seconds. */
  savedAt: number | null;
  /** Why nothing can be saved now. */
  failure: Failure | null;
  /** What was typed before the editor was opened, and not saved. */
  offered: Draft | null;
  /** What just happened, for those who do not see it. */
  said: string;
}

/** What an editor knows of a kind of document. Values are what screens show; only `save` knows what is sent. */
export interface Source<Doc> {
  readonly draftKey: string;
  load(): Promise<Doc>;
  /** Undefined when the document has no such unit. */
  read(doc: Doc, unit: Unit): unknown;
  /** @returns the document with the answer in it */
  save(doc: Doc, unit: Unit, value: unknown): Promise<Doc>;
  /** Whether saving one over the other would change nothing. */
  same(unit: Unit, a: unknown, b: unknown): boolean;
  /** Why this cannot be saved as it is, in words; null when it can. */
  check(unit: Unit, value: unknown): string | null;
  /** Whether half of it must not be sent, however long somebody thinks: it waits until the field is left. */
  waits(unit: Unit): boolean;
  merge(unit: Unit, base: unknown, mine: unknown, theirs: unknown): Merged<unknown>;
  /**
   * A value of the store's in the shape of mine: the things on screen keep their keys. With `sent`, mine is newer than the
   * store's, and takes over only the ids that were given to what was sent.
   */
  adopt(unit: Unit, mine: unknown, theirs: unknown, sent?: unknown): unknown;
  /** A newer document is there: the site may have given its own ids to what was made here. */
  arrived(before: Doc, after: Doc): void;
  /** A value with the ids that things have since the last `arrived`. */
  renamed(unit: Unit, value: unknown): unknown;
  writeDraft(doc: Doc, edits: readonly Edit[]): Draft['body'];
  /** What a draft changed. */
  readDraft(doc: Doc, body: Draft['body']): Edit[];
  /** The same, to go on with it. */
  takeDraft(doc: Doc, body: Draft['body']): Edit[];
}
