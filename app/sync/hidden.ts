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
    // A token that died reads like nobody in particular: what it is refused proves nothing.
    if ((await refusal(round, path, token)) === undefined) return true;
    if ((await refusal(round, '/user', token)) !== undefined) return true;
  }
  return false;
}

/** Where it is asked for; `undefined` for what is not here, unless somebody waits for its deletion to be sent. */
function pathOf(s: StoreReader, kind: ChangeKind, id: number): string | undefined {
  if (kind === 'entry') return s.workLog.ownerOf(id) === undefined ? undefined : `/work_log/${id}`;
  const guide = kind === 'guide' ? s.guides.row(id) : undefined;
  const wiki = kind === 'wiki' ? s.wikis.row(id) : undefined;
  if ((guide ?? wiki)?.deleted !== 0 && !s.journal.isPending(kind, id)) return undefined;
  if (guide) return `/guides/${id}?excludePrerequisiteSteps`;
  return wiki && `/wikis/${wiki.namespace}/${encodeURIComponent(wiki.title)}`;
}

const refusals = new Set(['not-found', 'forbidden', 'unauthorized']);

/** Why a person is not shown it; `undefined` when they are. */
async function refusal(round: Round, path: string, token: string | undefined): Promise<string | undefined> {
  try {
    await round.remote.get(path, token);
    return undefined;
  } catch (error) {
    if (error instanceof RemoteError && refusals.has(error.kind)) return error.kind;
    throw error;
  }
}
