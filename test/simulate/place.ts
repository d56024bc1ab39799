import type { Core } from '../../app/core.ts';
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

const lists = {
  guide: 'SELECT guideid AS id FROM guide WHERE deleted = 0',
  'deleted guide': 'SELECT guideid AS id FROM guide WHERE deleted = 1',
  /** Lists of a guide. */
  step: 'SELECT stepid AS id FROM step WHERE guideid = ?',
  wiki: 'SELECT wikiid AS id FROM wiki WHERE deleted = 0',
  /** Lists of a person. */
  comment: 'SELECT commentid AS id FROM comment WHERE userid = ?',
  run: "SELECT entryid AS id FROM work_log WHERE userid = ? AND status IN ('started', 'paused')",
  'suspended run': "SELECT entryid AS id FROM work_log WHERE status = 'suspended'",
  release: 'SELECT releaseid AS id FROM release',
  team: 'SELECT teamid AS id FROM team',
  user: 'SELECT userid AS id FROM account',
} as const;

export type Listing = keyof typeof lists;

export const idsIn = ({ ctx }: Core, what: Listing, of?: number): number[] =>
  ctx.store
    .read(null, (s) =>
      s.db.allSql<{ id: number }>(`${lists[what]} ORDER BY id`, of === undefined ? [] : [of]),
    )
    .map(({ id }) => id);

export function wikiPathIn({ ctx }: Core, wikiid: number): string | undefined {
  const row = ctx.store.read(null, (s) => s.wikis.row(wikiid));
  return row && `/wikis/${row.namespace}/${encodeURIComponent(row.title)}`;
}
