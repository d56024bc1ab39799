import type { SyncStatus } from '../../shared/sync-status.ts';
import { configSchema } from '../config.ts';
import type { Config } from '../config.ts';
import { describeUnsigned, unsignedBy } from '../replica/desk-people/unsigned-edits.ts';
import { Replica } from '../replica/replica.ts';
import { allPeople } from '../replica/desk-people/people.ts';
import { readSyncStatus } from '../sync/status.ts';
import { print, printJson, requireData } from './run.ts';

/** `benchside status`: reads only, so it also works while another process uses the folder. */
export function status(options: { data: string; json?: boolean }): void {
  requireData(options.data);
  const store = new Replica({ dataDir: options.data, purpose: 'look' });
  try {
    const { profile = 'hub', site } = store.read(null, (s) => ({
      profile: s.meta.get<Config['profile']>('profile'),
      site: s.meta.get<string>('site-url'),
    }));
    const config = configSchema.parse({ profile, dataDir: options.data, site });
    // Only the process that sealed the tokens knows which can still be opened.
    const senders = (): number[] =>
      store.read(null, allPeople).flatMap(({ userid, token }) => (token ? [userid] : []));
    const isDesk = config.profile === 'desk';
    const now = readSyncStatus(config, store, {
      live: undefined,
      running: false,
      nextAt: null,
      ...(isDesk ? { senders } : {}),
    });
    const unsigned = isDesk ? describeUnsigned(store, unsignedBy(store, senders)) : undefined;
    if (options.json) printJson({ profile: config.profile, ...now });
    else
      print([describe(config.profile, now), ...(unsigned ? [`Sign-in:      ${unsigned}`] : [])].join('\n'));
  } finally {
    store.close();
  }
}

const when = (seconds: number | null): string =>
  seconds === null ? 'never' : new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19);

function describe(profile: 'hub' | 'desk', now: SyncStatus): string {
  const { stored, journal, site } = now;
  const here = `${stored.guides} guides, ${stored.wikis} pages, ${stored.pictures} pictures (${Math.round(stored.pictureBytes / 1_048_576)} MiB)`;
  if (profile === 'hub') return `Hub "${site.name}"\nStored:       ${here}`;
  return [
    `Desk of ${site.name} (${site.url})`,
    `Stored:       ${here}`,
    `In the trash: ${stored.trashed}`,
    `Last synced:  ${when(now.lastSuccessAt)}`,
    `Pending:      ${journal.pending + journal.sending} edits, ${journal.parked} parked, oldest ${when(now.oldestPendingAt)}`,
    ...(now.lostEdits
      ? [
          `Lost there:   ${now.lostEdits} edits; the site was restored from a backup. \`retry --lost\` sends them again`,
        ]
      : []),
    ...(now.problem ? [`Problem:      ${now.problem.message} ${now.problem.advice}`] : []),
  ].join('\n');
}
