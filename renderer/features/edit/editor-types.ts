import type { Draft } from '../../../shared/model/draft.ts';
import type { Merged } from '../../../shared/merge/value.ts';

/**
 * The smallest part of a document that is saved by itself: a field, or one of several items of a kind by its key. Drafts
 * store the key separately, so that a provisional id in it is found and replaced when the site has given another.
 */
export type Unit = readonly [kind: string, key?: string];

export const nameOf = ([kind, key]: Unit): string => (key === undefined ? kind : `${kind} ${key}`);

export interface Edit {
  unit: Unit;
  /** The document's value when the edit began or was last saved. */
  base: unknown;
  value: unknown;
}

/** A `final` failure is not retried automatically. */
export interface Failure {
  message: string;
  final: boolean;
}

export interface EditorState<Doc> {
  /** The document of the store. */
  doc: Doc;
  edits: ReadonlyMap<string, Edit>;
  /**
   * Units that both sides changed. `theirs`: the result of taking the other side; undefined if that removed the unit. It
   * includes what only one side changed. `base`: the value that both started from.
   */
  conflicts: ReadonlyMap<string, { base: unknown; theirs: unknown }>;
  /** Why the API refused a unit, by its name. */
  refused: ReadonlyMap<string, string>;
  saving: boolean;
  /** True if all input is stored, at least as a draft. */
  kept: boolean;
  /** UNIX seconds. */
  savedAt: number | null;
  /** Why nothing can be saved now; null if it can. */
  failure: Failure | null;
  /** An unsaved draft found on opening, until the person decides about it. */
  offered: Draft | null;
  /** Announcement of the last change for screen readers. */
  said: string;
}

/** Adapts a kind of document to the editor. Values are those that screens show; only `save` knows the requests. */
export interface DocumentSource<Doc> {
  readonly draftKey: string;
  load(): Promise<Doc>;
  /** Undefined when the document has no such unit. */
  read(doc: Doc, unit: Unit): unknown;
  /** @returns the document with the answer in it */
  save(doc: Doc, unit: Unit, value: unknown): Promise<Doc>;
  /** Returns whether saving `a` over `b` would change nothing. */
  same(unit: Unit, a: unknown, b: unknown): boolean;
  /** Returns a message why the value cannot be saved; null if it can. */
  check(unit: Unit, value: unknown): string | null;
  /** Returns whether a unit is sent only when its field is left, because half of it must not be saved. */
  waits(unit: Unit): boolean;
  merge(unit: Unit, base: unknown, mine: unknown, theirs: unknown): Merged<unknown>;
  /**
   * Returns the store's value with the keys of mine, so that items on screen keep their identity. With `sent`, mine is newer
   * than the store's: then returns mine with the ids that the store gave to the items of `sent`.
   */
  reconcile(unit: Unit, mine: unknown, theirs: unknown, sent?: unknown): unknown;
  /** Called for a newer document, in which the site may have replaced provisional ids. */
  arrived(before: Doc, after: Doc): void;
  /** Returns a value with the ids that have changed with the last `arrived`. */
  renamed(unit: Unit, value: unknown): unknown;
  writeDraft(doc: Doc, edits: readonly Edit[]): Draft['body'];
  /** Returns the edits of a draft. */
  readDraft(doc: Doc, body: Draft['body']): Edit[];
  /** Returns the edits of a draft, to continue with them. */
  takeDraft(doc: Doc, body: Draft['body']): Edit[];
}
