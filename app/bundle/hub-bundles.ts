import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import type { BundlePictures } from '../../shared/model/bundle.ts';
import type { HubBundle } from '../../shared/model/carry.ts';
import type { BundleMaker } from '../context.ts';
import { isAbsent } from '../disk-error.ts';
import type { Logger } from '../log.ts';
import { moduleBeside } from '../module-beside.ts';
import { inOwnProcess } from '../own-process.ts';
import type { ProcessWork } from '../own-process.ts';
import { BundleReader } from './bundle-file.ts';

export interface BundleOrder {
  /** Data folder of the hub. */
  dataDir: string;
  file: string;
  pictures: BundlePictures;
  /** The hub's public address, if it has one. */
  publicUrl: string | undefined;
}

export class HubBundles implements BundleMaker {
  readonly file: string;
  private readonly parts: { dataDir: string; publicUrl: string | undefined; log: Logger };
  private readonly folder: string;
  private work: Pick<HubBundle, 'state' | 'message'> = { state: 'none', message: null };
  private making: (ProcessWork<null> & { finished: Promise<void> }) | undefined;

  constructor(parts: { dataDir: string; publicUrl: string | undefined; log: Logger }) {
    this.parts = parts;
    this.folder = join(parts.dataDir, 'snapshot');
    this.file = join(this.folder, 'site.bundle');
  }

  state(): HubBundle {
    return { ...this.work, bundle: this.made() };
  }

  begin(pictures: BundlePictures): void {
    if (this.making)
      throw new AppError('unavailable', 'Another bundle is being made. Wait for its end, or stop it.');
    this.work = { state: 'running', message: null };
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.clear();
    const { dataDir, publicUrl } = this.parts;
    const file = join(this.folder, 'bundle-new');
    const order: BundleOrder = { dataDir, publicUrl, pictures, file };
    const making = inOwnProcess<null>(moduleBeside(import.meta.url, 'bundle-process'), [
      JSON.stringify(order),
    ]);
    this.making = { ...making, finished: this.finish(making, file) };
  }

  private async finish({ result }: ProcessWork<null>, file: string): Promise<void> {
    try {
      await result;
      renameSync(file, this.file);
      this.work = { state: 'done', message: null };
    } catch (error) {
      if (this.work.state !== 'stopped') {
        this.parts.log.error({ err: error }, 'a bundle could not be made');
        const message =
          error instanceof AppError
            ? error.message
            : 'The process that makes the bundle ended; the log says why.';
        this.work = { state: 'failed', message };
      }
    }
    this.clear();
    this.making = undefined;
  }

  async end(): Promise<void> {
    if (!this.making) return;
    this.work = { state: 'stopped', message: null };
    this.making.stop();
    await this.making.finished;
  }

  /** Removes what an attempt that was killed left. */
  private clear(): void {
    for (const name of readdirSync(this.folder))
      if (name.startsWith('bundle-')) rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  private made(): HubBundle['bundle'] {
    try {
      const reader = new BundleReader(this.file);
      reader.close();
      const { made, guides, wikis, files, pictures } = reader.manifest;
      return { made, guides, wikis, pictures, files: files.count, bytes: statSync(this.file).size };
    } catch (error) {
      if (!isAbsent(error)) this.parts.log.warn({ err: error }, 'the stored bundle cannot be used');
      return null;
    }
  }
}
