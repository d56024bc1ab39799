import type { ChangeKind } from '../store/feed/feed.ts';
import type { StoreReader } from '../store/store.ts';
import { allPeople } from '../store/users/people.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';

/** Kinds of what is shown or hidden by itself; everything else goes by the guide or wiki that it belongs to. */
const independent: ReadonlySet<ChangeKind> = new Set(['guide', 'wiki', 'entry']);

/**
 * Whether what the site hides from one of this desk's people stays here, because another sees it. They are asked by name,
 * and whoever cannot be asked, because their sign-in ended, may see it.
 */
export async function staysHere(
  round: Round,
  { kind, id }: { kind: ChangeKind; id: number },
  reader: PersonToken | undefined,
): Promise<boolean> {
  if (!independent.has(kind)) return true;
  const { path, others } = round.store.read(null, (s) => ({
    path: pathOf(s, kind, id),
    others: allPeople(s).filter(({ userid }) => userid !== reader?.userid),
  }));
  if (path === undefined) return false;
  const tokens = others.map(({ userid }) => round.people.find((person) => person.userid === userid)?.token);
  if (tokens.includes(undefined)) return true;
  for (const token of tokens) {
    try {
      await round.remote.get(path, token);
      return true;
    } catch (error) {
      if (!(error instanceof RemoteError) || !['not-found', 'forbidden'].includes(error.kind)) throw error;
    }
  }
  return false;
}

/** Where it is asked for; `undefined` for what is not here. */
function pathOf(s: StoreReader, kind: ChangeKind, id: number): string | undefined {
  if (kind === 'guide')
    return s.guides.row(id)?.deleted === 0 ? `/guides/${id}?excludePrerequisiteSteps` : undefined;
  if (kind === 'entry') return s.workLog.ownerOf(id) === undefined ? undefined : `/work_log/${id}`;
  const row = s.wikis.row(id);
  return row && !row.deleted ? `/wikis/${row.namespace}/${encodeURIComponent(row.title)}` : undefined;
}
