import type { SyncStatus } from '../../shared/sync-status.ts';
import { markTokenRefused, siteTokens } from '../identity/people.ts';
import { createLog } from '../log.ts';
import { Engine } from '../sync/engine.ts';
import { keepReserve } from '../sync/keep-reserve.ts';
import type { LiveStatus } from '../sync/engine.ts';
import { exit } from './exit.ts';
import { openDesk } from './open-desk.ts';
import { endProgress, print, printJson, progress, stopRequested } from './run.ts';

const exitOf: Record<SyncStatus['rounds'][number]['outcome'], number> = {
  clean: exit.clean,
  'needs-person': exit.needsPerson,
  unreachable: exit.unreachable,
  failed: exit.failed,
};

/** `benchside sync`: one full round; its outcome is the exit code. */
export async function sync(options: {
  data: string;
  json?: boolean;
  acceptRemovals?: boolean;
}): Promise<void> {
  const opened = openDesk(options.data, undefined);
  const { core, vault } = opened;
  const { store, config, media } = core.ctx;
  const engine = new Engine({
    site: opened.site,
    store,
    media,
    log: createLog('sync', config.logLevel === 'warn' ? 'error' : config.logLevel),
    onReport: (live) => progress(line(live)),
    onTokenRefused: (userid) => markTokenRefused(store, userid),
  });
  const stop = stopRequested();
  stop.addEventListener('abort', () => engine.stop());
  const log = core.ctx.log;
  keepReserve(store, log);
  try {
    const { round, problem } = await engine.round({
      people: siteTokens(store, vault).map(({ userid, token }) => ({ userid, token })),
      byHand: true,
      acceptRemovals: options.acceptRemovals ?? false,
    });
    endProgress();
    if (options.json) printJson({ ...round, problem });
    if (stop.aborted) {
      process.stderr.write('benchside: Stopped. What was fetched stays; the next sync goes on from there.\n');
      process.exitCode = exit.failed;
      return;
    }
    process.exitCode = exitOf[round.outcome];
    if (options.json) return;
    if (problem) {
      const here =
        problem.kind === 'mass-disappearance' ? ' Here that is: benchside sync --accept-removals.' : '';
      process.stderr.write(`benchside: ${problem.message} ${problem.advice}${here}\n`);
    } else {
      print(
        `Synced with ${opened.site}: ${round.guides} guides, ${round.wikis} pages, ${round.pictures} pictures fetched, ` +
          `${round.removed} removed, ${round.requests} requests.`,
      );
    }
  } finally {
    await opened.close();
  }
}

function line({ phase, progress: { guides, wikis, pictures } }: LiveStatus): string {
  const of = (done: number, total: number | null): string =>
    total === null ? String(done) : `${done}/${total}`;
  return `${phase}: guides ${of(guides.done, guides.total)}, pages ${of(wikis.done, wikis.total)}, pictures ${of(pictures.done, pictures.total)}`;
}
