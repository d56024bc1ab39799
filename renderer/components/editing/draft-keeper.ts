import type { Draft } from '../../../shared/model/draft.ts';
import { api } from '../../api/client.ts';

/** With the request this stays well under 300 ms, the most typing that may be lost. */
const keepEveryMs = 150;
const retryMs = 1000;

/** Saves a draft in the store as the person types: one request at a time, always the newest body. */
export class DraftKeeper {
  private readonly params: { key: string };
  private readonly onKept: (kept: boolean) => void;
  /** The body to store; undefined if the store has the newest, null to delete the draft. */
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
    // Not restarted by each key: typing without a pause is saved too.
    this.timer ??= setTimeout(() => this.send(), keepEveryMs);
  }

  forget(): void {
    this.isThere = true;
    this.keep(null);
    this.send();
  }

  /** Stores the last body; resolves once the store has it. */
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
        // `onKept(false)` has reported it; retried until there is a newer body.
        if (this.wanted === undefined) this.wanted = body;
        this.timer ??= setTimeout(() => this.send(), retryMs);
        return;
      }
    }
    this.onKept(true);
  }
}
