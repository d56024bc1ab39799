import { icu, messages } from '../../../shared/language.ts';

export const runTexts = messages('run', {
  title: icu('Work order {workorderid}', 'workorderid'),
  statuses: {
    started: 'At work',
    paused: 'Paused',
    suspended: 'Handed over',
    complete: 'Complete',
    cancelled: 'Abandoned',
  },
  card: {
    step: icu('Step {position, number} of {steps, number}', 'position', 'steps'),
    notBegun: 'Not at a step yet',
    people: icu('By {names}', 'names'),
    began: icu('began {ago}', 'ago'),
  },
  home: {
    title: 'Your open jobs',
    note: 'Tap to return to your step.',
    team: 'Handed over by others',
    teamNote: 'Take one over with all its values and times.',
    take: 'Take over',
    takeFailed: 'Could not take over:',
  },
});
