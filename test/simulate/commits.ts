import type { Core } from '../../app/core.ts';
import type { Operation } from '../../app/store/replica-parts.ts';
import type { ReplicaReader } from '../../app/replica/replica.ts';
import { sql } from '../../app/store/sql.ts';
import { guideText, mediaText, tagText, translationText, wikiText, workText } from './content.ts';
import type { Desk } from './desk.ts';
import { marksIn } from './world.ts';
import type { World } from './world.ts';

/** An edit that the site has carried out. */
export interface Commit {
  key: string | undefined;
  userid: number;
  route: string;
  /** The place, with the names and ids that the route omits. */
  path: string;
  /** Marks in the request. */
  sent: string[];
  removed: string[];
  added: string[];
}

/** Watches how requests change the site's content: whose edit a change is, and what it removes. */
export function watchCommits({ ctx: { store } }: Core, world: World, commits: Commit[]): void {
  const edit = store.edit.bind(store);
  store.edit = (viewer, operation, fn) => {
    let before: string[] = [];
    const result = edit(viewer, operation, (s) => {
      before = marksAt(s, operation);
      return fn(s);
    });
    const after = store.read(null, (s) => marksAt(s, operation));
    const commit: Commit = {
      key: operation.keyed?.key,
      userid: viewer?.userid ?? 0,
      route: operation.route,
      path: pathOf(operation),
      sent: marksIn(JSON.stringify([operation.params, operation.query, operation.body])),
      removed: before.filter((mark) => !after.includes(mark)),
      added: after.filter((mark) => !before.includes(mark)),
    };
    commits.push(commit);
    checkOnce(world, commits, commit, after);
    return result;
  };
}

const pathOf = ({ route, params }: Operation): string =>
  route.replace(/^\w+ /, '').replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => params[name] ?? '');

function checkOnce(world: World, commits: readonly Commit[], commit: Commit, after: string[]): void {
  const { key, route } = commit;
  if (key === undefined && !world.direct)
    world.violation(`the site carries out a ${route} that nobody asked it for`);
  if (key !== undefined && commits.filter((one) => one.key === key).length > 1)
    world.violation(`the site carries out ${key} (${route}) twice`);
  checkContent(world, commit, after);
}

/**
 * Checks that no text is twice in one place, unless a person recreated a step that had been restored in another way or copied a picture,
 * or recreated what was deleted or hidden from them, and that nobody at the site removes content that they have not seen.
 */
export function checkContent(world: World, commit: Commit, after: readonly string[]): void {
  for (const mark of new Set(after.filter((one, index) => after.indexOf(one) !== index))) {
    const mayBeTwice = commit.route === pictureCopy || world.hasRecreated || isPutBack(world, commit);
    if (mayBeTwice || isOfTwoDesks(world, mark)) world.putBack.add(mark);
    if (!world.putBack.has(mark)) world.violation(`${mark} is on the site twice after ${commit.route}`);
  }
  const { direct } = world;
  for (const mark of commit.removed)
    if (direct && !direct.seen.has(mark))
      world.violation(`${direct.route} of ${direct.userid} at the site removes ${mark} unseen`);
}

/** A copy of another person's picture does not always name its source. */
const pictureCopy = 'POST /user/media/images/{imageid/guid}';

/** Returns whether an edit of a step that the site does not have was sent as a new step, once. */
function isPutBack({ edits, site }: World, { key, route }: Commit): boolean {
  const edit = edits.find(({ entryid }) => entryid !== undefined && entryid === key);
  const [, guideid, stepid] = /^PATCH .guides.(-?\d+).steps.(-?\d+)/.exec(edit?.route ?? '') ?? [];
  const isNew = /^POST .*\/steps$/.test(route) && stepid !== undefined;
  const isOnce = site.commits.filter((one) => one.key === key).length === 1;
  return isNew && isOnce && !site.ids('step', Number(guideid)).includes(Number(stepid));
}

/**
 * Returns whether two desks have an edit and the hub was restored. If the edit names something that the hub has lost, each of them
 * sends it with its own copy of that (SPEC.md, F4.3).
 */
function isOfTwoDesks({ edits, desks, site }: World, mark: string): boolean {
  const places = edits.filter((edit) => edit.mark === mark).map(({ place }) => place);
  const isKnownAt = ({ origins }: Desk): boolean => places.some((place) => origins.has(place));
  return site.restores > 0 && desks.filter(isKnownAt).length > 1;
}

/** Returns the marks in the content that an operation may change, once for each of their places. */
function marksAt(s: ReplicaReader, { route, params, query }: Operation): string[] {
  const text =
    query['langid'] === undefined || route.includes(' /wikis')
      ? contentAt(s, route, params)
      : translationText(s, Number(params['guideid']));
  return marksIn(JSON.stringify(text));
}

function contentAt(s: ReplicaReader, route: string, params: Operation['params']): unknown {
  const [, path = ''] = route.split(' ');
  if (path.endsWith('/tag')) return tagText(s);
  if (route.startsWith('POST /user/media/')) return mediaText(s);
  if (path.startsWith('/users/')) return s.db.all(sql`SELECT location FROM account`);
  if (path.includes('/teams')) return s.db.all(sql`SELECT name, description FROM team`);
  if (path.startsWith('/guides/releases')) return s.db.all(sql`SELECT body FROM release`);
  if (path.startsWith('/comments'))
    return s.db.all(sql`SELECT text_raw FROM comment WHERE status = 'public' ORDER BY commentid`);
  if (/work_log/.test(path)) return workText(s);
  if (path.startsWith('/translation_glossary')) return s.glossary.list();
  if (path.startsWith('/step_forms')) return s.forms.ofStep(Number(params['stepid']))?.fields ?? null;
  if (path.startsWith('/wikis')) return s.wikis.ids().map((id) => wikiText(s, id));
  if (path === '/guides') return s.guides.ids().map((id) => guideText(s, id));
  if (/^\/(benchside\/)?guides\/\{guideid\}/.test(path)) return guideText(s, Number(params['guideid']));
  return null;
}
