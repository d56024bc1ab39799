import { NOOP_QUERY_EXECUTOR, QueryCreator, RawNode, SqliteQueryCompiler, ValueNode, sql } from 'kysely';
import type { CompiledQuery, QueryExecutorProvider, RawBuilder, RootOperationNode, Selectable } from 'kysely';

import type { Tables } from './schema.ts';

export { sql };

/** A row of a table, or these columns of it. */
export type StoredRow<
  Table extends keyof Tables,
  Column extends keyof Selectable<Tables[Table]> = keyof Selectable<Tables[Table]>,
> = Pick<Selectable<Tables[Table]>, Column>;

/**
 * Builds typed SQL and never runs it: `Db` executes what this builds, synchronously, so that a transaction
 * cannot be left open across an await (decision 0001). The class `Kysely` would bring schemas and drivers, which nothing here uses.
 */
export const builder = new QueryCreator<Tables>({ executor: NOOP_QUERY_EXECUTOR });

/** A query of the builder or the `sql` template, before an engine compiles it. @typeParam Row of its result */
interface BuiltQuery<Row> {
  toOperationNode(): RootOperationNode;
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>;
}

/** A statement to run. */
export type Query<Row> = BuiltQuery<Row> | PreparedQuery<Row>;

/** A statement in the words of one engine, with its values in the order of its placeholders. */
export type CompiledSql = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A statement that is compiled once, and the values of one run. */
export class PreparedQuery<Row> {
  private readonly statement: Statement<Row>;
  private readonly values: readonly unknown[];

  constructor(statement: Statement<Row>, values: readonly unknown[]) {
    this.statement = statement;
    this.values = values;
  }

  get compiled(): CompiledSql {
    const { sql, parameters } = this.statement.compiled;
    return {
      sql,
      parameters: parameters.map((value) => (value instanceof Slot ? this.values[value.index] : value)),
    };
  }
}

/** Stands for a value of a prepared statement until it runs. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

class Statement<Row> {
  private readonly build: () => BuiltQuery<Row>;
  private kept: CompiledSql | undefined;

  constructor(build: () => BuiltQuery<Row>) {
    this.build = build;
  }

  get compiled(): CompiledSql {
    return (this.kept ??= compile(this.build()));
  }
}

/** A value that a prepared statement is given at each run. */
export type Value<T> = RawBuilder<T>;

type ValuesOf<Slots extends readonly unknown[]> = {
  [Index in keyof Slots]: Slots[Index] extends Value<infer T> ? T : never;
};

/**
 * Returns a function that gives a statement its values. Its SQL is built and compiled once, at the first run, which saves
 * hot statements one to ten microseconds each time.
 *
 * @param build writes the statement; each of its parameters, none of them optional, stands for a value
 */
export function prepared<Row, Slots extends readonly Value<unknown>[]>(
  build: (...slots: Slots) => BuiltQuery<Row>,
): (...values: ValuesOf<Slots>) => PreparedQuery<Row> {
  const slots: unknown = Array.from({ length: build.length }, (_, index) => sql`${new Slot(index)}`);
  const statement = new Statement(() => build(...(slots as Slots)));
  return (...values) => new PreparedQuery(statement, values);
}

const compiler = new SqliteQueryCompiler();

/** Kysely's plugins tell queries apart by their ids; there are no plugins here. */
const queryId = { queryId: 'query' };

/** A place in the tree of compiled templates, reached by the sources of a template and of its parts in their order. */
interface Place {
  readonly next: Map<unknown, Place>;
  text?: string;
}

const start: Place = { next: new Map() };

function step({ next }: Place, key: unknown): Place {
  let place = next.get(key);
  if (!place) next.set(key, (place = { next: new Map() }));
  return place;
}

/** Follows a template from a place and collects its values; undefined if a part of it has no source that stays the same. */
function follow(from: Place, { sqlFragments, parameters }: RawNode, values: unknown[]): Place | undefined {
  if (!('raw' in sqlFragments)) return undefined;
  let place: Place | undefined = step(from, sqlFragments);
  for (const parameter of parameters) {
    if (RawNode.is(parameter)) place = follow(place, parameter, values);
    else if (ValueNode.is(parameter) && !parameter.immediate) {
      values.push(parameter.value);
      place = step(place, undefined);
    } else return undefined;
    if (!place) return undefined;
  }
  return place;
}

/** Returns a statement in SQLite's words. Templates are compiled once for each combination of their parts. */
export function compile(query: Query<unknown>): CompiledSql {
  if (query instanceof PreparedQuery) return query.compiled;
  const node = query.toOperationNode();
  const parameters: unknown[] = [];
  const place = RawNode.is(node) ? follow(start, node, parameters) : undefined;
  if (!place) return compiler.compileQuery(node, queryId);
  place.text ??= compiler.compileQuery(node, queryId).sql;
  return { sql: place.text, parameters };
}

/** A part of a statement, such as a condition, with its values. */
export type SqlPart = RawBuilder<unknown>;

/** Returns the condition that all of these hold. */
export const allOf = (conditions: readonly SqlPart[]): SqlPart =>
  conditions.reduce((all, one) => sql`${all} AND ${one}`);

/** The direction of a sorted list. */
export const directions = { ASC: sql`ASC`, DESC: sql`DESC` } as const;

/** Returns the condition that a text has this part, to be written after its column. */
export const likePart = (text: string): SqlPart =>
  sql`LIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;

/** Returns a list for `IN`, which is one value however long it is, so that its statement is prepared once. */
export const listOf = (values: readonly (number | string)[]): RawBuilder<number | string> =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
