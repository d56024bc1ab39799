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

/** Whether somebody may do this at all; what they may see of it is the store's to say. */
export function isAllowed({ auth, may }: Pick<Endpoint, 'auth' | 'may'>, asker: Asker): boolean {
  if (asker === 'anonymous') return auth === 'public' || (auth === 'open' && may === undefined);
  if (asker === 'anonymous on a private site') return auth === 'open' && may === undefined;
  if (auth === 'admin') return asker === 'admin';
  // Whoever signed in is a technician too.
  return may === undefined || may.includes('technician') || may.includes(asker satisfies Capacity);
}

/** The table of `PERMISSIONS.md`, one row an operation. */
export function permissionTable(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((endpoint) => [
    `\`${endpoint.route}\``,
    ...askers.map((asker) => (isAllowed(endpoint, asker) ? 'yes' : '')),
  ]);
  return [['operation', ...askers], ['---', ...askers.map(() => ':-:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
