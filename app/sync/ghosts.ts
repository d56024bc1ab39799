import type { ChangeKind } from '../store/feed/feed.ts';
import type { StoreReader, StoreWriter } from '../store/store.ts';
import type { Round } from './round.ts';

/** What a feed that was read from its beginning has named, by kind. */
export type Present = Map<ChangeKind, Set<number>>;

export function notePresent(present: Present, kind: ChangeKind, id: number): void {
  const ids = present.get(kind) ?? new Set();
  present.set(kind, ids.add(id));
}

type Listed = Exclude<ChangeKind, 'guide' | 'wiki' | 'user' | 'site'>;

/** Where things of the site are listed here; those made here have no number of the site's. */
const here: Readonly<Record<Listed, string>> = {
  comment: 'SELECT commentid AS id FROM comment',
  tags: "SELECT id FROM tagged WHERE kind = 'guide'",
  form: 'SELECT stepid AS id FROM step_form WHERE current = 1',
  entry: 'SELECT entryid AS id FROM work_log',
  release: 'SELECT releaseid AS id FROM release',
  glossary: 'SELECT entryid AS id FROM glossary_entry',
  translations: 'SELECT guideid AS id FROM translation WHERE deleted = 0',
  collaborators: 'SELECT guideid AS id FROM collaborator',
  team: 'SELECT teamid AS id FROM team',
  image: 'SELECT imageid AS id FROM image WHERE userid IS NOT NULL AND deleted = 0',
  video: 'SELECT videoid AS id FROM video WHERE userid IS NOT NULL AND deleted = 0',
  document: 'SELECT documentid AS id FROM document WHERE userid IS NOT NULL AND deleted = 0',
  favorites: 'SELECT userid AS id FROM favorite',
  completions: 'SELECT userid AS id FROM completion',
  views: 'SELECT userid AS id FROM view',
};

/** Takes away what a restored hub has not named in the whole of its feed: it has lost it. Guides and pages go to the trash. */
export function removeGhosts(round: Round, s: StoreWriter, present: Present): void {
  for (const kind of Object.keys(here) as Listed[])
    for (const id of absent(s, kind, present.get(kind))) forget(round, s, kind, id);
}

function absent(s: StoreReader, kind: Listed, present: ReadonlySet<number> | undefined): number[] {
  const ids = s.db.allSql<{ id: number }>(`SELECT DISTINCT id FROM (${here[kind]}) WHERE id > 0`);
  return ids.map(({ id }) => id).filter((id) => !present?.has(id));
}

function forget({ apply }: Round, s: StoreWriter, kind: Listed, id: number): void {
  switch (kind) {
    case 'comment':
      return apply.commentGone(s, id);
    case 'tags':
      return apply.tags(s, id, []);
    case 'favorites':
    case 'completions':
      return apply.marks(s, kind, id, []);
    case 'views':
      return apply.other(s, kind, id, []);
    case 'entry':
      // Whoever it is of: nobody has it any more.
      if (!s.journal.isPending(kind, id)) return s.workLog.forget(id);
      return apply.other(s, kind, id, undefined);
    default:
      return apply.other(s, kind, id, undefined);
  }
}
