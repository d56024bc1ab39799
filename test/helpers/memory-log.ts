import { randomUUID } from 'node:crypto';

import { fromBytes, toBytes } from '../../app/shared-site/commit-bytes.ts';
import { beforeAll } from '../../app/store/commit-log.ts';
import type { ChangeSet, CommitLog, CommitPosition, SiteCopy } from '../../app/store/commit-log.ts';

/** The log of a shared site in this process: what copies do with commits can be tested without a database between them. */
export class MemoryLog implements CommitLog {
  readonly commits: (CommitPosition & { bytes: Buffer })[] = [];

  begin(copy: SiteCopy): void {
    const missing = this.commits.slice(copy.position.number);
    copy.replay(missing.map(({ bytes, ...position }) => ({ ...position, ...fromBytes(bytes) })));
  }

  commit(set: ChangeSet): CommitPosition {
    const position = { number: (this.commits.at(-1) ?? beforeAll).number + 1, id: randomUUID() };
    this.commits.push({ ...position, bytes: toBytes(set) });
    return position;
  }

  cancel(): void {}

  async takeTurn(copy: SiteCopy): Promise<void> {
    this.begin(copy);
  }

  async catchUp(copy: SiteCopy): Promise<void> {
    this.begin(copy);
  }

  async close(): Promise<void> {}
}
