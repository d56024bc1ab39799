import type { ChangeKind } from '../store/feed/feed.ts';
import type { StoreReader } from '../store/store.ts';
import { allPeople } from '../store/users/people.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';

/** Kinds of what is shown or hidden by itself; everything else goes by the guide or wiki that it belongs to. */
const independent: ReadonlySet<ChangeKind> = new Set(['guide', 'wiki', 'entry']);

interface Told {
  kind: ChangeKind;
  id: number;
}

/**
 * Of what the site hides from one of this desk's people, what goes, because no other sees it. They are asked by name, and
 * whoever cannot be asked, because a sign-in is asked of them, may see it.
 */
export async function hiddenFromAll<One extends Told>(
  round: Round,
  hidden: readonly One[],
  reader: PersonToken | undefined,
): Promise<One[]> {
  const { here, absent, others } = round.store.read(null, (s) => {
    const asked = hidden
      .filter(({ kind }) => independent.has(kind))
      .map((one) => ({ one, path: pathOf(s, one.kind, one.id) }));
    return {
      here: asked.flatMap(({ one, path }) => (path === undefined ? [] : [{ one, path }])),
      absent: asked.flatMap(({ one, path }) => (path === undefined ? [one] : [])),
      others: allPeople(s).filter(({ userid }) => userid !== reader?.userid),
    };
  });
  const tokens = others.map(({ userid }) => round.people.find((person) => person.userid === userid)?.token);
  if (tokens.includes(undefined)) return absent;
  let left = here;
  for (const token of tokens) {
    const refused: typeof left = [];
    for (const one of left) {
      const why = await refusal(round, one.path, token);
      if (why === 'unauthorized') return absent;
      if (why !== undefined) refused.push(one);
    }
    // A token that died reads like nobody in particular: only what one that still lives was refused is proof.
    if (refused.length > 0 && (await refusal(round, '/user', token)) !== undefined) return absent;
    left = refused;
  }
  return [...absent, ...left.map(({ one }) => one)];
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
