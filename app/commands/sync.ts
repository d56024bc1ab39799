import { endpoints } from '../api/index.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { markTokenRefused, siteTokens } from '../identity/people.ts';
import { describeUnsigned, unsignedBy } from '../replica/desk-people/unsigned-edits.ts';
import { createLog } from '../log.ts';
import { Engine } from '../sync/engine.ts';
import { keepReserve } from '../sync/keep-reserve.ts';
import type { LiveStatus } from '../sync/status.ts';
import { exit } from './exit.ts';
import { openDesk } from '../desk/open.ts';
import { endProgress, print, printJson, progress, stopRequested, printError } from './run.ts';

const exitOf: Record<SyncStatus['rounds'][number]['outcome'], number> = {
  clean: exit.clean,
  'needs-person': exit.needsPerson,
  unreachable: exit.unreachable,
  failed: exit.failed,
};

/** Matches advice that is only true while a desk runs: this command ends after one round. */
const byItself = /Benchside (?:tries again|asks again|goes on) by itself([.;])/;

/** `benchside sync`: runs one full round. The exit code is its outcome, or says that a person must decide something. */
export async function sync(options: {
  data: string;
  json?: boolean;
  acceptRemovals?: boolean;
}): Promise<void> {
  const opened = openDesk(options.data, undefined);
  const { core, vault } = opened;
  const { store, config, media } = core.ctx;
  const engine = new Engine({
    endpoints,
    site: opened.site,
    store,
    media,
    log: createLog('sync', config.logLevel === 'warn' ? 'error' : config.logLevel),
    onReport: (live) => progress(line(live)),
    onTokenRefused: (person) => markTokenRefused(store, vault, person),
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
    const { parked } = store.read(null, (s) => s.journal.editCounts());
    const unsigned = describeUnsigned(
      store,
      unsignedBy(store, () => siteTokens(store, vault).map(({ userid }) => userid)),
    );
    if (options.json) printJson({ ...round, problem, parked, unsigned: unsigned ?? null });
    if (stop.aborted) {
      printError('benchside: Stopped. What was downloaded is kept; the next sync continues from there.');
      process.exitCode = exit.failed;
      return;
    }
    process.exitCode = exitOf[round.outcome === 'clean' && unsigned ? 'needs-person' : round.outcome];
    if (parked > 0)
      printError(
        `benchside: ${parked} ${parked === 1 ? 'edit waits' : 'edits wait'} for a decision: benchside conflicts.`,
      );
    if (unsigned) printError(`benchside: ${unsigned}`);
    if (options.json) return;
    if (problem) {
      const advice = problem.advice.replace(byItself, 'Then run this command again$1');
      const here =
        problem.kind === 'mass-disappearance' ? ' Here that is: benchside sync --accept-removals.' : '';
      printError(`benchside: ${problem.message} ${advice}${here}`);
    } else {
      print(
        `Synced with ${opened.site}: ${round.guides} guides, ${round.wikis} pages, ${round.pictures} pictures fetched, ` +
          `${round.removed} removed, ${round.pushed ?? 0} edits sent, ${round.requests} requests.`,
      );
      if (round.message) printError(`benchside: ${round.message}`);
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
