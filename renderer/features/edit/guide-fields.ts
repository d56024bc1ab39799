import { limits, longestText } from '../../../shared/limits.ts';
import type { Difficulty, Guide, GuideItem, GuideSummary } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { Call } from '../../api/types.ts';
import { mergeSequence, mergeSet } from '../../../shared/merge/sequence.ts';
import { mergeText } from '../../../shared/merge/text.ts';
import { mergeWhole } from '../../../shared/merge/value.ts';
import type { Merged } from '../../../shared/merge/value.ts';
import { newKey } from './step-value.ts';
import { guideFieldTexts } from './guide-texts.ts';

export interface ItemValue {
  key: string;
  name: string;
  quantity: number;
  notes: string;
  type: string;
  isoptional: boolean;
  featured: boolean;
}

/** Seconds; 0 if unknown. */
export interface TimeValue {
  min: number;
  max: number;
}

/** A prerequisite guide. */
export type PrerequisiteGuide = Pick<GuideSummary, 'guideid' | 'title' | 'image' | 'category'>;

/** Values of a guide's fields in the editor. */
export interface FieldValues {
  title: string;
  type: string;
  category: string;
  subject: string;
  summary: string;
  introduction: string;
  conclusion: string;
  difficulty: Difficulty | null;
  time: TimeValue;
  image: Image | null;
  flags: string[];
  prerequisites: PrerequisiteGuide[];
  tools: ItemValue[];
  parts: ItemValue[];
}

export type FieldName = keyof FieldValues;

interface Field<Value> {
  read: (guide: Guide) => Value;
  write: (value: Value) => Call<'PATCH /guides/{guideid}'>['body'];
  check?: (value: Value) => string | null;
  merge?: (base: Value, mine: Value, theirs: Value) => Merged<Value>;
}

type TextName = { [Name in FieldName]: FieldValues[Name] extends string ? Name : never }[FieldName];

export const newItem = (name = ''): ItemValue => ({
  key: newKey(),
  name,
  quantity: 1,
  notes: '',
  type: '',
  isoptional: false,
  featured: false,
});

const readItems = (items: readonly GuideItem[]): ItemValue[] =>
  items.map(({ text, quantity, notes, type, isoptional, featured }, index) => ({
    key: `at ${index}`,
    name: text,
    quantity,
    notes: notes ?? '',
    type: type ?? '',
    isoptional,
    featured,
  }));

const writeItems = (items: readonly ItemValue[]) =>
  items
    .filter(({ name }) => name.trim() !== '')
    .map(({ key: _, name, notes, type, featured, ...item }, index) => ({
      ...item,
      name: name.trim(),
      ...(notes === '' ? {} : { notes }),
      ...(type === '' ? {} : { type }),
      ...(featured && index === 0 ? { featured } : {}),
    }));

const sameItem = (a: ItemValue, b: ItemValue): boolean =>
  JSON.stringify(writeItems([a])) === JSON.stringify(writeItems([b]));

const items = (name: 'tools' | 'parts'): Field<ItemValue[]> => ({
  read: (guide) => readItems(guide[name]),
  write: (value) => ({ [name]: writeItems(value) }),
  merge: (base, mine, theirs) =>
    mergeSequence({ base, mine, theirs }, { keyOf: ({ name: key }) => key.trim(), equal: sameItem }),
});

const { check } = guideFieldTexts;
type LimitedName = keyof typeof longestText.guide;

const tooLong = (name: LimitedName) => (value: string) => {
  const most = longestText.guide[name];
  return value.length > most ? check.tooLong(value.length, most) : null;
};

const plain = (name: TextName, test: (value: string) => string | null): Field<string> => ({
  read: (guide) => guide[name as 'title'],
  write: (value) => ({ [name]: value }),
  check: test,
});

const long = (
  name: 'introduction' | 'conclusion',
  test: (value: string) => string | null,
): Field<string> => ({
  read: (guide) => guide[`${name}_raw`],
  write: (value) => ({ [name]: value }),
  check: test,
  merge: mergeText,
});

const required = (value: string) => (value.trim() === '' ? check.required : null);
const requiredUpTo = (name: LimitedName) => (value: string) => required(value) ?? tooLong(name)(value);

export const fields: { readonly [Name in FieldName]: Field<FieldValues[Name]> } = {
  title: plain('title', requiredUpTo('title')),
  type: plain('type', required),
  category: plain('category', requiredUpTo('category')),
  subject: plain('subject', tooLong('subject')),
  summary: plain('summary', tooLong('summary')),
  introduction: long('introduction', (value) => {
    const lines = value.split('\n').length;
    const most = limits.guide.introductionLines.max;
    return lines > most ? check.manyTextLines(lines, most) : tooLong('introduction')(value);
  }),
  conclusion: long('conclusion', tooLong('conclusion')),
  difficulty: {
    read: ({ difficulty }) => difficulty as Difficulty | null,
    write: (difficulty) => ({ difficulty }),
  },
  time: {
    read: (guide) => ({ min: guide.time_required_min, max: guide.time_required_max }),
    write: ({ min, max }) => ({ time_required_min: min, time_required_max: max }),
    check: ({ min, max }) => (max > 0 && min > max ? check.time : null),
  },
  image: { read: ({ image }) => image, write: (image) => ({ image: image?.id ?? null }) },
  flags: {
    read: ({ flags }) => flags.map(({ flagid }) => flagid),
    write: (flags) => ({ flags }),
    merge: mergeSet,
  },
  prerequisites: {
    read: (guide) =>
      guide.prerequisites.map(({ guideid, title, image, category }) => ({ guideid, title, image, category })),
    write: (value) => ({ prerequisites: value.map(({ guideid }) => guideid) }),
    merge: (base, mine, theirs) =>
      mergeSequence({ base, mine, theirs }, { keyOf: ({ guideid }) => guideid, equal: () => true }),
  },
  tools: items('tools'),
  parts: items('parts'),
};

export const isField = (kind: string): kind is FieldName => Object.hasOwn(fields, kind);

/** Returns a field by a name that is known only at runtime. */
export const fieldOf = (name: FieldName): Field<unknown> => fields[name] as Field<unknown>;

export const mergeField = (name: FieldName, base: unknown, mine: unknown, theirs: unknown): Merged<unknown> =>
  fieldOf(name).merge?.(base, mine, theirs) ??
  mergeWhole(base, mine, theirs, (a, b) => sameField(name, a, b));

export const sameField = (name: FieldName, a: unknown, b: unknown): boolean =>
  JSON.stringify(fieldOf(name).write(a)) === JSON.stringify(fieldOf(name).write(b));
