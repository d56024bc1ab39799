import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { unorderedKinds } from '../../shared/model/journal.ts';
import { provisionalIn } from '../../app/store/provisional-ids.ts';
import type { JournalEntry } from '../../app/replica/journal/entry.ts';
import type { Touch } from '../../app/replica/journal/entry.ts';
import { operationOf } from '../../app/replica/operations/index.ts';
import type { Commit } from './commits.ts';
import type { Desk } from './desk.ts';
import { marksIn, noticeKey } from './world.ts';
import { guidesOfFirstDay } from './template.ts';
import type { Edit, World } from './world.ts';

type Entry = JournalEntry & {
  touches: Touch[];
  /** Operations that depend on the edits of another resource: a release waits for the edits of its guide. */
  releases: Touch[];
};

const entriesOf = ({ core }: Desk): Entry[] =>
  core.ctx.store.read(null, (s) =>
    s.journal.list(['pending', 'sending', 'parked', 'done', 'discarded']).map((entry) => ({
      ...entry,
      touches: s.journal.touches(entry.sequence),
      releases: operationOf(entry.route).follows?.(s, entry) ?? [],
    })),
  );

/** Checks that after 60 seconds of calm only edits that need a decision wait, and that the status says so. */
export function checkQueues(world: World): void {
  for (const desk of world.desks) {
    const entries = entriesOf(desk);
    const open = openOf(entries);
    for (const [index, entry] of open.entries())
      if (entry.state !== 'parked' && !open.slice(0, index).some((before) => holdsUp(before, entry)))
        world.violation(`${desk.name} still has ${entry.route} ${entry.state}, and nothing holds it up`);
    for (const entry of open) {
      if (entry.cause?.kind === 'gone') checkLost(desk, entry, entries);
      if (entry.cause?.conflicts) checkConflict(desk, entry, entries);
      if (/already a page/.test(entry.cause?.message ?? ''))
        world.violation(`${desk.name} sets ${entry.route} aside: ${entry.cause?.message}`);
      if (/again and again/.test(entry.cause?.message ?? '') && !isUnversioned(world, entry))
        world.violation(`${desk.name} sends ${entry.route} again and again, and never as the site wants it`);
    }
    checkStatus(desk, entries);
  }
}

/** Returns the open entries without views, which the status does not count. */
const openOf = (entries: readonly Entry[]): Entry[] =>
  entries.filter(
    ({ state, route }) => state !== 'done' && state !== 'discarded' && route !== 'POST /benchside/views',
  );

/** Returns whether an entry waits for an earlier one: it names a thing that the earlier one made, or touches the same resource. */
function holdsUp(before: Entry, entry: Entry): boolean {
  const names = provisionalIn([entry.params, entry.body]);
  if (before.issued.some(({ id }) => names.includes(id))) return true;
  if (before.route === 'DELETE /wikis/{namespace}/{title}' && titleOf(before) === titleOf(entry)) return true;
  return touchesSame(before, { touches: [...entry.touches, ...entry.releases] });
}

const titleOf = ({ params, body }: Entry): string => {
  const { namespace, title } = { ...(body as Record<string, unknown> | null), ...params };
  return `${namespace}/${title}`;
};

const touchesSame = (a: Pick<Entry, 'touches'>, b: Pick<Entry, 'touches'>): boolean =>
  a.touches.some(({ kind, id }) => b.touches.some((one) => one.kind === kind && one.id === id));

/** Some sites give categories no revision: nobody can edit categories there. */
const isUnversioned = ({ site }: World, { route, params }: Entry): boolean =>
  !site.hub && (params['namespace'] === 'CATEGORY' || route.includes('/wikis/CATEGORY/'));

/** Returns whether edits of its journal may have reached the site from another desk, or the site may have lost some. */
const hasRelatives = ({ origins, world }: Desk): boolean => origins.size > 1 || world.site.restores > 0;

/** Checks that nobody gets a conflict between their own edits, except after they discarded one. */
function checkConflict(desk: Desk, entry: Entry, entries: readonly Entry[]): void {
  const { world, name } = desk;
  // The commits do not include edits from another machine with the same journal, or from before the hub was restored.
  if (hasRelatives(desk)) return;
  if (entry.cause?.conflicts?.some(({ field }) => field === 'document')) return;
  const wasDecided = ({ state, resolution }: Entry): boolean => state === 'discarded' || resolution !== null;
  if (entries.some((one) => wasDecided(one) && touchesSame(one, entry))) return;
  if (!isChangedByOthers(desk, entry, entries))
    world.violation(`${name} asks about ${entry.route}, and nobody else has changed ${documentPath(entry)}`);
}

const documentPath = ({ params: { guideid, namespace, title } }: Entry): string =>
  guideid === undefined ? `/wikis/${namespace}/${title}` : `/guides/${guideid}`;

/** Returns whether the site has changes of the document of an edit that this desk has not sent. */
function isChangedByOthers({ world }: Desk, entry: Entry, entries: readonly Entry[]): boolean {
  const own = new Set(entries.map(({ entryid }) => entryid));
  const path = documentPath(entry);
  // Pages are also created and moved as a side effect.
  const isOfOthers = (commit: Commit): boolean =>
    !(commit.key !== undefined && own.has(commit.key)) &&
    (`${commit.path}/`.includes(`${path}/`) ||
      (entry.params['guideid'] === undefined && !commit.route.startsWith('DELETE ')));
  return world.site.commits.some(isOfOthers);
}

/**
 * An edit that is reported as lost names a thing that no edit has brought to the site, and one that is reported as deleted names a thing
 * that the site does not have.
 */
function checkLost(desk: Desk, entry: Entry, entries: readonly Entry[]): void {
  const { world, name } = desk;
  if (hasRelatives(desk)) return;
  const { message = '' } = entry.cause ?? {};
  const arrived = new Set(world.site.commits.flatMap(({ key }) => key ?? []));
  if (/reverts to a version/.test(message)) {
    const maker = makerOf(desk, entry, entries);
    // The site's version after a report also has what others have changed before.
    const isMixed = maker?.route.includes('/flags/') === true && isChangedByOthers(desk, maker, entries);
    if (maker?.state === 'done' && arrived.has(maker.entryid) && !isMixed)
      world.violation(`${name} says that the site lacks what ${maker.route} made, and it has it`);
  }
  const isGivenUp = /was discarded/.test(message);
  if (!isGivenUp && !/deleted on the hub/.test(message)) return;
  if (isGivenUp && !isLost(desk, entry))
    world.violation(`${name} calls ${entry.route} one that builds on another, and it names nothing`);
  const names = provisionalIn([entry.params, entry.body]);
  for (const maker of entries)
    if (maker.state === 'done' && arrived.has(maker.entryid))
      for (const { kind, id } of maker.issued)
        if (names.includes(id) && (isGivenUp || !mayBeDeleted(desk, maker, kind)))
          world.violation(
            `${name} calls lost what ${maker.route} made and the site got, and ${entry.route} builds on it`,
          );
}

/**
 * A page that was made as a side effect may be deleted before the site reported it, and a third-party site makes none for the category of a
 * guide; every other provisional id is in an answer.
 */
const mayBeDeleted = ({ world }: Desk, { route }: Entry, kind: string): boolean =>
  kind === 'wiki' &&
  route !== 'POST /wikis' &&
  (world.site.hub === undefined ||
    world.site.commits.some((commit) => commit.route.startsWith('DELETE /wikis/')));

/** Returns the edit that made the version that another edit reverts to; never one that made a page as a side effect. */
function makerOf({ core }: Desk, entry: Entry, entries: readonly Entry[]): Entry | undefined {
  const kind = entry.route.includes('/wikis/') ? 'wiki' : 'guide';
  const made = core.ctx.store.read(null, (s) =>
    s.db.one(sql<{ userid: number; date: number }>`SELECT userid, date FROM ${sql.table(`${kind}_revision`)}
      WHERE revisionid = ${Number(entry.query['to_revisionid'])}`),
  );
  return entries.find(
    ({ route, userid, wallClock }) =>
      route.includes(`/${kind}s`) && userid === made?.userid && wallClock === made.date,
  );
}

/**
 * Returns whether the request has an id of this desk in a field for ids (not in texts), or a page that was deleted before the site reported
 * it.
 */
const isLost = ({ world }: Desk, { params, body }: Entry): boolean =>
  /(?<=[:,["]|\[image\|)-\d{10,}(?=[,\]}"|])/.test(JSON.stringify([params, body])) ||
  (params['context'] === 'wiki' && !world.site.ids('wiki').includes(Number(params['contextid'])));

function checkStatus(desk: Desk, entries: readonly Entry[]): void {
  const { world } = desk;
  const { problem, journal, oldestPendingAt } = desk.core.sync.status();
  const open = openOf(entries);
  if (problem)
    world.violation(`${desk.name} shows a problem when all is well: ${problem.kind}: ${problem.message}`);
  if (journal.accepted !== desk.edits)
    world.violation(`${desk.name} shows ${journal.accepted} edits, and ${desk.edits} were made`);
  const arrived = new Set(world.site.commits.flatMap(({ key }) => key ?? []));
  const waiting = open.filter(({ entryid }) => !arrived.has(entryid)).length;
  const shown = journal.pending + journal.sending + journal.parked;
  if (shown < waiting || shown > open.length)
    world.violation(`${desk.name} shows ${shown} edits that wait, and it is ${waiting}`);
  if ((oldestPendingAt === null) !== (shown === 0))
    world.violation(
      `${desk.name} shows ${shown} edits that wait, the oldest of them since ${oldestPendingAt}`,
    );
}

/** Checks that every edit is on the site once, under its author's name, or was discarded by a person and can still be read. */
export function checkEdits(world: World): void {
  const { commits } = world.site;
  checkFirstDay(world);
  // A site that ignores keys may get a repeated request that changes nothing.
  const byKey = Map.groupBy(commits, ({ key }) => key);
  // The author may decide about an edit at several desks; the hub carries it out as the first of them sends it (SPEC.md, J6.3).
  const decidedKeys = new Set(
    world.desks
      .flatMap(entriesOf)
      .flatMap(({ resolution, entryid }) => (resolution === null ? [] : [entryid])),
  );
  for (const desk of world.desks) {
    desk.checkJournal();
    const entries = entriesOf(desk);
    if (!hasRelatives(desk)) checkOrder(desk, entries);
    for (const entry of entries) {
      const carriedOut = byKey.get(entry.entryid) ?? [];
      const [commit] = carriedOut;
      const name = `${entry.route} of ${entry.userid} at ${desk.name}`;
      const edit = world.edits.find(({ entryid }) => entryid === entry.entryid);
      if (commit && commit.userid !== entry.userid)
        world.violation(`${name} is on the site under the name of ${commit.userid}`);
      if (edit && commit) checkTime(desk, edit, commit);
      const { mark } = edit ?? {};
      if (mark === undefined) continue;
      if (!marksIn(JSON.stringify([entry.params, entry.query, entry.body])).includes(mark))
        world.violation(`${name} no longer holds ${mark} in the journal`);
      const decided = entry.resolution !== null;
      // Recreated in another way, after a restored hub's loss or on another machine.
      if (hasRelatives(desk) && commits.some(({ added }) => added.includes(mark))) continue;
      if (entry.state === 'done' && !commit && !decided)
        world.violation(`${name} (${mark}) counts as done, and the site never carried it out`);
      const isSaid = carriedOut.some(({ added }) => added.includes(mark)) || isOfVisitedStep(world, entry);
      if (commit && !decidedKeys.has(entry.entryid) && !isSaid)
        world.violation(`${name} was carried out without ${mark}`);
    }
  }
  for (const { key, removed, route, sent } of commits) {
    if (key === undefined || isLastWord(world, route)) continue;
    const edit = world.editOf(key) ?? editWith(world, sent);
    for (const mark of removed)
      if (!edit?.seen.has(mark) && !world.decidedOn.has(`${key} ${mark}`))
        world.violation(
          `${route} (${edit ? `of ${edit.userid} at ${edit.place}` : `with key ${key}`}) removes ${mark} from the site, which they never saw`,
        );
  }
}

/** Returns whether the entry says why a job ends without a step that the job visited at another desk before: the hub ignores that. */
function isOfVisitedStep({ site }: World, { route, params, body }: Entry): boolean {
  if (!route.endsWith('/omitted')) return false;
  const { stepids } = body as { stepids: number[] };
  const visits = site.hub?.ctx.store.read(null, (s) =>
    s.db.all(sql<{ stepid: number }>`SELECT stepid FROM work_event
       WHERE entryid = ${Number(params['entryid'])} AND type = 'step'`),
  );
  return visits !== undefined && stepids.every((id) => visits.some(({ stepid }) => stepid === id));
}

/**
 * Checks that no guide of the hub's first day was made a second time as lost: every backup has these guides, and nobody else uses their titles
 * but people who recreate a deleted guide.
 */
function checkFirstDay(world: World): void {
  if (world.hasRecreated) return;
  const copies = world.site.hub?.ctx.store.read(null, (s) =>
    s.db.all(sql<{ guideid: number; title: string }>`SELECT guideid, title FROM guide
       WHERE guideid > ${guidesOfFirstDay} AND title GLOB 'Guide [0-9]*'`),
  );
  for (const { guideid, title } of copies ?? [])
    world.violation(`the site has ${title} again as ${guideid}, and no backup has ever been without it`);
}

/** What a restored hub lost is recreated by edits of their own, which have the text of the first. */
const editWith = ({ edits }: World, sent: readonly string[]): Edit | undefined =>
  edits.find(({ mark }) => mark !== undefined && sent.includes(mark));

/** Checks that views are sent or no longer needed: they never wait for a decision. */
export function checkViews(world: World): void {
  for (const desk of world.desks)
    for (const { state, route, cause } of entriesOf(desk))
      if (route === 'POST /benchside/views' && !['done', 'discarded'].includes(state))
        world.violation(`${desk.name} keeps a view ${state} for ever: ${cause?.message}`);
}

/** Checks that the site takes for read only what its people have read. */
export function checkNotices(world: World): void {
  const read = world.site.hub?.ctx.store.read(null, (s) =>
    s.db.all(sql<StoredRow<'notification', 'userid' | 'notificationid' | 'date'>>`
      SELECT userid, notificationid, date FROM notification WHERE is_read = 1`),
  );
  for (const { userid, ...notice } of read ?? [])
    if (!world.readNotices.has(noticeKey(userid, notice)))
      world.violation(
        `the site says that ${userid} has read notification ${notice.notificationid}, and they have not`,
      );
}

/** Checks that the times at which edits were made are true by the site's clock, even if the desk's clock was temporarily wrong. */
export function checkTimes(world: World): void {
  for (const { name, core, cleanAt, offset } of world.desks) {
    const { lastSuccessAt } = core.sync.status();
    const isLate = lastSuccessAt !== null && lastSuccessAt > world.time + 65;
    if (isLate || (offset === 0 && Math.abs((lastSuccessAt ?? 0) - (cleanAt ?? 0)) > 65))
      world.violation(`${name} says that it synced at ${lastSuccessAt}, and it did at ${cleanAt}`);
    const future = core.ctx.store.read(null, (s) =>
      s.db.one(sql<{ guideid: number; date: number }>`SELECT guideid, checked_date AS date FROM guide
         WHERE guideid > 0 AND checked_date > ${world.time + 65}`),
    );
    if (future)
      world.violation(
        `${name} says that guide ${future.guideid} was fresh at ${future.date}, now is ${world.time}`,
      );
  }
}

/** Checks that edits of the same resource arrive in the order in which they were made (SPEC.md, J3). */
function checkOrder({ world, name }: Desk, entries: readonly Entry[]): void {
  const arrived = world.site.commits.map(({ key }) => key);
  const last = new Map<string, { at: number; route: string }>();
  for (const { entryid, route, touches } of entries) {
    const at = arrived.indexOf(entryid);
    if (at < 0) continue;
    for (const { kind, id } of touches) {
      if (unorderedKinds.has(kind)) continue;
      const before = last.get(`${kind} ${id}`);
      if (before && before.at > at)
        world.violation(`${route} of ${name} overtook ${before.route}, which edits the same`);
      last.set(`${kind} ${id}`, { at, route });
    }
  }
}

/**
 * Checks that runs have true times, whatever the desk's clock showed; from before its last start a desk knows less. Two slow answers at
 * once arrive one after the other here, so that the site's clock seems earlier than it is.
 */
function checkTime({ world, boot, name, origins }: Desk, edit: Edit, { route, sent }: Commit): void {
  if (route !== 'POST /work_log' || edit.boot !== boot || origins.size > 1) return;
  const row = world.site.hub?.ctx.store.read(null, (s) =>
    s.db.one(sql<StoredRow<'work_log', 'starttime'>>`SELECT starttime FROM work_log
       WHERE workorderid LIKE ${`% ${sent[0]}`}`),
  );
  if (row && Math.abs(row.starttime - edit.time) > 65)
    world.violation(`a run of ${name} is off by ${Math.round(row.starttime - edit.time)} s`);
}

/**
 * Operations whose last value wins, because the contract gives the resource no revision; deleting a comment also deletes its replies by
 * anyone (CONTRACT 7.2). Forms have a revision on our hub only: at other sites a desk reads them before it writes them, and another person
 * can be faster.
 */
function isLastWord({ site }: World, route: string): boolean {
  return lastWords.test(route) || (!site.hub && route.startsWith('POST /step_forms/'));
}

const lastWords = new RegExp(
  `^(${[
    '(DELETE|PATCH) /comments/[^/]+',
    'PUT /work_log/[^/]+/stepData',
    'DELETE /work_log/[^/]+',
    'PUT /translation_glossary/entries',
    'DELETE /translation_glossary/entries/[^/]+',
    'PATCH /users/[^/]+',
    'PATCH /benchside/teams/[^/]+',
    '(PATCH|DELETE) /guides/releases/[^/]+',
  ].join('|')})$`,
);
