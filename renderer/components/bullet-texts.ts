import { messages } from '../../shared/language.ts';

const names = messages('bullets', {
  black: 'Black circle',
  red: 'Red square',
  orange: 'Orange triangle',
  yellow: 'Yellow diamond',
  light_blue: 'Light blue pentagon',
  blue: 'Blue hexagon',
  green: 'Green triangle, pointing down',
  violet: 'Violet cross',
} as Readonly<Record<string, string>>);

export const bulletTexts = (bullet: string): string => names[bullet] ?? bullet;
