import { info } from '../../../shared/model/benchside.ts';
import { hubKey } from '../../store/site-key.ts';
import { version } from '../../version.ts';
import { defineEndpoint } from '../endpoint.ts';
import { isOfOtherHistory } from '../history.ts';

export const getInfo = defineEndpoint({
  route: 'GET /benchside/info',
  summary: 'What this server is; a desk learns from it whether its site has the feed',
  auth: 'open',
  response: info,
  example: {},
  handler: ({ ctx, addresses, request }) => {
    const lost = ctx.config.profile === 'hub' && isOfOtherHistory(request, ctx);
    const isRestorable = ctx.restores?.isOffered === true;
    const hasSnapshot = ctx.snapshots?.offered() !== undefined;
    return ctx.store.read(null, (s) => ({
      product: 'Benchside' as const,
      version,
      profile: ctx.config.profile,
      siteid: s.meta.siteid ?? '',
      name: s.meta.site.name,
      site: ctx.config.site ?? `${addresses.site}/api/2.0`,
      private: s.meta.site.private,
      guideTypes: s.meta.site.guideTypes,
      langids: s.meta.site.langids,
      feed: ctx.config.profile === 'hub',
      ...(ctx.config.profile === 'hub' ? { batches: true as const } : {}),
      ...(ctx.config.profile === 'hub' ? { key: hubKey(s)?.publicKey } : {}),
      ...(hasSnapshot ? { snapshot: true as const } : {}),
      keepsSignIn: ctx.identity.keepsSignIn,
      ...(ctx.identity.keeper ? { keeper: ctx.identity.keeper } : {}),
      ...(ctx.setUp.isOpen(s) ? { setup: 'open' as const } : {}),
      ...(isRestorable ? { restore: true as const } : {}),
      ...(lost ? { history: 'lost' as const } : {}),
    }));
  },
});
