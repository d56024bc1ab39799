import type { Draft } from '../../../shared/model/draft.ts';
import { api } from '../../api/client.ts';

/** Together with the request this stays well under the 300 ms that may be lost. */
const keepEveryMs = 150;
const retryMs = 1000;

/** Keeps what is typed in the store, one request at a time: the newest always wins. */
export class DraftKeeper {
  private readonly params: { key: string };
  private readonly onKept: (kept: boolean) => void;
  /** Undefined when the store has the newest; null is nothing to keep. */
  private wanted: Draft['body'] | null | undefined;
  private isThere = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;

  constructor(key: string, onKept: (kept: boolean) => void) {
    this.params = { key };
    this.onKept = onKept;
  }

  async find(): Promise<Draft | null> {
    const draft = await api('GET /benchside/drafts/{key}', { params: this.params });
    this.isThere = draft !== null;
    return draft;
  }

  keep(body: Draft['body'] | null): void {
    if (body === null && !this.isThere && this.wanted === undefined) return;
    this.wanted = body;
    this.onKept(false);
    // Not anew with each key: who types without a pause is kept too.
    this.timer ??= setTimeout(() => this.send(), keepEveryMs);
  }

  forget(): void {
    this.isThere = true;
    this.keep(null);
    this.send();
  }

  /** The last word: answers when the store has it. */
  async settle(body: Draft['body'] | null): Promise<void> {
    this.keep(body);
    this.send();
    await this.sending;
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
  }

  private async sendAll(): Promise<void> {
    while (this.wanted !== undefined) {
      const body = this.wanted;
      this.wanted = undefined;
      try {
        if (body === null) await api('DELETE /benchside/drafts/{key}', { params: this.params });
        else await api('PUT /benchside/drafts/{key}', { params: this.params, body });
        this.isThere = body !== null;
      } catch {
        // Said by `onKept`, which stays false, and tried again until something newer is kept.
        if (this.wanted === undefined) this.wanted = body;
        this.timer ??= setTimeout(() => this.send(), retryMs);
        return;
      }
    }
    this.onKept(true);
  }
}
