import type { Guide } from '../shared/model/guide.ts';
import { noEstimate } from '../shared/model/guide.ts';
import { sentenceCase, timeSpan } from './format.ts';
import { texts } from './texts.ts';

/** Returns the text of a type of the contract; other types of a site stay as they are. */
export const typeName = (type: string): string => texts.types[type] ?? sentenceCase(type);

export const difficultyName = (label: string): string => texts.difficulties[label] ?? label;

/** Returns how long a guide takes: its numbers, or the text of a site that gives no numbers; empty without an estimate. */
export const timeWords = (
  guide: Pick<Guide, 'time_required' | 'time_required_min' | 'time_required_max'>,
): string =>
  guide.time_required_max > 0
    ? timeSpan(guide.time_required_min, guide.time_required_max)
    : guide.time_required === noEstimate
      ? ''
      : guide.time_required;
