import type { Capacity, Endpoint } from '../endpoint.ts';

export const askers = [
  'anonymous',
  'anonymous on a private site',
  'technician',
  'author',
  'owner',
  'collaborator',
  'admin',
] as const;
export type Asker = (typeof askers)[number];

/** Returns whether a caller may use an operation at all; the store decides about single resources. */
export function isAllowed({ auth, may }: Pick<Endpoint, 'auth' | 'may'>, asker: Asker): boolean {
  if (asker === 'anonymous') return auth === 'public' || (auth === 'open' && may === undefined);
  if (asker === 'anonymous on a private site') return auth === 'open' && may === undefined;
  if (auth === 'admin') return asker === 'admin';
  // Everyone who signed in is a technician too.
  return may === undefined || may.includes('technician') || may.includes(asker satisfies Capacity);
}

/** Returns the table of `PERMISSIONS.md`, a row for each operation. */
export function permissionTable(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((endpoint) => [
    `\`${endpoint.route}\``,
    ...askers.map((asker) => (isAllowed(endpoint, asker) ? 'yes' : '')),
  ]);
  return [['operation', ...askers], ['---', ...askers.map(() => ':-:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
