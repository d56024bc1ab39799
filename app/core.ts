import { join } from 'node:path';

import { commonHeaders } from './api/answer.ts';
import { editBatchesOf } from './api/edit-batch.ts';
import { openApiText } from './api/documentation/openapi-text.ts';
import { endpoints } from './api/index.ts';
import { RequestRates } from './api/request-rates.ts';
import { createServer } from './api/server.ts';
import type { CommitLog } from './store/commit-log.ts';
import { HubBackups } from './backup/hub-backups.ts';
import type { BackupRules } from './backup/hub-backups.ts';
import { HubRestores } from './backup/hub-restores.ts';
import { DeskCarry } from './bundle/desk-carry.ts';
import { HubBundles } from './bundle/hub-bundles.ts';
import { claimFolder } from './store/data-folder.ts';
import type { Config } from './config.ts';
import type { Context, EditTaker } from './context.ts';
import { deskIdentity } from './identity/desk.ts';
import { hubIdentity } from './identity/hub.ts';
import { PasswordResets } from './identity/resets.ts';
import { siteTokens } from './identity/people.ts';
import { HubSetUp } from './identity/set-up.ts';
import type { Vault } from './identity/vault.ts';
import { memoryVault } from './identity/vault.ts';
import { HubImports } from './import/hub-imports.ts';
import { createLog } from './log.ts';
import type { Logger } from './log.ts';
import { Outbox } from './mail/outbox.ts';
import { mailSettings } from './mail/settings.ts';
import { MediaFiles } from './media/files.ts';
import type { MediaStorage } from './media/storage.ts';
import { makeHere } from './media/make-pictures.ts';
import { PictureSizes } from './media/picture-sizes.ts';
import { makeInThread } from './media/picture-thread.ts';
import { isBackup, serveBackup } from './api/files/serve-backup.ts';
import { serveMedia } from './api/files/serve-media.ts';
import { isSnapshot, serveSnapshot } from './api/files/serve-snapshot.ts';
import type { MonotonicClock } from './store/monotonic-clock.ts';
import { Replica } from './replica/replica.ts';
import { HubSnapshots } from './snapshot/hub-snapshots.ts';
import type { SnapshotRules } from './snapshot/hub-snapshots.ts';
import type { FetchScope } from './sync/fetch-scope.ts';
import { syncOff } from './sync/handle.ts';
import type { SyncHandle } from './sync/handle.ts';
import { replayedEndpoints } from './replica/rebase/replayed-endpoints.ts';
import { Replayer } from './replica/rebase/replayer.ts';
import { ViewRecorder } from './store/views/view-recorder.ts';

export interface Core {
  /** The whole server: `/api/2.0/…`, and pictures under `/igi/`. */
  fetch(request: Request): Promise<Response>;
  sync: SyncHandle;
  ctx: Context;
  close(): Promise<void>;
}

/** Parts of a hub that its `EditTaker` uses. */
export interface EditTakerParts {
  store: Replica;
  log: Logger;
  /** The whole server. */
  fetch(request: Request): Promise<Response>;
}

export interface CoreParts {
  /** Encrypts people's tokens of the site. Without it, the tokens are in memory only. */
  vault?: Vault;
  /** Creates a desk's sync; absent on a hub. */
  createSync?: (parts: { config: Config; store: Replica; vault: Vault; log: Logger }) => SyncHandle;
  /** Creates the part of a hub that takes edits of desks from files; without it, the hub takes none. */
  createEditTaker?: (parts: EditTakerParts) => EditTaker;
  /** Makes a desk a kiosk regardless of its setting. */
  kiosk?: boolean;
  /** Address of a hub for links in mails, if its config has no public address. */
  origin?: () => string;
  /** Checks a large database for damage before it is used. A window skips that check, to open sooner. */
  checkIntegrity?: boolean;
  /** Opens the storage of media files; without it, they are in the data folder. */
  openMedia?: (store: Replica, config: Config) => MediaStorage;
  /** The log of a site that several hub processes share. */
  commitLog?: CommitLog;
  /** When a hub makes snapshots; for tests. */
  snapshots?: Partial<SnapshotRules>;
  /** Called when a hub has to start again, with the backup that its new folder has. */
  onRestored?: () => void;
  /** Addresses from which imports fetch pictures; for tests. */
  importScope?: FetchScope;
  /** How backups are made on the page; for tests. */
  backups?: Partial<BackupRules>;
  /** For tests. Returns UNIX seconds; also serves as the monotonic clock unless `clock` is given. */
  now?: () => number;
  clock?: () => MonotonicClock;
}

/**
 * Opens the store in `config.dataDir` and answers requests from it.
 *
 * @throws AppError `incompatible` when the folder is damaged, of the other profile, or was written by a newer program.
 */
export function createCore(config: Config, parts: CoreParts = {}): Core {
  const log = createLog(config.profile, config.logLevel);
  const store = new Replica({
    dataDir: config.dataDir,
    log,
    ...(parts.now ? { now: parts.now } : {}),
    ...(parts.clock ? { clock: parts.clock } : {}),
    ...(parts.checkIntegrity ? { checkIntegrity: true } : {}),
    ...(parts.commitLog ? { commitLog: parts.commitLog } : {}),
  });
  let media: MediaStorage;
  try {
    claimFolder(store, config.profile);
    media = parts.openMedia?.(store, config) ?? new MediaFiles(join(config.dataDir, 'media'));
  } catch (error) {
    store.close();
    throw error;
  }
  const vault = parts.vault ?? memoryVault();
  const sync = parts.createSync?.({ config, store, vault, log }) ?? syncOff(config, store);
  const identity =
    config.profile === 'hub'
      ? hubIdentity(store, log)
      : deskIdentity({ config, store, vault, sync, log, kiosk: parts.kiosk ?? false });
  const mail = new Outbox(join(config.dataDir, 'mail'), () => mailSettings(config, store), log);
  // Links in mails never use the address of a request, because its sender chooses the `Host` header.
  const address = (): string =>
    (config.publicUrl ?? parts.origin?.() ?? 'http://localhost').replace(/\/+$/, '');
  const resets = new PasswordResets({ store, mail, address, log });
  const pictures = config.profile === 'hub' ? makeHere : makeInThread();
  const sizes = new PictureSizes({ config, store, media, log });
  const imports = new HubImports({ store, media, log, scope: parts.importScope ?? 'public' });
  const bundles = new HubBundles({ dataDir: config.dataDir, publicUrl: config.publicUrl, log });
  const carry = new DeskCarry(endpoints, config.dataDir, () => siteTokens(store, vault));
  const snapshots =
    config.profile === 'hub' ? new HubSnapshots({ store, log, rules: parts.snapshots }) : undefined;
  const backups = config.profile === 'hub' ? new HubBackups({ store, log, rules: parts.backups }) : undefined;
  const setUp = new HubSetUp(config, store);
  const restores =
    config.profile === 'hub'
      ? new HubRestores({
          store,
          setUp,
          log,
          check: (dataDir) => requireUsable(dataDir, config, parts),
          onRestored: () => parts.onRestored?.(),
        })
      : undefined;
  const views = new ViewRecorder({ store, profile: config.profile, log, now: parts.now });
  const edits =
    config.profile === 'hub'
      ? parts.createEditTaker?.({ store, log, fetch: (request) => core.fetch(request) })
      : undefined;
  const replayer = new Replayer(replayedEndpoints(endpoints, { store, media, log }), { store, log });
  const common = commonHeaders(
    config.profile,
    store.read(null, (s) => s.meta.siteid),
  );
  const ctx: Context = {
    config,
    common,
    store,
    media,
    pictures,
    sizes,
    views,
    identity,
    resets,
    setUp,
    snapshots,
    backups,
    restores,
    imports,
    bundles,
    edits,
    carry,
    address,
    openApi: openApiText(endpoints),
    mail,
    replayer,
    rates: new RequestRates(),
    editBatches: editBatchesOf(endpoints),
    sync,
    log,
  };
  const api = createServer(endpoints, ctx);
  const core: Core = {
    sync,
    ctx,
    fetch: (request) => {
      if (isPicture.test(request.url)) return serveMedia(request, ctx);
      if (backups && isBackup(request)) return serveBackup(request, ctx, backups);
      return snapshots && isSnapshot(request) ? serveSnapshot(request, ctx, snapshots) : api(request);
    },
    close: async () => {
      await carry.end();
      await edits?.end();
      await sync.close();
      await imports.end();
      await bundles.end();
      await snapshots?.close();
      await backups?.end();
      await restores?.end();
      await pictures.close();
      await sizes.close();
      views.close();
      await resets.close();
      await mail.close();
      await identity.close();
      store.close();
    },
  };
  return core;
}

/** Checks that a hub could start with a data folder. @throws AppError */
function requireUsable(dataDir: string, config: Config, { openMedia }: CoreParts): void {
  const store = new Replica({ dataDir, checkIntegrity: true });
  try {
    openMedia?.(store, { ...config, dataDir });
  } finally {
    store.close();
  }
}

/** Matches the whole address as text: parsing it would take as long as finding a cached answer. */
const isPicture = /^[^/]+:\/\/[^/]*\/(?:igi|Document|Video)\//;
