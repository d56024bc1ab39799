import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import type { BundleImport, EditsFile } from '../../shared/model/carry.ts';
import type { Carrier, Context } from '../context.ts';
import type { Actor } from '../store/actor.ts';
import type { EditEndpoint } from '../replica/rebase/replayed-endpoints.ts';
import type { PersonToken } from '../sync/round.ts';
import { unsentEdits } from './export-journal.ts';
import { importJournal } from './import-journal.ts';
import { receiveFile, fileRefusal } from './receive-file.ts';
import type { ReceivedFile, Upload } from './receive-file.ts';

type Progress = Omit<BundleImport, 'guides' | 'pictures'>;

const none: Progress = {
  state: 'none',
  file: '',
  hasBegun: false,
  result: null,
  message: null,
  confirm: null,
};

/** Ends in `.part`, which a backup leaves out. */
const folderName = 'carry.part';

const isLeft = /^(?:carry|edits-[\da-f-]{36})\.part$/;

export class DeskCarry implements Carrier {
  private readonly endpoints: readonly EditEndpoint[];
  /** Returns the people who are signed in to the site here. */
  private readonly signers: () => PersonToken[];
  private progress = none;
  private running: Promise<void> | undefined;
  private stop = new AbortController();

  /** Removes what a process that was killed left of its files. */
  constructor(endpoints: readonly EditEndpoint[], dataDir: string, signers: () => PersonToken[]) {
    this.endpoints = endpoints;
    this.signers = signers;
    for (const name of readdirSync(dataDir))
      if (isLeft.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }

  state({ sync }: Pick<Context, 'sync'>): BundleImport {
    const { guides, pictures } = sync.status().progress;
    return { ...this.progress, guides, pictures };
  }

  async begin(
    ctx: Pick<Context, 'store' | 'sync' | 'log'>,
    { file, upload, acceptRemovals }: { file: string; upload: Upload; acceptRemovals: boolean },
  ): Promise<void> {
    const signal = this.announce(file);
    const folder = join(ctx.store.dataDir, folderName);
    const clear = (): void => rmSync(folder, { recursive: true, force: true });
    const path = join(folder, 'bundle');
    const received = { path, name: file };
    try {
      await receiveFile(received, upload, signal);
    } catch (error) {
      this.progress = none;
      clear();
      throw signal.aborted
        ? new AppError('unavailable', 'The import was stopped before the file was here.', {}, error)
        : error;
    }
    this.running = this.run(ctx, received, { acceptRemovals, signal }).finally(clear);
  }

  importFile(ctx: Pick<Context, 'sync' | 'log'>, path: string): void {
    const name = basename(path);
    const signal = this.announce(name);
    this.running = this.run(ctx, { path, name }, { acceptRemovals: false, signal });
  }

  /** @returns the signal that stops the import. @throws AppError `unavailable` while another one runs */
  private announce(file: string): AbortSignal {
    if (this.progress.state === 'running')
      throw new AppError('unavailable', 'Another bundle is being imported. Wait for its end, or stop it.');
    this.progress = { ...none, file, state: 'running' };
    this.stop = new AbortController();
    return this.stop.signal;
  }

  private async run(
    { sync, log }: Pick<Context, 'sync' | 'log'>,
    bundle: ReceivedFile,
    { acceptRemovals, signal }: { acceptRemovals: boolean; signal: AbortSignal },
  ): Promise<void> {
    const onBegin = (): void => void (this.progress = { ...this.progress, hasBegun: true });
    try {
      const result = await sync.importBundle(bundle.path, { acceptRemovals, onBegin, signal });
      this.progress = { ...this.progress, state: 'done', result };
    } catch (error) {
      const refusal = fileRefusal(bundle, error);
      if (!refusal) log.error({ err: error }, 'the import of a bundle failed');
      this.progress = {
        ...this.progress,
        state: signal.aborted ? 'stopped' : 'failed',
        message: refusal?.message ?? 'The import failed; the log says why.',
        confirm: refusal?.details.confirm ?? null,
      };
    }
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  unsent(ctx: Pick<Context, 'store' | 'media'>, carrier: Actor): Promise<EditsFile> {
    return unsentEdits(ctx, { carrier, signers: this.signers() });
  }

  async takeEdits(ctx: Context, file: string, upload: Upload): Promise<number> {
    const folder = join(ctx.store.dataDir, `edits-${crypto.randomUUID()}.part`);
    const received = { path: join(folder, 'edits'), name: file };
    try {
      await receiveFile(received, upload);
      const taken = await ctx.sync.alone(() => importJournal(ctx, this.endpoints, received.path));
      ctx.sync.request({ byHand: true });
      return taken;
    } catch (error) {
      throw fileRefusal(received, error) ?? error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
