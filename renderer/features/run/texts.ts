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
    concluding: 'At the conclusion',
    people: icu('By {names}', 'names'),
    began: icu('began {ago}', 'ago'),
    at: icu('By {names} at {bench}', 'names', 'bench'),
  },
  home: {
    title: 'Your open jobs',
    note: 'Tap to return to your step.',
    team: 'Handed over by others',
    teamNote: 'Take one over with all its values and times.',
    take: 'Take over',
    takeFailed: 'Could not take over:',
  },
  assigned: {
    title: 'Assigned to you',
    note: 'Start it with one tap.',
    start: 'Start work',
    startFailed: 'The job was not started:',
    guide: icu('Guide {guideid}', 'guideid'),
    due: icu('Due {day}', 'day'),
    overdue: icu('Overdue since {day}', 'day'),
    by: icu('Assigned by {name}', 'name'),
    to: icu('Assigned to {name}', 'name'),
  },
  said: {
    handOver: {
      'end-of-shift': 'End of shift',
      parts: 'Waits for parts',
      help: 'Needs help',
      other: 'Other reason',
    },
    cancel: {
      'not-needed': 'No longer needed',
      mistake: 'Started by mistake',
      'beyond-repair': 'Cannot be repaired',
      other: 'Other reason',
    },
    forYou: 'For you',
    forPerson: icu('For {name}', 'name'),
    by: icu('{name}, {moment}', 'name', 'moment'),
  },
});
