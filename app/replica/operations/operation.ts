import type { VersionsAroundReport } from '../../../shared/model/report.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { JournalEntry, Touch } from '../journal/entry.ts';
import type { IdKind } from '../../store/meta.ts';
import type { ReplicaReader } from '../replica.ts';
import type { PageName } from '../../store/replica-parts.ts';
import type { StoredWiki } from '../../store/wikis/document.ts';
import type { Question } from './question.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import type { Found } from './found.ts';
import type { IdMapping } from './ids.ts';
import type { ReadBack } from './read-back.ts';

/** The document that an operation answers with; the kind decides how it is stored. */
export type AnswerKind = 'guide' | 'step' | 'wiki' | 'comment' | 'entry' | 'form';

export type SiteBody = Readonly<Record<string, unknown>>;

/** Merges an edit with the site's version of the document it edits. Pure. */
type Merge<Document> = (entry: JournalEntry, before: Document, theirs: Document) => Plan;

/**
 * The engine's handling of one operation of the journal. An empty object is a safe description: the edit is sent alone and as it was
 * written, its answer is trusted and not stored, and if the answer is lost, PUT, PATCH and DELETE are sent again while a POST is
 * parked.
 */
export interface QueuedOperation {
  /** The kind of document that the site answers with. The answer is checked, and replaces the document here. */
  answers?: AnswerKind;

  /** Makes the change in the site's version of the guide, for an operation whose answer does not show it. */
  changes?(document: GuideDocument, sent: Sent, answer: unknown): void;

  /** The versions of the guide that the answer names, for an operation that does not answer with the guide. */
  versions?(answer: unknown): VersionsAroundReport | undefined;

  /** The resource that the operation creates: its kind, and the field of the answer with its id on the site, such as `image.id`. */
  creates?: { kind: IdKind; id: string };
  /** Pairs provisional ids with the site's, beyond the one that `creates` names. */
  mapIds?(entry: JournalEntry, sent: Sent, answer: unknown, s: ReplicaReader): IdMapping[];
  /** Returns whether the answer names everything that the operation created, for operations that create several things. */
  namesAll?(answer: unknown): boolean;

  /** The operation depends on nothing but the resources it touches, and nothing else depends on it: it may be sent beside others. */
  concurrent?: true;
  /** Further resources whose blocked edits block this one. */
  follows?(s: ReplicaReader, entry: JournalEntry): Touch[];
  /** The revision of a guide that the operation releases. */
  releasedRevision?(entry: JournalEntry): number | undefined;
  /** The page that the operation creates by its title. */
  namesPage?(s: ReplicaReader, request: Pick<Sent, 'query' | 'body'>): PageName;
  /** The version on which the body says that the edit was made. The edit is planned on the site's, so it does not wait for this one. */
  baseRevision?(body: unknown): number | undefined;
  /** The revision of a page that the body says a translation was made from. */
  sourceRevision?(body: unknown): number | undefined;

  /** The merge of the edit if the site's version of the document is not the edit's base. */
  merges?: { kind: 'guide'; plan: Merge<GuideDocument> } | { kind: 'wiki'; plan: Merge<StoredWiki> };
  /** Edits a translation instead of the guide when it names a language. */
  translates?: true;
  /** Adapts the planned request to what the desk has learned since the edit. */
  adapt?(s: ReplicaReader, entry: JournalEntry, plan: Sent, isHub: boolean): Plan;
  /** Plans the edit on the version that the site has now, read before it is sent; `undefined` when the plan stands. */
  planAhead?(question: Question): Promise<Plan | undefined>;
  /** Plans the edit on what is stored here now, for a replay. */
  onStored?(s: ReplicaReader, entry: JournalEntry, plan: Sent): Plan;
  /** Plans the edit on the version in a 409's body; `undefined` if the body has none. */
  planOnConflict?(s: ReplicaReader, entry: JournalEntry, sent: Sent, current: unknown): Plan | undefined;
  /** Plans the edit again after a hub refused it with 422 and this body; `undefined` when the refusal stands. */
  planOnRefusal?(question: Question, refusal: unknown): Promise<Plan | undefined>;

  /** Adds time and place of the edit to the body for a hub. `time`: UNIX seconds by the site's clock; `bench`: the desk's name. */
  withTime?(body: unknown, time: number, entry: JournalEntry, bench: string): unknown;
  /** The kind of file that is sent instead of JSON. */
  uploads?: 'image' | 'document' | 'video';

  /** Finds out whether an edit whose answer was lost has arrived. */
  probe?(question: Question): Promise<Found>;
  /** A POST that is idempotent. */
  repeatable?: true;
  /** Returns whether the answer shows the edit. The answer has the kind that `answers` says. */
  shows?(sent: Sent, answer: unknown): boolean;
  /** Reads the edited resource from a third-party site whose answer does not show the edit. */
  readBack?(question: Question, answer: unknown): Promise<ReadBack>;

  /** Third-party sites neither have nor need this operation: the edit stays at the desk and counts as done. */
  staysHere?: true;
}

/** By route, as in `PATCH /guides/{guideid}`. */
export type QueuedOperations = Readonly<
  Record<`${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, QueuedOperation>
>;
