import type { ChangeKind } from '../store/feed/feed.ts';
import type { StoreReader, StoreWriter } from '../store/store.ts';
import { allPeople } from '../store/users/people.ts';
import { restrictedHere } from '../store/users/shut-out.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';

/** Kinds of what is shown or hidden by itself; everything else goes by the guide or wiki that it belongs to. */
const independent: ReadonlySet<ChangeKind> = new Set(['guide', 'wiki', 'entry']);

export interface Told {
  kind: ChangeKind;
  id: number;
  /** Who may have been the only one to see it was shut out: that it goes is no surprise. */
  left?: true;
}

/** Cursor of what nobody could say of yet whether anybody of the desk still sees it. */
const unaskedName = 'unasked';

/**
 * Of what the site hides from one of this desk's people, what goes, because no other sees it. They are asked by name, and
 * whoever cannot be asked, because a sign-in is asked of them, may see it; that is asked again (`askAgain`).
 */
export async function hiddenFromAll<One extends Told>(
  round: Round,
  hidden: readonly One[],
  reader: PersonToken | undefined,
): Promise<One[]> {
  const { absent, refused, unasked } = await ask(round, hidden, reader);
  if (unasked.length > 0)
    round.store.transact(null, (s) => {
      note(s, [...unasked.map(({ kind, id }) => ({ kind, id })), ...notedIn(s)]);
    });
  return [...absent, ...refused];
}

/** Somebody was shut out: what perhaps only they saw here is asked about at the end of the feed. */
export function noteLeft(s: StoreWriter, userid: number): void {
  note(s, [...notedIn(s), ...restrictedHere(s, userid).map((one): Told => ({ ...one, left: true }))]);
}

const notedIn = (s: StoreReader): Told[] => s.sync.cursor<Told[]>(unaskedName) ?? [];

/** Each once, as it was told last. */
function note(s: StoreWriter, told: readonly Told[]): void {
  const noted = new Map(told.map((one) => [`${one.kind} ${one.id}`, one]));
  s.sync.setCursor(unaskedName, [...noted.values()]);
}

/** What goes of that which could not be asked before. It stays noted until it has gone. */
export async function askAgain(round: Round): Promise<Told[]> {
  const noted = round.store.read(null, notedIn);
  if (noted.length === 0) return [];
  const nobodyCanSay = round.people.length === 0 && round.store.read(null, (s) => allPeople(s).length > 0);
  if (nobodyCanSay) return [];
  const { refused, unasked } = await ask(round, noted, undefined);
  round.store.transact(null, (s) => s.sync.setCursor(unaskedName, [...refused, ...unasked]));
  return refused;
}

interface Answers<One> {
  /** Not here anyway. */
  absent: One[];
  /** By everybody. */
  refused: One[];
  /** Whoever could be asked was refused it. */
  unasked: One[];
}

async function ask<One extends Told>(
  round: Round,
  hidden: readonly One[],
  reader: PersonToken | undefined,
): Promise<Answers<One>> {
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
  let left = here;
  const open = (): Answers<One> => ({ absent, refused: [], unasked: left.map(({ one }) => one) });
  if (tokens.includes(undefined)) return open();
  for (const token of tokens) {
    const refused: typeof left = [];
    for (const item of left) {
      const why = await refusal(round, item.path, token);
      if (why === 'unauthorized') return open();
      if (why !== undefined) refused.push(item);
    }
    // A token that died reads like nobody in particular: only what one that still lives was refused is proof.
    if (refused.length > 0 && (await refusal(round, '/user', token)) !== undefined) return open();
    left = refused;
  }
  return { absent, refused: left.map(({ one }) => one), unasked: [] };
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
