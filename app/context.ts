import type { Rate } from '../shared/limits.ts';
import type { BundlePictures } from '../shared/model/bundle.ts';
import type { BundleImport, CarriedEdits, HubBundle, EditsFile } from '../shared/model/carry.ts';
import type { BatchedEdit } from '../shared/model/edit-batch.ts';
import type { DocType } from '../shared/model/view.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { HubRestores } from './backup/hub-restores.ts';
import type { HubBackups } from './backup/hub-backups.ts';
import type { HubImports } from './import/hub-imports.ts';
import type { Identity } from './identity/identity.ts';
import type { HubSetUp } from './identity/set-up.ts';
import type { PasswordResets } from './identity/resets.ts';
import type { Outbox } from './mail/outbox.ts';
import type { MediaStorage } from './media/storage.ts';
import type { PictureMaker } from './media/make-pictures.ts';
import type { PictureSizes } from './media/picture-sizes.ts';
import type { Actor, Viewer } from './store/actor.ts';
import type { Addresses } from './store/placeholders.ts';
import type { Replica, ReplicaReader, ReplicaWriter } from './replica/replica.ts';
import type { HubSnapshots } from './snapshot/hub-snapshots.ts';
import type { SyncHandle } from './sync/handle.ts';
import type { Replayer } from './replica/rebase/replayer.ts';
import type { ViewRecorder } from './store/views/view-recorder.ts';

/** Headers of every answer. */
export type CommonHeaders = Readonly<Record<string, string>>;

/** Dependencies of handlers. Hub and desk differ only in their implementations. */
export interface Context {
  config: Config;
  common: CommonHeaders;
  store: Replica;
  media: MediaStorage;
  pictures: PictureMaker;
  /** Makes sizes of a hub's pictures when they are first requested. */
  sizes: PictureSizes;
  /** Records who reads what. */
  views: ViewRecorder;
  /** Signs in and out: with accounts of this hub, or a desk's through its site. */
  identity: Identity;
  /** Used on a hub only: a desk forwards to its site. */
  resets: PasswordResets;
  /** A hub's first account. */
  setUp: HubSetUp;
  /** The snapshots that a hub offers to new desks; absent on a desk. */
  snapshots: HubSnapshots | undefined;
  /** Backups that admins of a hub make; absent on a desk. */
  backups: HubBackups | undefined;
  /** Restores a backup in the place of a new hub; absent on a desk. */
  restores: HubRestores | undefined;
  /** Imports that admins of a hub started. */
  imports: HubImports;
  /** Bundles that admins of a hub make. */
  bundles: BundleMaker;
  /** Takes edits of desks from files; absent on a desk. */
  edits: EditTaker | undefined;
  /** Imports and exports of files at a desk without a network. */
  carry: Carrier;
  /** Returns the server's address for others, without a final slash. */
  address(): string;
  /** Returns the API as an OpenAPI document, JSON text. */
  openApi(): Promise<string>;
  mail: Outbox;
  /** Rebuilds documents when edits of the journal are decided. */
  replayer: Replayer;
  /** Limits expensive requests; used on a hub only. */
  rates: RequestCounter;
  /** Carries out edits that came in one request; used on a hub only. */
  editBatches: EditBatchRunner;
  /** A desk's sync; off on a hub. */
  sync: SyncHandle;
  log: Logger;
}

/** Makes bundles at a hub: one at a time, and the newest one is kept. */
export interface BundleMaker {
  /** Path of the newest bundle. */
  readonly file: string;
  state(): HubBundle;
  /** Begins to make a bundle. @throws AppError `unavailable` while one is made */
  begin(pictures: BundlePictures): void;
  /** Stops making a bundle. */
  end(): Promise<void>;
}

/** Takes the edits that desks saved to files into a hub, one file at a time. */
export interface EditTaker {
  state(): CarriedEdits;
  /** Receives a file and begins to take its edits. @throws AppError `unavailable` while another one is taken, or if the disk is full */
  begin(file: string, upload: AsyncIterable<Uint8Array>): Promise<void>;
  /** Resolves when nothing is being taken. */
  settled(): Promise<void>;
  /** Stops taking edits. Those that have arrived stay. */
  end(): Promise<void>;
}

/** Imports of bundles at a desk, and exports and imports of the edits that the site does not have. */
export interface Carrier {
  state(ctx: Pick<Context, 'sync'>): BundleImport;
  /** Receives a bundle and begins to import it. @throws AppError `unavailable` while another one is imported, or if the disk is full */
  begin(
    ctx: Pick<Context, 'store' | 'sync' | 'log'>,
    given: { file: string; upload: AsyncIterable<Uint8Array>; acceptRemovals: boolean },
  ): Promise<void>;
  /** Begins to import a bundle that is at hand, such as on a stick. @throws AppError `unavailable` while another one is imported */
  importFile(ctx: Pick<Context, 'sync' | 'log'>, path: string): void;
  /** Stops the running import, also while its file is still coming. What is stored stays. */
  end(): Promise<void>;
  /** Returns the file of the edits that the site does not have, as far as this person may carry them. */
  unsent(ctx: Pick<Context, 'store' | 'media'>, carrier: Actor): Promise<EditsFile>;
  /**
   * Takes the edits of another desk, which the next sync sends.
   *
   * @returns how many were new here
   * @throws AppError, as `importJournal`
   */
  takeEdits(ctx: Context, file: string, upload: AsyncIterable<Uint8Array>): Promise<number>;
}

export interface RequestCounter {
  /** Counts a request. @throws AppError `unavailable` that says how long to wait */
  count(rate: Rate, viewer: Viewer, request: Request): void;
}

/** The origin of a batch of edits. */
export interface BatchSource {
  request: Request;
  viewer: Viewer;
  ctx: Context;
  addresses: Addresses;
}

export interface EditBatchRunner {
  /** Returns JSON text of the `answers` of a `batchAnswer`. */
  carryOut(edits: readonly BatchedEdit[], source: BatchSource): Promise<string[]>;
}

/** Arguments of an API handler: the request, its caller, and functions to change the store. */
export interface HandlerInput<Params, Query, Body, Who> {
  params: Params;
  query: Query;
  body: Body;
  actor: Who;
  ctx: Context;
  request: Request;
  /** This server's addresses as the caller sees them. */
  addresses: Addresses;
  /** Reads the store as the caller, in the language that a `langid` of the query asks for. */
  read<T>(fn: (s: ReplicaReader) => T): T;
  /**
   * Changes the store as the caller, in one transaction; `fn` is synchronous. At a desk the same transaction keeps
   * the base of what was changed and writes the journal (SPEC J1), so an operation calls it once.
   */
  write<T>(fn: (s: ReplicaWriter) => T): T;
  /** Notes that the caller reads a guide or wiki. For a cached answer it is noted each time that is sent. */
  saw(doc_type: DocType, docid: number): void;
}
