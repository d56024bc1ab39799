/** How the sample workshop is written down; `assemble.ts` turns it into the seed format. */

import type { FieldExtras } from '../../../shared/model/field-extras.ts';
import type { difficulties, fieldTypes, guideTypes } from './seed.ts';

export type GuideType = (typeof guideTypes)[number];
export type Difficulty = (typeof difficulties)[number];

/** Name of an item, how many, and what this guide wants of it. */
export type ItemUse = readonly [text: string, quantity?: number, notes?: string];

export interface Field {
  readonly field_guid: string;
  readonly field_type: (typeof fieldTypes)[number];
  readonly label: string;
  readonly required: boolean;
  readonly placeholder?: string;
  readonly textarea?: string;
  readonly options?: readonly string[] | Readonly<Record<string, number | boolean>>;
  readonly benchside?: Readonly<FieldExtras>;
}

export interface StepSource {
  readonly title: string;
  readonly pictures: readonly string[];
  /** One line each: two blanks per level, then an optional bullet as `red: `; black without one. */
  readonly text: string;
  readonly form?: readonly Field[];
}

export interface GuideSource {
  readonly guideid: number;
  readonly type: GuideType;
  readonly category: string;
  readonly subject: string;
  readonly title: string;
  readonly summary: string;
  readonly introduction: string;
  readonly conclusion: string;
  readonly difficulty: Difficulty;
  readonly minutes: readonly [least: number, most: number];
  readonly author: number;
  readonly created: string;
  readonly modified: string;
  readonly cover: string;
  readonly flags?: readonly string[];
  readonly prerequisites?: readonly number[];
  readonly tools: readonly ItemUse[];
  readonly parts?: readonly ItemUse[];
  readonly tags: readonly string[];
  readonly steps: readonly StepSource[];
}

/** A job in the work log. */
export interface Run {
  readonly guideid: number;
  readonly userid: number;
  readonly workorderid: string;
  readonly start: string;
  /** How long it took, or how long each step; 0 is an abandoned job. */
  readonly minutes: number | readonly number[];
  /** Values of the form's fields, by `field_guid`. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface WikiSource {
  readonly namespace: 'WIKI' | 'CATEGORY' | 'INFO' | 'ITEM' | 'USER' | 'TEAM';
  readonly title: string;
  readonly display_title?: string;
  readonly description?: string;
  readonly parent?: string;
  readonly picture?: string;
  readonly info?: readonly (readonly [name: string, value: string])[];
  readonly tags?: readonly string[];
  readonly contents: string;
}

export const step = (title: string, pictures: string, text: string, form?: readonly Field[]): StepSource => ({
  title,
  pictures: pictures.split(' '),
  text: text.trim(),
  ...(form && { form }),
});
