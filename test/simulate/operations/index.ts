import type { Actor } from './actor.ts';
import {
  addPart,
  addPartToNewest,
  addStep,
  changeRelease,
  createInNewCategory,
  createTagged,
  createWithPrerequisites,
  createWithStep,
  discussNewest,
  discussed,
  editReleased,
  guides,
  patchGuide,
  patchStep,
  prepareFirst,
  publish,
  publishFirst,
  releaseFirst,
  releaseNow,
  removeNewest,
  removePrerequisite,
  revert,
  taggedInVain,
} from './guides.ts';
import type { Act } from './guides.ts';
import { illustrate, media } from './media.ts';
import {
  commentOnLast,
  commentOnStep,
  editComment,
  people,
  profile,
  readNotifications,
  removeStep,
  report,
  summarize,
} from './people.ts';
import {
  commentOnNewCategory,
  createSame,
  pageInALanguage,
  patchNewCategory,
  patchPage,
  removePage,
  wikis,
} from './wikis.ts';
import {
  assign,
  changeAndAcknowledge,
  form,
  formOfNewest,
  handOver,
  start,
  startNewest,
  takeOver,
  work,
} from './work.ts';

/** All actions of people with their frequency, and the edition of plans in which each appeared. */
const all: readonly (readonly [number, Act, number?])[] = [...guides, ...wikis, ...people, ...work, ...media];

/** Actions that a plan can name. */
const named = {
  guide: patchGuide,
  page: patchPage,
  release: releaseNow,
  draft: editReleased,
  picture: illustrate,
  publish,
  'new part': addPart,
  'new part of the newest guide': addPartToNewest,
  'publish the first': publishFirst,
  'release the first': releaseFirst,
  'prepare a release of the first': prepareFirst,
  step: addStep,
  'changed step': patchStep,
  'changed release': changeRelease,
  'tagged guide': createTagged,
  'guide with a step': createWithStep,
  'form of the newest guide': formOfNewest,
  'comment on the new category': commentOnNewCategory,
  form,
  job: start,
  'job that is left': handOver,
  'job of another': takeOver,
  assign,
  'discussed guide': discussed,
  'deleted guide with a tag': taggedInVain,
  'guide in a new category': createInNewCategory,
  'page of the new category': patchNewCategory,
  'newest guide': discussNewest,
  'job with the newest guide': startNewest,
  'read own change': changeAndAcknowledge,
  'guide with prerequisites': createWithPrerequisites,
  'remove prerequisite': removePrerequisite,
  'remove the newest guide': removeNewest,
  report,
  revert,
  'same page': createSame,
  'page in a language': pageInALanguage,
  'remove page': removePage,
  'deleted step': commentOnLast,
  'step comment': commentOnStep,
  'changed comment': editComment,
  'first summary': summarize,
  'read notifications': readNotifications,
  'remove step': removeStep,
  profile,
};

export type NamedAct = keyof typeof named;

/** @param name of the action; random if absent */
export async function doSomething(doing: Actor, name?: NamedAct): Promise<void> {
  const { edition } = doing;
  if (name) return void (await named[name](doing));
  const known = all.flatMap(([weight, act, since = 1]) => (since <= edition ? [[weight, act] as const] : []));
  await doing.random.weighted(known)(doing);
}
