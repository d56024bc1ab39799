import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { app } from 'electron';
import electronUpdater from 'electron-updater';
import type { AppUpdater, UpdateInfo } from 'electron-updater';

import type { Logger } from '../../app/log.ts';
import { readNote, updateFolder } from '../../app/update/note.ts';
import { AppError } from '../../shared/errors.ts';
import type { UpdateState } from '../../shared/ipc.ts';
import { mainTexts } from '../texts.ts';
import { signedProvider, trustedKeys } from './signed-provider.ts';

export interface UpdaterOptions {
  dataDir: string;
  /** Folder of files shipped with the program. */
  resources: string;
  /** The AppImage file of this program, if it is one. */
  appImage: string | undefined;
  /** True if this program can be replaced. */
  canReplace: boolean;
  log: Logger;
  onState(state: UpdateState): void;
}

/** The folder of new versions, with a trailing slash. */
export interface UpdateSource {
  url: string;
  isHub: boolean;
}

const everyMs = 4 * 3_600_000;
/** Delays the first check, because a start has more urgent work. */
const firstAfterMs = 20_000;

/** Checks for new versions and downloads them; `apply.ts` installs them. */
export class Updater {
  readonly #options: UpdaterOptions;
  #source: UpdateSource | undefined;
  #updater: AppUpdater | undefined;
  #state: UpdateState;
  #file: string | undefined;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: UpdaterOptions) {
    this.#options = options;
    this.#state = { kind: 'off', reason: mainTexts.update.noAddress };
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** The downloaded version that can be installed, and its file. */
  get ready(): { version: string; file: string } | undefined {
    return this.#state.kind === 'ready' && this.#file !== undefined
      ? { version: this.#state.version, file: this.#file }
      : undefined;
  }

  /** Installs by the library, on systems where an installer does it. */
  install(): void {
    this.#updater?.quitAndInstall(true, true);
  }

  /** Sets the source of updates; `undefined` turns updates off. */
  from(source: UpdateSource | undefined): void {
    if (source?.url === this.#source?.url && (source || this.#timer === undefined)) return;
    this.#source = source;
    this.#updater = undefined;
    this.#file = undefined;
    clearInterval(this.#timer);
    if (!source) return this.#is({ kind: 'off', reason: mainTexts.update.noAddress });
    if (!this.#options.canReplace) return this.#is({ kind: 'off', reason: mainTexts.update.notPackaged });
    this.#is({ kind: 'current', checkedAt: null });
    this.#timer = setInterval(() => void this.check(), everyMs);
    this.#timer.unref();
    setTimeout(() => void this.check(), firstAfterMs).unref();
  }

  /** Checks, downloads a new version, and reports the result in its state. */
  check(): Promise<void> {
    this.#looking ??= this.#check().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #check(): Promise<void> {
    const source = this.#source;
    if (!source || this.#state.kind === 'off' || this.#state.kind === 'ready') return;
    this.#is({ kind: 'looking' });
    try {
      this.#updater ??= this.#make(source);
      const found = await this.#updater.checkForUpdates();
      // Someone may have chosen another source meanwhile.
      if (source !== this.#source) return;
      if (!found?.isUpdateAvailable) {
        this.#is(this.#nothingNew(found?.updateInfo));
        return;
      }
      const { version } = found.updateInfo;
      this.#is({ kind: 'downloading', version, percent: 0 });
      const [file] = await this.#updater.downloadUpdate();
      if (source !== this.#source) return;
      this.#file = file;
      this.#is({ kind: 'ready', version });
    } catch (error) {
      this.#options.log.error({ err: error, from: source.url }, 'the new version could not be downloaded');
      if (source === this.#source) this.#is({ kind: 'failed', message: wordsOf(error) });
    }
  }

  #nothingNew(info: UpdateInfo | undefined): UpdateState {
    return info && this.#wasRefused(info.version)
      ? { kind: 'failed', message: mainTexts.update.wentBack(info.version) }
      : { kind: 'current', checkedAt: Date.now() / 1000 };
  }

  #wasRefused(version: string): boolean {
    const note = readNote(this.#options.dataDir);
    return note?.stage === 'back' && note.to === version;
  }

  #make({ url, isHub }: UpdateSource): AppUpdater {
    const { dataDir, resources, appImage, log } = this.#options;
    // Only a packaged program gets this variable from the system.
    if (appImage !== undefined) process.env['APPIMAGE'] = appImage;
    const { autoUpdater } = electronUpdater;
    autoUpdater.autoDownload = false;
    autoUpdater.autoInstallOnAppQuit = false;
    autoUpdater.forceDevUpdateConfig = !app.isPackaged;
    autoUpdater.logger = log;
    // Names the cache folder of electron-updater. electron-builder adds this file only to packages with a publishing address.
    const config = join(updateFolder(dataDir), 'app-update.yml');
    mkdirSync(updateFolder(dataDir), { recursive: true });
    writeFileSync(config, 'provider: generic\nupdaterCacheDirName: benchside-updater\n');
    autoUpdater.updateConfigPath = config;
    autoUpdater.isUserWithinRollout = ({ version }) => !this.#wasRefused(version);
    autoUpdater.setFeedURL({
      provider: 'custom',
      updateProvider: signedProvider(url, trustedKeys(dataDir, resources, isHub)),
    });
    autoUpdater.removeAllListeners('download-progress');
    autoUpdater.on('download-progress', ({ percent }) => {
      if (this.#state.kind === 'downloading') this.#is({ ...this.#state, percent: Math.floor(percent) });
    });
    return autoUpdater;
  }

  #is(state: UpdateState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { update } = mainTexts;
  if (code === 'ERR_CHECKSUM_MISMATCH') return update.badFile;
  return update.unreachable(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error));
}
