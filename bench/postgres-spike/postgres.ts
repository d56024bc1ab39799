import { peer } from '../peers.ts';

/** The part of `pg` that this spike uses. */
export interface Client {
  connect(): Promise<void>;
  query(query: { text: string; values?: readonly unknown[]; name?: string }): Promise<{ rows: object[] }>;
  on(event: 'error' | 'end', listener: (error?: Error) => void): void;
  end(): Promise<void>;
  connection: { stream: { destroy(): void } };
}

interface Module {
  Client: new (options: {
    connectionString: string;
    connectionTimeoutMillis: number;
    pipeline: boolean;
  }) => Client;
  types: { setTypeParser(oid: number, parse: (text: string) => unknown): void };
}

/** `int8` and `numeric`: ids, counts and sums, all far below 2^53. */
const numbers = [20, 1700];

/** A connection that gives up connecting after a second, and sends a statement without waiting for those before it. */
export function clientOf(url: string): Client {
  const { Client, types } = peer<Module>('pg');
  for (const oid of numbers) types.setTypeParser(oid, Number);
  return new Client({ connectionString: url, connectionTimeoutMillis: 1_000, pipeline: true });
}

export interface Translated {
  text: string;
  /** Names of `:name` parameters, in the order of `$1`, `$2` …; empty for a statement with `?`. */
  names: readonly string[];
}

/** Returns a statement of the store in PostgreSQL's words. It knows what reading guides and comments says, and no more. */
export function translate(sql: string): Translated {
  const names: string[] = [];
  let count = 0;
  const text = sql
    .replaceAll(/(?<![:\w]):(\w+)|\?/g, (_, name?: string) => {
      if (name === undefined) return `$${(count += 1)}`;
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    })
    .replaceAll(
      /\(SELECT value FROM json_each\((\$\d+)\)\)/g,
      '(SELECT value::bigint FROM json_array_elements_text($1::json))',
    )
    .replaceAll(/\bCROSS JOIN\b/g, 'JOIN');
  return { text, names };
}
