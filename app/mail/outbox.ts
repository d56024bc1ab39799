import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SiteState } from '../../shared/model/site.ts';
import type { Logger } from '../log.ts';
import type { Mail } from './message.ts';
import type { Smtp } from './smtp.ts';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password; if absent, mails stay in the folder. */
  smtpUrl?: string | undefined;
  from: string;
}

const retryMs = 5 * 60_000;
const giveUpMs = 24 * 60 * 60_000;

/**
 * Stores mails as `.eml` files in a folder until a server has accepted them, so that none is lost with the process.
 * Without a server they stay there for an administrator; mails that no server accepts for a day are renamed to
 * `.failed`.
 */
export class Outbox {
  private readonly folder: string;
  readonly settings: () => MailSettings;
  private readonly log: Logger;
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private again = false;

  constructor(folder: string, settings: () => MailSettings, log: Logger) {
    this.folder = folder;
    this.settings = settings;
    this.log = log;
  }

  /** Tries to send mails now and every few minutes. */
  start(): void {
    this.send();
    this.timer = setInterval(() => this.send(), retryMs).unref();
  }

  /** Resolves when the mail is on the disk. */
  async put(mail: Mail): Promise<void> {
    // Loaded on first use: a desk sends no mail and must start fast.
    const { compose } = await import('./message.ts');
    const message = await compose(mail, this.settings().from);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${Date.now()}-${randomBytes(6).toString('hex')}.eml`);
    await writeFile(`${file}.tmp`, message, { mode: 0o600, flush: true });
    await rename(`${file}.tmp`, file);
    this.send();
  }

  /** Returns how many mails wait for a server to take them, and how many none took for a day. */
  async count(): Promise<SiteState['mails']> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.folder);
    const ending = (end: string): number => names.filter((name) => name.endsWith(end)).length;
    return { waiting: ending('.eml'), failed: ending('.failed') };
  }

  /** Stops sending; unsent mails stay for the next start. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.round;
  }

  private send(): void {
    // The running pass may have missed a mail that was just added.
    this.again = true;
    this.round ??= this.sendAll()
      .catch((error: unknown) => this.log.error({ err: error }, 'the folder of mails cannot be used'))
      .finally(() => {
        this.round = undefined;
      });
  }

  private async sendAll(): Promise<void> {
    while (this.again && !this.stop.signal.aborted) {
      this.again = false;
      const { smtpUrl } = this.settings();
      if (smtpUrl === undefined) return;
      const { Smtp } = await import('./smtp.ts');
      const smtp = new Smtp(smtpUrl, this.settings().from, this.stop.signal);
      for (const file of await this.waiting()) await this.sendOne(file, smtp);
      smtp.close();
    }
  }

  private async sendOne(file: string, smtp: Smtp): Promise<void> {
    if (this.stop.signal.aborted) return;
    try {
      await smtp.send(await readFile(file));
      await rm(file);
    } catch (error) {
      if (this.stop.signal.aborted) return;
      const { mtimeMs } = await stat(file);
      const over = Date.now() - mtimeMs > giveUpMs;
      if (over) await rename(file, `${file}.failed`);
      this.log.warn({ err: error, file }, over ? 'a mail was discarded' : 'a mail could not be sent yet');
    }
  }

  /** Returns the files of the mails that no server has accepted yet, oldest first. */
  async waiting(): Promise<string[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.folder);
    return names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => join(this.folder, name));
  }
}
