import { diagnostics } from '../../../shared/model/upkeep.ts';
import { allPeople } from '../../replica/desk-people/people.ts';
import { diskOf } from '../../replica/desk-reports/storage.ts';
import { withoutSecrets } from '../../secrets.ts';
import { settingsOf } from '../../store/desk-settings.ts';
import { redacted } from '../../replica/decisions/redact.ts';
import { version } from '../../version.ts';
import { defineEndpoint } from '../endpoint.ts';

const entries = 200;

export const getDiagnostics = defineEndpoint({
  route: 'GET /benchside/diagnostics',
  summary: 'What helps to find a fault of this desk: no names, texts, e-mail addresses or tokens',
  auth: 'window',
  profile: 'desk',
  response: diagnostics,
  example: {},
  handler: async ({ ctx }) => {
    const disk = await diskOf(ctx.config.dataDir);
    const { site, problem, rounds, ...status } = ctx.sync.status();
    return ctx.store.read(null, (s) => {
      const { pinnedCategories, updatesFrom, ...settings } = settingsOf(s);
      const people = allPeople(s);
      return {
        made: s.now,
        versions: {
          benchside: version,
          node: process.version,
          platform: process.platform,
          arch: process.arch,
        },
        uptimeSeconds: Math.round(process.uptime()),
        settings: {
          ...settings,
          updatesFrom: withoutSecrets(updatesFrom),
          pinnedCategories: pinnedCategories.length,
        },
        status: {
          ...status,
          site: { host: URL.canParse(site.url) ? new URL(site.url).host : '', siteid: site.siteid },
          problem: problem?.kind ?? null,
        },
        // Messages may contain anything that the site wrote.
        rounds: rounds.map(({ message: _, ...round }) => round),
        disk,
        people: { known: people.length, withToken: people.filter(({ token }) => token !== null).length },
        journal: {
          problems: s.journal.verify(),
          entries: s.journal
            .newest({
              states: ['pending', 'sending', 'parked', 'done', 'discarded'],
              of: 'everyone',
              limit: entries,
              offset: 0,
            })
            .map((entry) => redacted(s, entry)),
        },
      };
    });
  },
});
