import { join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { TakenEdits } from '../../shared/model/carry.ts';
import { endpoints } from '../api/index.ts';
import { readExport } from '../bundle/exported-journal.ts';
import { importJournal } from '../bundle/import-journal.ts';
import type { Core } from '../core.ts';
import { openDesk } from '../desk/open.ts';
import type { OpenDesk } from '../desk/open.ts';
import { rememberPerson } from '../identity/people.ts';
import { askSite } from '../identity/site-client.ts';
import { readSiteUser } from '../identity/site-user.ts';
import { isSilentOperation } from '../replica/journal/entry.ts';
import type { JournalEntry } from '../replica/journal/entry.ts';
import type { EditConflict } from '../store/idempotency/idempotency.ts';
import { Engine } from '../sync/engine.ts';
import type { PersonToken } from '../sync/round.ts';

export interface CourierOrder {
  /** An empty folder for the courier. */
  folder: string;
  /** Address of the hub's API on this computer. */
  site: string;
  /** The file of edits. */
  file: string;
  /** Ids of edits that the hub has already. */
  known: string[];
  /** The people whose signatures the hub has checked. */
  people: PersonToken[];
}

export interface Carried {
  /** The edits that the hub has now, by id. */
  arrived: string[];
  /** Edits that were not carried out and that a person has to decide about. */
  conflicts: EditConflict[];
  waiting: TakenEdits['waiting'];
}

/** A desk that carries edits to its hub, and is then thrown away. */
export interface Courier {
  core: Core;
  /** Makes it know a person of the hub. */
  signIn(person: PersonToken): Promise<void>;
  /** Sends and reads everything but pictures. @throws AppError `unavailable` if the hub cannot be read */
  round(): Promise<void>;
}

/**
 * Carries the edits of a file to the hub: the courier reads the hub, takes over the edits, and sends them by the rules of every desk, under the
 * tokens of their authors.
 *
 * @throws AppError as `importJournal`; `unavailable` if the hub cannot be read
 */
export async function carryOut(
  { core, signIn, round }: Courier,
  order: Pick<CourierOrder, 'file' | 'known' | 'people'>,
): Promise<Carried> {
  for (const person of order.people) await signIn(person);
  await round();
  await importJournal(core.ctx, endpoints, order.file);
  await round();
  return outcomeOf(core, order);
}

/** Opens a courier for a hub on this computer, carries out the order, and closes it. */
export async function sendCourier({ folder, site, ...order }: CourierOrder): Promise<Carried> {
  const desk = openDesk(join(folder, 'desk'), site);
  try {
    return await carryOut(
      {
        core: desk.core,
        signIn: (person) => introduce(desk, person),
        round: () => syncOnce(desk, order.people),
      },
      order,
    );
  } finally {
    await desk.close();
  }
}

async function introduce({ core, vault, site }: OpenDesk, { token }: PersonToken): Promise<void> {
  const answer = await askSite(site, 'GET /user', { token });
  const body = answer.kind === 'answered' && answer.status === 200 ? answer.body : undefined;
  const person = typeof body === 'object' && readSiteUser({ ...body, authToken: token }, site);
  if (!person) throw new AppError('unavailable', 'The hub did not answer its own process. Try again.');
  await rememberPerson(core.ctx.store, vault, person, new Request(site));
}

async function syncOnce({ core, site }: OpenDesk, people: PersonToken[]): Promise<void> {
  const { store, media, log } = core.ctx;
  let isThrough = false;
  const engine = new Engine({
    endpoints,
    site,
    store,
    media,
    log,
    // Ends before the pictures, and before the hub would list this desk.
    onReport: ({ phase }) => {
      if (phase !== 'pictures') return;
      isThrough = true;
      engine.stop();
    },
    onTokenRefused: () => undefined,
  });
  const { problem } = await engine.round({ people });
  if (problem && !isThrough) throw new AppError('unavailable', problem.message);
}

const reasons: Partial<Record<NonNullable<JournalEntry['cause']>['kind'], 'conflict' | 'refused'>> = {
  conflict: 'conflict',
  refused: 'refused',
  forbidden: 'refused',
  gone: 'refused',
};

function outcomeOf(
  { ctx }: Core,
  { file, known, people }: Pick<CourierOrder, 'file' | 'known' | 'people'>,
): Carried {
  return ctx.store.read(null, (s) => {
    const entries = readExport(file, s.meta.siteid)
      .entries.filter(({ operation }) => !isSilentOperation(operation))
      .map(({ entryid }) => s.journal.require(entryid));
    // An edit that the hub carried out before may be in conflict with what came after it.
    const isKnown = new Set(known);
    const isDone = ({ entryid, state }: JournalEntry): boolean => state === 'done' || isKnown.has(entryid);
    const isSigned = new Set(people.map(({ userid }) => userid));
    const waiting = new Map<string, TakenEdits['waiting'][number]>();
    const conflicts: EditConflict[] = [];
    for (const { entryid: key, userid, route, params, query, state, cause } of entries.filter(
      (entry) => !isDone(entry),
    )) {
      const reason = isSigned.has(userid) ? ((cause && reasons[cause.kind]) ?? 'blocked') : 'unsigned';
      const isRefused = state === 'parked' && reason === 'refused';
      const message = isRefused ? (cause?.message ?? null) : null;
      if (reason === 'conflict' || isRefused)
        conflicts.push({
          key,
          userid,
          route,
          params: JSON.stringify({ ...params, ...(query['langid'] && { langid: query['langid'] }) }),
          cause: JSON.stringify(isRefused ? { ...cause, tried: s.now } : cause),
        });
      const group = JSON.stringify([userid, reason, message]);
      const author = s.users.author(userid)?.username ?? String(userid);
      const { edits } = waiting.get(group) ?? { edits: 0 };
      waiting.set(group, { author, edits: edits + 1, reason, message });
    }
    return {
      arrived: entries.filter(isDone).map(({ entryid }) => entryid),
      conflicts,
      waiting: [...waiting.values()].slice(0, limits.bundle.waiting.max),
    };
  });
}
