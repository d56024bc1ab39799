import { importState } from '../../../../shared/model/import.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const stopImport = defineEndpoint({
  route: 'DELETE /benchside/import',
  summary: 'Stop the running import; guides that it has stored stay',
  auth: 'admin',
  profile: 'hub',
  response: importState,
  example: {},
  handler: async ({ ctx }) => {
    await ctx.imports.end();
    return ctx.imports.state();
  },
});
