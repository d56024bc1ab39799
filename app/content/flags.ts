import type { Flag } from '../../shared/model/guide.ts';

/** Every flag the field knows (fact sheet 5.2), in display order. Texts are ours. */
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
