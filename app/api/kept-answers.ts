import type { DocType } from '../../shared/model/view.ts';
import type { Finished } from './answer.ts';

export interface KeptAnswer extends Finished {
  /** What somebody looks at who gets this answer. */
  saw?: readonly [doc_type: DocType, docid: number];
}

const mostBytes = 32 * 1024 * 1024;
/** What keeping one costs beside its bytes: headers and an entry. */
const overhead = 500;

/**
 * Finished answers, given again while the store is what it was (decision 0009). In two halves: when the young one is full
 * it becomes the old one, and what nobody asked for since it was young is gone.
 */
export class KeptAnswers {
  private readonly half: number;
  private young = new Map<string, KeptAnswer>();
  private old = new Map<string, KeptAnswer>();
  private youngBytes = 0;
  private version = Number.NaN;

  constructor(most = mostBytes) {
    this.half = most / 2;
  }

  /** @param version of the store now */
  find(version: number, key: string): KeptAnswer | undefined {
    if (version !== this.version) this.forgetAll(version);
    const found = this.young.get(key);
    if (found) return found;
    const older = this.old.get(key);
    if (older) this.put(key, older);
    return older;
  }

  /** @param version of the store before anything was read for this answer: if it has changed since, nobody finds it */
  keep(version: number, key: string, answer: KeptAnswer): void {
    if (version === this.version) this.put(key, answer);
  }

  private put(key: string, answer: KeptAnswer): void {
    const cost = answer.bytes.length + key.length + overhead;
    // One huge answer must not drive out all others.
    if (cost > this.half / 8) return;
    if (this.youngBytes + cost > this.half) {
      this.old = this.young;
      this.young = new Map();
      this.youngBytes = 0;
    }
    this.young.set(key, answer);
    this.youngBytes += cost;
  }

  private forgetAll(version: number): void {
    this.young = new Map();
    this.old = new Map();
    this.youngBytes = 0;
    this.version = version;
  }
}
