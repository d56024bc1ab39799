import type { Core } from '../../app/core.ts';
import { sql } from '../../app/store/sql.ts';
import type { Answered } from './ask.ts';

/** A place where people work: a desk, or the site itself. */
export interface Place {
  readonly name: string;
  /** Returns ids of things stored there, to choose one; `of` a guide or a person if the list is theirs. */
  ids(what: Listing, of?: number): number[];
  wikiPath(wikiid: number): string | undefined;
  /** @param key under which a hub carries out an edit once */
  ask(token: string, route: string, body?: unknown, key?: string): Promise<Answered>;
}

const lists = (of: number) => ({
  guide: sql`SELECT guideid AS id FROM guide WHERE deleted = 0`,
  'deleted guide': sql`SELECT guideid AS id FROM guide WHERE deleted = 1`,
  /** Lists of a guide. */
  step: sql`SELECT stepid AS id FROM step WHERE guideid = ${of}`,
  wiki: sql`SELECT wikiid AS id FROM wiki WHERE deleted = 0`,
  /** Lists of a person. */
  comment: sql`SELECT commentid AS id FROM comment WHERE userid = ${of}`,
  run: sql`SELECT entryid AS id FROM work_log WHERE userid = ${of} AND status IN ('started', 'paused')`,
  'suspended run': sql`SELECT entryid AS id FROM work_log WHERE status = 'suspended'`,
  release: sql`SELECT releaseid AS id FROM release`,
  team: sql`SELECT teamid AS id FROM team`,
  user: sql`SELECT userid AS id FROM account`,
});

export type Listing = keyof ReturnType<typeof lists>;

export const idsIn = ({ ctx }: Core, what: Listing, of = 0): number[] =>
  ctx.store
    .read(null, (s) => s.db.all(sql<{ id: number }>`${lists(of)[what]} ORDER BY id`))
    .map(({ id }) => id);

export function wikiPathIn({ ctx }: Core, wikiid: number): string | undefined {
  const row = ctx.store.read(null, (s) => s.wikis.row(wikiid));
  return row && `/wikis/${row.namespace}/${encodeURIComponent(row.title)}`;
}
