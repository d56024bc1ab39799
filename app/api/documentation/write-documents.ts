/** Writes the files generated from endpoint definitions and limits: `operations.ts`, `../PERMISSIONS.md` and `../LIMITS.md`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { endpoints } from '../index.ts';
import { endpointFiles } from './endpoint-files.ts';
import { limitTables } from './limit-tables.ts';
import type { OperationFiles } from './openapi.ts';
import { permissionTable } from './permissions.ts';

const api = join(import.meta.dirname, '..');
const command = '`npx node app/api/documentation/write-documents.ts`';

/** Returns the generated texts by file. */
export async function generatedDocuments(): Promise<Record<string, string>> {
  const files = await operationFiles();
  const lines = Object.entries(files).map(([route, file]) => `  '${route}': '${file}',\n`);
  return {
    [join(import.meta.dirname, 'operations.ts')]:
      `/** Where each operation is defined. Made by ${command}. */\n` +
      `export const operations: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`,
    [join(api, 'PERMISSIONS.md')]: permissions,
    [join(api, 'LIMITS.md')]: limitList,
  };
}

const permissions = `# Who may do what

Made from the endpoint definitions (\`auth\` and \`may\`) by ${command}; a test compares it with them, and another sends
every operation as every role.

An *owner* made the resource, or is the person it is about; a *collaborator* was attached to the guide, directly or with a team; a
*technician* is any signed-in person. A refusal is 401 without a sign-in and 403 otherwise. A desk's own window reads without a
sign-in what its site shows to everyone; over loopback, a person without a sign-in changes nothing at a desk and reads nothing of a
private site. This table does not say which items of a list a person may see: private guides are for their owners, collaborators and
admins, and as templates (the flag \`GUIDE_TEMPLATE\`) also for everyone who has signed in.

${permissionTable(endpoints)}
`;

const limitList = `# Limits

Made from \`shared/limits.ts\` by ${command}; a test compares it with that file.

Everything that is larger is refused with 422 and words that name the limit, unless its row says otherwise. Sizes are counted
while a request is read. A desk keeps the same limits as a hub.

${limitTables()}
`;

async function operationFiles(): Promise<OperationFiles> {
  const files = await endpointFiles();
  return Object.fromEntries(files.map(({ route, file, name }) => [route, join(file, '..', name)]));
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await generatedDocuments())) writeFileSync(file, text);
}
