import type { DocType } from '../../shared/model/view.ts';
import type { RenderedAnswer } from './answer.ts';

export interface KeptAnswer extends RenderedAnswer {
  /** Route of the endpoint that answered. */
  route: string;
  /** The document that a caller views with this answer. */
  saw?: readonly [doc_type: DocType, docid: number];
}

const mostBytes = 32 * 1024 * 1024;
/** Bytes of memory that an answer takes besides its body and key. */
const overhead = 500;

/**
 * Caches finished answers until the store changes (decision 0009). Has two halves: when the young one is full it becomes the old
 * one, and answers of the old one that were not used since are dropped.
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

  /** Returns a cached answer. @param version of the store now */
  find(version: number, key: string): KeptAnswer | undefined {
    if (version !== this.version) this.forgetAll(version);
    const found = this.young.get(key);
    if (found) return found;
    const older = this.old.get(key);
    if (older) this.put(key, older);
    return older;
  }

  /**
   * Caches an answer.
   *
   * @param version of the store before anything was read for it; ignored if the store has changed since
   */
  keep(version: number, key: string, answer: KeptAnswer): void {
    if (version === this.version) this.put(key, answer);
  }

  private put(key: string, answer: KeptAnswer): void {
    const cost = answer.bytes.length + key.length + overhead;
    // A huge answer must not evict all others.
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
