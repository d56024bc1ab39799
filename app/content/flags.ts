import { forbidden, invalid } from '../../shared/errors.ts';
import type { Flag } from '../../shared/model/guide.ts';
import type { OfferedFlag } from '../../shared/model/user.ts';
import type { Role, Viewer } from '../store/actor.ts';

/** Every flag the field knows (CONTRACT 3.9), in display order. Texts are ours. */
const texts: Record<string, [title: string, text: string]> = {
  DANGER: [
    'Danger',
    'This procedure can injure you or destroy the device. Read every caution before you start.',
  ],
  GUIDE_STARRED: ['Featured guide', 'An example of excellent work, chosen by the editors.'],
  GUIDE_FEATURED_STUDENT: ['Featured student guide', 'Excellent work by a student, chosen by the editors.'],
  GUIDE_IN_PROGRESS: ['In progress', 'The author is still working on this guide. Look again soon.'],
  GUIDE_PREREQ_ONLY: [
    'Prerequisite only',
    'This guide is a part of other guides and is not meant to be used alone.',
  ],
  GUIDE_USER_CONTRIBUTED: [
    'Community guide',
    'Written by a member of the community and not endorsed by the editors.',
  ],
  STUDENT_OWNED: ['Student guide', 'Written by students as course work. Please edit with care.'],
  GUIDE_ARCHIVED: ['Archived', 'Kept for reference. There is a better guide for this procedure.'],
  GUIDE_MISSING_STEPS: ['Missing steps', 'The procedure is incomplete. Add the steps that are missing.'],
  GUIDE_MISSING_IMAGES: ['Missing pictures', 'Some steps need pictures to be clear.'],
  GUIDE_INCONSISTENT_IMAGES: [
    'Inconsistent pictures',
    'The pictures show different devices or change their angle without reason.',
  ],
  GUIDE_LOUSY_PICTURES: ['Poor pictures', 'Better pictures would make this guide easier to follow.'],
  GUIDE_MISSING_PREREQUISITES: ['Missing prerequisites', 'Guides that have to be done first are not listed.'],
  GUIDE_INCORRECT_PREREQUISITES: [
    'Wrong prerequisites',
    'A guide listed to be done first does not belong here.',
  ],
  GUIDE_SPLIT_PREREQ: ['Split into prerequisites', 'Some of these steps belong into a guide of their own.'],
  GUIDE_INCORRECT_TOOLS: ['Wrong tools', 'The list of tools is incomplete or wrong.'],
  GUIDE_INCORRECT_TEXT: ['Wrong text', 'Some of the text is wrong. Mend what you can.'],
  GUIDE_INCORRECT_BULLETS: ['Wrong bullets', 'Colours of bullets and markers in the pictures do not agree.'],
  GUIDE_INCORRECT_PROCEDURE: ['Wrong procedure', 'There is a better or safer way to do this.'],
  GUIDE_IMPROPER_ACTION: ['Improper action', 'A step asks for something that should not be done.'],
  GUIDE_UNNECESSARY_STEPS: ['Unnecessary steps', 'Some steps can be left out.'],
  GUIDE_GRAMMAR_ERRORS: ['Language', 'The language needs a careful reader.'],
  GUIDE_MARKUP_PROBLEMS: ['Markup', 'Some of the formatting is broken.'],
  INTRODUCTION_ISSUES: ['Introduction', 'The introduction should say what is repaired, when, and why.'],
  GUIDE_DELETE: ['To be deleted', 'Somebody proposed to delete this guide.'],
  WIKI_PRIVATE: ['Private', 'Only editors can see this page.'],
  WIKI_IN_PROGRESS: ['In progress', 'Somebody is working on this page.'],
  WIKI_STUB: ['Stub', 'This page is a beginning. Add what you know.'],
  WIKI_DEVICE_STUB: ['Stub', 'This device page is a beginning. Add what you know.'],
  WIKI_DEVICE_INCOMPLETE: ['Incomplete', 'This device page lacks guides or parts.'],
  WIKI_DOCS_NEEDED: ['Documents needed', 'Manuals or data sheets are missing.'],
  WIKI_NO_SUMMARY: ['No summary', 'A short summary is missing.'],
  WIKI_NO_IMAGE: ['No picture', 'A picture is missing.'],
  WIKI_NO_AREA: ['No category', 'This page has no place in the hierarchy.'],
  WIKI_IMPROPER_FORMATTING: ['Formatting', 'Some of the formatting is broken.'],
  WIKI_INCORRECT_TEXT: ['Wrong text', 'Some of the text is wrong.'],
  WIKI_GRAMMAR_ERRORS: ['Language', 'The language needs a careful reader.'],
  WIKI_BAD_IMAGE: ['Poor picture', 'A better picture is wanted.'],
  WIKI_DUPLICATE_DEVICE: ['Duplicate', 'There is another page for this device.'],
  WIKI_DELETE: ['To be deleted', 'Somebody proposed to delete this page.'],
  WIKI_STUDENT_OWNED: ['Student page', 'Maintained by students as course work.'],
  WIKI_TEACHER_OWNED: ['Course page', 'Maintained by a teacher for a course.'],
};

export const flagids: readonly string[] = Object.keys(texts);

export const isFlag = (flagid: string): boolean => Object.hasOwn(texts, flagid);

/** An id nobody knows keeps its name: a newer site may have flags we have not. */
export function flagOf(flagid: string): Flag {
  const [title, text] = (Object.hasOwn(texts, flagid) && texts[flagid]) || [flagid, ''];
  return { flagid, title, text };
}

export const featuredFlags: readonly string[] = ['GUIDE_STARRED', 'GUIDE_FEATURED_STUDENT'];

/** Which flags of guides a role may set and take off, besides those of the role before it (GET /user/flags). */
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
  author: ['GUIDE_USER_CONTRIBUTED', 'STUDENT_OWNED', 'GUIDE_ARCHIVED'],
  admin: featuredFlags,
};

const icons: Readonly<Record<string, string>> = {
  DANGER: 'exclamation-triangle',
  GUIDE_STARRED: 'star',
  GUIDE_FEATURED_STUDENT: 'star',
  GUIDE_IN_PROGRESS: 'pencil',
  GUIDE_PREREQ_ONLY: 'puzzle-piece',
  GUIDE_ARCHIVED: 'archive',
  GUIDE_DELETE: 'trash',
};

/** Flags that say what kind of guide it is; all others ask somebody to mend it. */
const kinds: ReadonlySet<string> = new Set([
  ...featuredFlags,
  'DANGER',
  'GUIDE_PREREQ_ONLY',
  'GUIDE_USER_CONTRIBUTED',
  'STUDENT_OWNED',
  'GUIDE_ARCHIVED',
]);

export const isOpenFlag = (flagid: string): boolean => !kinds.has(flagid);

const offered = (flagid: string): OfferedFlag => ({
  ...flagOf(flagid),
  image: icons[flagid] ?? 'flag',
  isFontAwesome: true,
});

/** Flags of guides somebody of this role may set and take off, in display order. */
export function flagsFor(role: Role): OfferedFlag[] {
  const roles: readonly Role[] = ['technician', 'author', 'admin'];
  const allowed = roles.slice(0, roles.indexOf(role) + 1).flatMap((one) => changeable[one]);
  return flagids.filter((flagid) => allowed.includes(flagid)).map(offered);
}

/** Every flag of guides, in display order; behind them those in use that we do not know. */
export function offeredFlags(used: Iterable<string>): OfferedFlag[] {
  const known = flagids.filter((flagid) => !flagid.startsWith('WIKI_'));
  return [...known, ...[...used].filter((flagid) => !isFlag(flagid))].map(offered);
}

/**
 * The flags of a guide after an edit of the viewer's: the wanted ones, and in their old places those that are set and not
 * the viewer's to take off. Fixtures and imports are nobody's and may set any.
 *
 * @throws AppError `invalid` for what is no flag of guides, `forbidden` for one that is not the viewer's to set
 */
export function flagsAfter(viewer: Viewer, before: readonly Flag[], wanted: readonly string[]): Flag[] {
  const isSet = (flagid: string): boolean => before.some((flag) => flag.flagid === flagid);
  const mine = new Set(viewer ? flagsFor(viewer.role).map(({ flagid }) => flagid) : flagids);
  const after = [...new Set(wanted)];
  for (const flagid of after) {
    if (mine.has(flagid) || isSet(flagid)) continue;
    if (flagid.startsWith('WIKI_')) throw invalid('flags', `${flagid} is a flag of wikis.`);
    throw forbidden(`You may not set the flag ${flagid}.`, [
      changeable.author.includes(flagid) ? 'Author' : 'Admin',
    ]);
  }
  for (const [place, { flagid }] of before.entries()) {
    if (!mine.has(flagid) && !after.includes(flagid)) after.splice(place, 0, flagid);
  }
  return after.map((flagid) => before.find((flag) => flag.flagid === flagid) ?? flagOf(flagid));
}
