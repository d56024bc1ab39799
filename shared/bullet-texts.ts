import { messages } from './language.ts';

const callouts = messages('bullets', {
  icon_note: 'Note',
  icon_caution: 'Caution',
  icon_reminder: 'Reminder',
});

const names: Readonly<Record<string, string>> = {
  ...callouts,
  ...messages('bullets', {
    black: 'Black circle',
    red: 'Red square',
    orange: 'Orange triangle',
    yellow: 'Yellow diamond',
    light_blue: 'Light blue pentagon',
    blue: 'Blue hexagon',
    green: 'Green triangle, pointing down',
    violet: 'Violet cross',
  }),
};

export const bulletTexts = (bullet: string): string => names[bullet] ?? bullet;

/** A bullet that is shown as a word in front of its line. */
export type Callout = keyof typeof callouts;

export const isCallout = (bullet: string): bullet is Callout => Object.hasOwn(callouts, bullet);
