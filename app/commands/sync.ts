import { join } from 'node:path';

import type { SyncStatus } from '../../shared/sync-status.ts';
import { markTokenRefused, siteTokens } from '../identity/people.ts';
import { fileVault } from '../identity/vault.ts';
import { createLog } from '../log.ts';
import { MediaFiles } from '../media/files.ts';
import { Engine } from '../sync/engine.ts';
import type { LiveStatus } from '../sync/engine.ts';
import { exit } from './exit.ts';
import { openDesk } from './open-desk.ts';
import { endProgress, print, printJson, progress } from './run.ts';

const exitOf: Record<SyncStatus['rounds'][number]['outcome'], number> = {
  clean: exit.clean,
  'needs-person': exit.needsPerson,
  unreachable: exit.unreachable,
  failed: exit.failed,
};

/** `benchside sync`: one full round; its outcome is the exit code. */
export async function sync(options: { data: string; json?: boolean; acceptRemovals?: boolean }): Promise<void> {
  const opened = openDesk(options.data, undefined);
  const { store, config } = opened.core.ctx;
  const vault = fileVault(options.data);
  const engine = new Engine({
    site: opened.site,
    store,
    media: new MediaFiles(join(options.data, 'media')),
    log: createLog('sync', config.logLevel === 'warn' && !options.json ? 'error' : config.logLevel),
    onReport: (live) => progress(line(live)),
    onTokenRefused: (userid) => markTokenRefused(store, userid),
  });
  const stop = (): void => engine.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const { round, problem } = await engine.round({
      people: siteTokens(store, vault).map(({ userid, token }) => ({ userid, token })),
      byHand: true,
      acceptRemovals: options.acceptRemovals ?? false,
    });
    endProgress();
    if (options.json) printJson({ ...round, problem });
    else if (problem) process.stderr.write(`benchside: ${problem.message} ${problem.advice}\n`);
    else {
      print(
        `Synced with ${opened.site}: ${round.guides} guides, ${round.wikis} pages, ${round.pictures} pictures fetched, ` +
          `${round.removed} removed, ${round.requests} requests.`,
      );
    }
    process.exitCode = exitOf[round.outcome];
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    await opened.close();
  }
}

function line({ phase, progress: { guides, wikis, pictures } }: LiveStatus): string {
  const of = (done: number, total: number | null): string => (total === null ? String(done) : `${done}/${total}`);
  return `${phase}: guides ${of(guides.done, guides.total)}, pages ${of(wikis.done, wikis.total)}, pictures ${of(pictures.done, pictures.total)}`;
}
