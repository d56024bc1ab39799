import { icu, messages } from '../../../shared/language.ts';

export const guideFieldTexts = messages('edit-guide', {
  check: {
    required: 'This cannot be empty.',
    tooLong: icu('{length, number} characters; at most {most, number} fit.', 'length', 'most'),
    manyTextLines: icu('{lines, number} lines; at most {most, number} fit.', 'lines', 'most'),
    time: 'The shortest time is longer than the longest.',
    blank: 'A step needs a title, a picture or a line of text.',
    manyLines: icu('{lines, number} lines; a step has at most {most, number}.', 'lines', 'most'),
    longLine: icu(
      'Line {line, number} has {length, number} characters; at most {most, number} fit.',
      'line',
      'length',
      'most',
    ),
    longTitle: icu(
      'The title has {length, number} characters; at most {most, number} fit.',
      'length',
      'most',
    ),
  },
  fields: {
    title: 'Title',
    type: 'Type',
    category: 'Category',
    categoryHint: 'Where technicians look for it.',
    subject: 'Subject',
    subjectHint: 'The part it is about, such as “Battery”.',
    summary: 'Summary',
    summaryHint: 'One or two sentences, shown in lists.',
    introduction: 'Introduction',
    introductionHint: 'Before the first step: what is repaired, when, and what to watch out for.',
    conclusion: 'Conclusion',
    conclusionHint: 'After the last step.',
    difficulty: 'Difficulty',
    noDifficulty: 'Not set',
    time: 'Time required',
    image: 'Picture of the guide',
    flags: 'Flags',
    flagsHint: 'What readers and other authors should know.',
    tags: 'Tags',
    tagsHint: 'Words that group guides. Enter adds one.',
    prerequisites: 'Prerequisites',
    prerequisitesHint: 'Their steps come first for readers.',
    tools: 'Tools',
    parts: 'Parts',
    order: 'Order of the steps',
    step: 'Step',
    from: 'from',
    to: 'to',
    minutes: 'minutes',
  },
  step: {
    titled: icu('Step {position, number}, {title}', 'position', 'title'),
    untitled: icu('Step {position, number}', 'position'),
  },
});

export const stepName = (position: number, title: string): string =>
  title ? guideFieldTexts.step.titled(position, title) : guideFieldTexts.step.untitled(position);
