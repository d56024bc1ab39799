/** A flag's words, in English. */
interface FlagWords {
  readonly title: string;
  readonly text: string;
}

/** Every flag that guides and pages may have (CONTRACT 3.9), in display order. The words are ours. */
export const flagWords: Readonly<Record<string, FlagWords>> = {
  DANGER: {
    title: 'Danger',
    text: 'This procedure can injure you or destroy the device. Read every caution before you start.',
  },
  GUIDE_STARRED: { title: 'Featured guide', text: 'An example of excellent work, chosen by the editors.' },
  GUIDE_FEATURED_STUDENT: {
    title: 'Featured student guide',
    text: 'Excellent work by a student, chosen by the editors.',
  },
  GUIDE_IN_PROGRESS: {
    title: 'In progress',
    text: 'The author is still working on this guide. Check again soon.',
  },
  GUIDE_PREREQ_ONLY: {
    title: 'Prerequisite only',
    text: 'This guide is a part of other guides and is not meant to be used alone.',
  },
  GUIDE_USER_CONTRIBUTED: {
    title: 'Community guide',
    text: 'Written by a member of the community and not endorsed by the editors.',
  },
  STUDENT_OWNED: {
    title: 'Student guide',
    text: 'Written by students as course work. Please edit with care.',
  },
  GUIDE_TEMPLATE: {
    title: 'Template',
    text: 'New guides are started from this one.',
  },
  GUIDE_ARCHIVED: {
    title: 'Archived',
    text: 'Kept for reference. There is a better guide for this procedure.',
  },
  GUIDE_MISSING_STEPS: {
    title: 'Missing steps',
    text: 'The procedure is incomplete. Add the steps that are missing.',
  },
  GUIDE_MISSING_IMAGES: { title: 'Missing pictures', text: 'Some steps need pictures to be clear.' },
  GUIDE_INCONSISTENT_IMAGES: {
    title: 'Inconsistent pictures',
    text: 'The pictures show different devices or change their angle without reason.',
  },
  GUIDE_LOUSY_PICTURES: {
    title: 'Poor pictures',
    text: 'Better pictures would make this guide easier to follow.',
  },
  GUIDE_MISSING_PREREQUISITES: {
    title: 'Missing prerequisites',
    text: 'Guides that have to be done first are not listed.',
  },
  GUIDE_INCORRECT_PREREQUISITES: {
    title: 'Wrong prerequisites',
    text: 'A guide listed to be done first does not belong here.',
  },
  GUIDE_SPLIT_PREREQ: {
    title: 'Split into prerequisites',
    text: 'Some of these steps belong in a guide of their own.',
  },
  GUIDE_INCORRECT_TOOLS: { title: 'Wrong tools', text: 'The list of tools is incomplete or wrong.' },
  GUIDE_INCORRECT_TEXT: { title: 'Wrong text', text: 'Some of the text is wrong. Fix what you can.' },
  GUIDE_INCORRECT_BULLETS: {
    title: 'Wrong bullets',
    text: 'Colors of bullets and markers in the pictures do not agree.',
  },
  GUIDE_INCORRECT_PROCEDURE: { title: 'Wrong procedure', text: 'There is a better or safer way to do this.' },
  GUIDE_IMPROPER_ACTION: {
    title: 'Improper action',
    text: 'A step asks for something that should not be done.',
  },
  GUIDE_UNNECESSARY_STEPS: { title: 'Unnecessary steps', text: 'Some steps can be left out.' },
  GUIDE_GRAMMAR_ERRORS: { title: 'Language', text: 'The language needs a careful reader.' },
  GUIDE_MARKUP_PROBLEMS: { title: 'Markup', text: 'Some of the formatting is broken.' },
  INTRODUCTION_ISSUES: {
    title: 'Introduction',
    text: 'The introduction should say what is repaired, when, and why.',
  },
  GUIDE_DELETE: { title: 'To be deleted', text: 'Someone proposed to delete this guide.' },
  WIKI_PRIVATE: { title: 'Private', text: 'Only editors can see this page.' },
  WIKI_IN_PROGRESS: { title: 'In progress', text: 'Someone is working on this page.' },
  WIKI_STUB: { title: 'Stub', text: 'This page is a beginning. Add what you know.' },
  WIKI_DEVICE_STUB: { title: 'Stub', text: 'This device page is a beginning. Add what you know.' },
  WIKI_DEVICE_INCOMPLETE: { title: 'Incomplete', text: 'This device page lacks guides or parts.' },
  WIKI_DOCS_NEEDED: { title: 'Documents needed', text: 'Manuals or data sheets are missing.' },
  WIKI_NO_SUMMARY: { title: 'No summary', text: 'A short summary is missing.' },
  WIKI_NO_IMAGE: { title: 'No picture', text: 'A picture is missing.' },
  WIKI_NO_AREA: { title: 'No category', text: 'This page has no place in the hierarchy.' },
  WIKI_IMPROPER_FORMATTING: { title: 'Formatting', text: 'Some of the formatting is broken.' },
  WIKI_INCORRECT_TEXT: { title: 'Wrong text', text: 'Some of the text is wrong.' },
  WIKI_GRAMMAR_ERRORS: { title: 'Language', text: 'The language needs a careful reader.' },
  WIKI_BAD_IMAGE: { title: 'Poor picture', text: 'A better picture is wanted.' },
  WIKI_DUPLICATE_DEVICE: { title: 'Duplicate', text: 'There is another page for this device.' },
  WIKI_DELETE: { title: 'To be deleted', text: 'Someone proposed to delete this page.' },
  WIKI_STUDENT_OWNED: { title: 'Student page', text: 'Maintained by students as course work.' },
  WIKI_TEACHER_OWNED: { title: 'Course page', text: 'Maintained by a teacher for a course.' },
};

/** The flag of guides that authors start new guides from; other programs do not know it. */
export const templateFlag = 'GUIDE_TEMPLATE';

export const isFlag = (flagid: string): boolean => Object.hasOwn(flagWords, flagid);

export const featuredFlags: readonly string[] = ['GUIDE_STARRED', 'GUIDE_FEATURED_STUDENT'];

/** Flags that describe the guide; all others ask for a fix. */
const kinds: ReadonlySet<string> = new Set([
  ...featuredFlags,
  'DANGER',
  'GUIDE_PREREQ_ONLY',
  'GUIDE_USER_CONTRIBUTED',
  'STUDENT_OWNED',
  templateFlag,
  'GUIDE_ARCHIVED',
]);

export const isOpenFlag = (flagid: string): boolean => !kinds.has(flagid);
