import pg from 'pg';

import { invalid } from '../../shared/errors.ts';

/** Time-outs of a connection, in milliseconds. */
export const patience = {
  connect: 1_000,
  /** One statement, with the way there and back. */
  statement: 1_500,
  /** Waiting until other processes have committed. */
  turn: 10_000,
  /** A process that stands still in the middle of its turn loses it. */
  idleTurn: 20_000,
  /** For each megabyte of a commit, besides `statement`. */
  megabyte: 500,
};

/**
 * Returns the addresses of the servers in `postgres://user@first,second:5433/name`: one server, or a primary and its standbys.
 *
 * @throws AppError `invalid` if it is no such address
 */
export function serversOf(address: string): string[] {
  const [, scheme, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]+)(\/[^#]*)?$/.exec(address) ?? [];
  if (scheme === undefined)
    throw invalid(
      'database',
      'The database needs an address like postgres://user@host/name, with hosts separated by commas if there are standbys.',
    );
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}

/**
 * Connects to the first server that answers and is no standby.
 *
 * @throws the error of the last server
 */
export async function connectToPrimary(address: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  let last: unknown;
  for (const server of serversOf(address)) {
    const client = new pg.Client({
      connectionString: server,
      connectionTimeoutMillis: patience.connect,
      keepAlive: true,
      application_name: 'benchside',
      ...options,
    });
    // Without a listener a lost connection would end the process. The next query fails with the error.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      if (!rows[0]?.standby) return client;
      last = new Error('This server is a standby: it cannot be written.');
    } catch (error) {
      last = error;
    }
    // The reason why this server cannot be used is reported, not that its connection fails to close.
    await client.end().catch(() => undefined);
  }
  throw last;
}
