import { forbidden, invalid } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { featuredFlags, flagWords, isFlag, isOpenFlag, templateFlag } from '../../../shared/model/flag.ts';
import type { Flag } from '../../../shared/model/guide.ts';
import type { OfferedFlag } from '../../../shared/model/user.ts';
import { isAdmin } from '../actor.ts';
import type { Role, Viewer } from '../actor.ts';

const flagids: readonly string[] = Object.keys(flagWords);

/** Describes a flag. An unknown id is its own title, because a newer site may have more flags. */
export function flagOf(flagid: string): Flag {
  const { title, text } = (isFlag(flagid) && flagWords[flagid]) || { title: flagid, text: '' };
  return { flagid, title, text };
}

/** Flags of guides that each role may set and remove, in addition to those of the role before it (GET /user/flags). */
const changeable: Readonly<Record<Role, readonly string[]>> = {
  technician: [
    'DANGER',
    'GUIDE_IN_PROGRESS',
    'GUIDE_PREREQ_ONLY',
    'GUIDE_MISSING_STEPS',
    'GUIDE_MISSING_IMAGES',
    'GUIDE_INCONSISTENT_IMAGES',
    'GUIDE_LOUSY_PICTURES',
    'GUIDE_MISSING_PREREQUISITES',
    'GUIDE_INCORRECT_PREREQUISITES',
    'GUIDE_SPLIT_PREREQ',
    'GUIDE_INCORRECT_TOOLS',
    'GUIDE_INCORRECT_TEXT',
    'GUIDE_INCORRECT_BULLETS',
    'GUIDE_INCORRECT_PROCEDURE',
    'GUIDE_IMPROPER_ACTION',
    'GUIDE_UNNECESSARY_STEPS',
    'GUIDE_GRAMMAR_ERRORS',
    'GUIDE_MARKUP_PROBLEMS',
    'INTRODUCTION_ISSUES',
    'GUIDE_DELETE',
  ],
  author: ['GUIDE_USER_CONTRIBUTED', 'STUDENT_OWNED', templateFlag, 'GUIDE_ARCHIVED'],
  admin: featuredFlags,
};

const icons: Readonly<Record<string, string>> = {
  DANGER: 'exclamation-triangle',
  GUIDE_STARRED: 'star',
  GUIDE_FEATURED_STUDENT: 'star',
  GUIDE_IN_PROGRESS: 'pencil',
  GUIDE_PREREQ_ONLY: 'puzzle-piece',
  [templateFlag]: 'copy',
  GUIDE_ARCHIVED: 'archive',
  GUIDE_DELETE: 'trash',
};

const offered = (flagid: string): OfferedFlag => ({
  ...flagOf(flagid),
  image: icons[flagid] ?? 'flag',
  isFontAwesome: true,
});

/** Returns flags that this role may set and remove on guides, in display order. */
export function flagsFor(role: Role): OfferedFlag[] {
  const roles: readonly Role[] = ['technician', 'author', 'admin'];
  const allowed = roles.slice(0, roles.indexOf(role) + 1).flatMap((one) => changeable[one]);
  return flagids.filter((flagid) => allowed.includes(flagid)).map(offered);
}

/** Returns all flags of guides in display order, followed by unknown ones that are in use. */
export function offeredFlags(used: Iterable<string>): OfferedFlag[] {
  const known = flagids.filter((flagid) => !flagid.startsWith('WIKI_'));
  return [...known, ...[...used].filter((flagid) => !isFlag(flagid))].map(offered);
}

/**
 * Returns a guide's flags after an edit: the wanted ones, and at their old places those that the viewer may not remove.
 * Fixtures and imports have no viewer and may set any.
 *
 * @throws AppError `invalid` for a flag that guides do not have, `forbidden` for one that the viewer may not set
 */
export function flagsAfter(viewer: Viewer, before: readonly Flag[], wanted: readonly string[]): Flag[] {
  const isSet = isAmong(before);
  const mine = changeableBy(viewer);
  const after = [...new Set(wanted)];
  for (const flagid of after) {
    if (mine.has(flagid) || isSet(flagid)) continue;
    if (flagid.startsWith('WIKI_')) throw invalid('flags', `The flag ${flagid} is for pages only.`);
    throw notYours(flagid, changeable.author.includes(flagid) ? 'Author' : 'Admin');
  }
  for (const [place, { flagid }] of before.entries()) {
    if (!mine.has(flagid) && !after.includes(flagid)) after.splice(place, 0, flagid);
  }
  return after.map((flagid) => before.find((flag) => flag.flagid === flagid) ?? flagOf(flagid));
}

/** Returns a guide's flags after a revert to a version that had `old`: without those that the viewer may not set, and with those they may not remove. */
export function revertedFlags(viewer: Viewer, before: readonly Flag[], old: readonly Flag[]): Flag[] {
  const mine = changeableBy(viewer);
  const isSet = isAmong(before);
  const wanted = old.map(({ flagid }) => flagid).filter((flagid) => mine.has(flagid) || isSet(flagid));
  return flagsAfter(viewer, before, wanted);
}

const changeableBy = (viewer: Viewer): ReadonlySet<string> =>
  new Set(viewer ? flagsFor(viewer.role).map(({ flagid }) => flagid) : flagids);

const isAmong =
  (flags: readonly Flag[]) =>
  (flagid: string): boolean =>
    flags.some((flag) => flag.flagid === flagid);

/** @throws AppError `forbidden` for a flag that describes a guide, which is for people who may edit it to set */
export function requireReportable(flagid: string): void {
  if (!isOpenFlag(flagid)) throw notYours(flagid, 'Author');
}

/** @throws AppError `forbidden` for a report of someone else, which only that person and admins withdraw */
export function requireReporter(viewer: Viewer, reporters: readonly number[]): void {
  if (isAdmin(viewer) || (viewer && reporters.includes(viewer.userid))) return;
  throw forbidden('This is someone else’s report: only that person can withdraw it.', ['Admin']);
}

const notYours = (flagid: string, role: 'Author' | 'Admin'): AppError =>
  forbidden(`You may not set the flag ${flagid}.`, [role]);
