import { join } from 'node:path';

import { expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { exportJournal } from '../../app/bundle/export-journal.ts';
import { importJournal } from '../../app/bundle/import-journal.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { Engine } from '../../app/sync/engine.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { bench, loseAnswers } from '../helpers/plain-bench.ts';
import type { Bench } from '../helpers/plain-bench.ts';

/** Runs a round of another desk of the site, for Ann. */
const roundOf = ({ net, ann }: Bench, desk: TestCore) =>
  new Engine({
    endpoints,
    site: net.url,
    store: desk.ctx.store,
    media: new MediaFiles(join(desk.dataDir, 'media')),
    log: createLog('sync', 'fatal'),
    onReport: () => undefined,
    onTokenRefused: () => undefined,
  }).round({ people: [ann], byHand: true });

it.each(['its answer was lost', 'it is sent by the first desk afterwards', 'it was sent by the second desk'])(
  '[J11.10] an edit that a stick brought to another desk is made once at a third-party site, though %s',
  async (how) => {
    await using at = await bench();
    await using other = testCore({ profile: 'desk', site: at.net.url });
    expect((await roundOf(at, other)).problem).toBeNull();
    await at.here(`POST /comments/guide/${at.guideid}`, at.ann.token, { text: 'Worn, but fine' });
    if (how === 'its answer was lost') {
      loseAnswers(at, 'POST /comments');
      await at.round();
      at.net.intercept = undefined;
    }
    const file = join(other.dataDir, 'edits.json');
    expect(await exportJournal(at.desk.ctx, file)).toBe(1);
    if (how === 'it is sent by the first desk afterwards') await at.round();
    // The other desk reads what the site has by now before it gets the edits.
    await roundOf(at, other);
    expect(await importJournal(other.ctx, endpoints, file)).toBe(1);
    for (let n = 0; n < 3; n += 1) {
      await roundOf(at, other);
      await at.round();
    }
    expect(at.site.data.comments.size).toBe(1);
    for (const desk of [at.desk, other])
      expect(desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({
        pending: 0,
        sending: 0,
        parked: 0,
      });
  },
);
