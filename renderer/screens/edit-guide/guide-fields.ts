import { limits } from '../../../shared/limits.ts';
import type { Difficulty, Guide, GuideItem, GuideSummary } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { Call } from '../../api/types.ts';
import { mergeKeyed, mergeText, mergeWhole } from '../../components/editing/merge.ts';
import type { Merged } from '../../components/editing/merge.ts';
import { newKey } from './step-value.ts';
import { editTexts } from './texts.ts';

export interface ItemValue {
  key: string;
  name: string;
  quantity: number;
  notes: string;
  type: string;
  isoptional: boolean;
  featured: boolean;
}

/** Seconds; 0 is not known. */
export interface TimeValue {
  min: number;
  max: number;
}

/** A guide this one builds on. */
export type Needed = Pick<GuideSummary, 'guideid' | 'title' | 'image' | 'category'>;

/** What the fields of a guide hold while they are edited. */
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
  prerequisites: Needed[];
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
  merge: (base, mine, theirs) => mergeKeyed(base, mine, theirs, (item) => item.name.trim(), sameItem),
});

const { check } = editTexts;
const is = <Value>(a: Value, b: Value): boolean => a === b;
const atMost = (most: number) => (value: string) =>
  value.length > most ? check.tooLong(value.length, most) : null;

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

const required = (most: number) => (value: string) =>
  value.trim() === '' ? check.required : atMost(most)(value);

export const fields: { readonly [Name in FieldName]: Field<FieldValues[Name]> } = {
  title: plain('title', required(limits.guide.title.max)),
  type: plain('type', required(100)),
  category: plain('category', required(limits.guide.category.max)),
  subject: plain('subject', atMost(limits.guide.subject.max)),
  summary: plain('summary', atMost(limits.guide.summary.max)),
  introduction: long('introduction', (value) => {
    const lines = value.split('\n').length;
    const most = limits.guide.introductionLines.max;
    return lines > most ? check.manyTextLines(lines, most) : atMost(limits.guide.text.max)(value);
  }),
  conclusion: long('conclusion', atMost(limits.guide.text.max)),
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
    merge: (base, mine, theirs) => mergeKeyed(base, mine, theirs, (flagid) => flagid, is),
  },
  prerequisites: {
    read: (guide) =>
      guide.prerequisites.map(({ guideid, title, image, category }) => ({ guideid, title, image, category })),
    write: (value) => ({ prerequisites: value.map(({ guideid }) => guideid) }),
    merge: (base, mine, theirs) =>
      mergeKeyed(
        base,
        mine,
        theirs,
        ({ guideid }) => String(guideid),
        () => true,
      ),
  },
  tools: items('tools'),
  parts: items('parts'),
};

export const isField = (kind: string): kind is FieldName => Object.hasOwn(fields, kind);

/** The same functions, for a name that is known only when the program runs. */
export const fieldOf = (name: FieldName): Field<unknown> => fields[name] as Field<unknown>;

export const mergeField = (name: FieldName, base: unknown, mine: unknown, theirs: unknown): Merged<unknown> =>
  fieldOf(name).merge?.(base, mine, theirs) ??
  mergeWhole(base, mine, theirs, (a, b) => sameField(name, a, b));

export const sameField = (name: FieldName, a: unknown, b: unknown): boolean =>
  JSON.stringify(fieldOf(name).write(a)) === JSON.stringify(fieldOf(name).write(b));
