import { batchAnswer } from '../../../shared/model/edit-batch.ts';
import type { BatchedAnswer, BatchedEdit } from '../../../shared/model/edit-batch.ts';
import { limits } from '../../../shared/limits.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import { parsePoint } from '../../store/feed/epochs.ts';
import type { ReplicaWriter } from '../../replica/replica.ts';
import { RemoteError } from '../remote.ts';
import type { Outgoing, Remote, SiteAnswer } from '../remote.ts';
import type { CommitBatcher } from './commit-batcher.ts';

/** An edit that is ready to be sent. */
export interface ReadyEdit {
  entry: JournalEntry;
  /** The request that has this edit alone. */
  request: Outgoing;
  /** The same as a part of a batch; `undefined` if it has to go alone. */
  part: Omit<BatchedEdit, 'key'> | undefined;
}

interface Waiting extends ReadyEdit {
  part: Omit<BatchedEdit, 'key'>;
  resolve(answer: SiteAnswer | Promise<SiteAnswer>): void;
  reject(error: unknown): void;
}

/**
 * Sends edits that are ready at the same time in one request for each author (SPEC J14). An edit that was sent before without an answer
 * goes alone, so that an edit that makes the site fail does not delay others.
 */
export class EditBatches {
  private readonly remote: Remote;
  private readonly commits: CommitBatcher;
  private readonly mark: (s: ReplicaWriter, entry: JournalEntry) => void;
  private waiting: Waiting[] = [];
  private bytes = 0;
  /** True if the site takes batches. */
  readonly isOffered: boolean;
  /** Set when the site refused a batch as a whole: from then on each edit goes alone. */
  private isRefused = false;

  /** @param parts `mark` stores an edit as `sending`; throws if it is not to be sent any more */
  constructor(
    parts: { remote: Remote; commits: CommitBatcher; mark(s: ReplicaWriter, entry: JournalEntry): void },
    isOffered: boolean,
  ) {
    this.remote = parts.remote;
    this.commits = parts.commits;
    this.mark = parts.mark;
    this.isOffered = isOffered;
  }

  /** Stores an edit as `sending` and sends it, alone or with others. @throws RemoteError when there is no answer to it */
  async send(edit: ReadyEdit): Promise<SiteAnswer> {
    const { entry, part } = edit;
    if (!this.isOffered || this.isRefused || !part || entry.attempts > 0) {
      await this.commits.transact((s) => this.mark(s, entry));
      return this.remote.send(edit.request);
    }
    return new Promise((resolve, reject) => this.wait({ ...edit, part, resolve, reject }));
  }

  private wait(edit: Waiting): void {
    const bytes = JSON.stringify(edit.part).length;
    const { batch, batchBytes } = limits.sync;
    if (this.bytes + bytes > batchBytes.max) this.flush();
    this.bytes += bytes;
    const count = this.waiting.push(edit);
    if (count === batch.max) this.flush();
    else if (count === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const byToken = Map.groupBy(this.waiting, ({ request }) => request.token);
    this.waiting = [];
    this.bytes = 0;
    for (const edits of byToken.values()) void this.sendTogether(edits);
  }

  /** Sends the edits of one person. Never rejects: each edit gets its answer or its error. */
  private async sendTogether(given: readonly Waiting[]): Promise<void> {
    const edits = await this.marked(given);
    const [first] = edits;
    if (!first) return;
    if (edits.length === 1) return first.resolve(this.remote.send(first.request));
    const named = this.remote.history;
    try {
      const answer = await this.remote.send({
        method: 'POST',
        path: '/benchside/edits',
        token: first.request.token,
        body: { json: { edits: edits.map(({ entry, part }) => ({ key: entry.entryid, ...part })) } },
      });
      if (answer.status === 200) return this.distribute(edits, answer.body, named);
      // An ended sign-in or a restored hub affects all edits of the batch. Any other refusal may be due to one of them.
      const isOfAll = answer.status === 401 || answer.status === 412;
      if (!isOfAll) this.isRefused = true;
      for (const { request, resolve } of edits) resolve(isOfAll ? answer : this.remote.send(request));
    } catch (error) {
      for (const { reject } of edits) reject(error);
    }
  }

  private async marked(edits: readonly Waiting[]): Promise<Waiting[]> {
    const outcomes = await Promise.allSettled(
      edits.map(({ entry }) => this.commits.transact((s) => this.mark(s, entry))),
    );
    return edits.filter(({ reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'rejected') reject(outcome.reason);
      return outcome?.status === 'fulfilled';
    });
  }

  /** @throws RemoteError for an answer that cannot be trusted */
  private distribute(edits: readonly Waiting[], body: unknown, named: string | undefined): void {
    const { data } = batchAnswer.safeParse(body);
    const isOfThese = data?.answers.every(({ key }, index) => key === edits[index]?.entry.entryid);
    if (!data || data.answers.length === 0 || !isOfThese)
      throw new RemoteError('bad-answer', 'The site answered a batch of edits with something else.');
    const point = parsePoint(data.point);
    for (const [index, { resolve, reject, request }] of edits.entries()) {
      const answer = data.answers[index];
      // Left over, because the answers became too large.
      if (!answer) resolve(this.remote.send(request));
      else if (answer.status === 429 || answer.status >= 500) reject(failure(answer, request));
      else {
        const { status, repeated } = answer;
        resolve({
          status,
          body: answer.body,
          ...(repeated === undefined ? {} : { repeated }),
          told: point && { point, named },
        });
      }
    }
  }
}

const failure = ({ status, body }: BatchedAnswer, { path }: Outgoing): RemoteError => {
  const message = (body as { message?: unknown } | null | undefined)?.message;
  return new RemoteError(
    'server-error',
    `The hub answered ${path} with: ${typeof message === 'string' ? message : `status ${status}`}`,
    status,
  );
};
