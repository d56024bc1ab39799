import { importState } from '../../../../shared/model/import.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const getImport = defineEndpoint({
  route: 'GET /benchside/import',
  summary: 'How far the import is that runs at this hub, or how the last one ended',
  auth: 'admin',
  profile: 'hub',
  response: importState,
  example: {},
  handler: ({ ctx }) => ctx.imports.state(),
});
