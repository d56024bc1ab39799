import type { JournalItem } from '../../../shared/model/journal.ts';
import { duration } from '../../format.ts';
import { entryTexts } from './entry-texts.ts';
import { itemBody, fieldName } from './entry-words.ts';
import { changeTexts } from './texts.ts';

export interface Written {
  name: string;
  text: string;
}

/** Returns the content of an edit, field by field. */
export const writtenIn = (entry: JournalItem): Written[] =>
  Object.entries(itemBody(entry))
    .filter(
      ([field, value]) => value !== undefined && (field in entryTexts.fields || typeof value === 'string'),
    )
    .map(([field, value]) => ({ name: fieldName(field), text: valueText(field, value) }));

/** Returns a value as text, one line per item of a list. */
export function valueText(field: string, value: unknown): string {
  const { values } = changeTexts;
  if (value === null || value === undefined || value === '') return values.empty;
  if (field.startsWith('time_required') && typeof value === 'number') return duration(value);
  if (field === 'public' && typeof value === 'boolean') return value ? values.everybody : values.few;
  if (typeof value === 'boolean') return value ? values.yes : values.no;
  if (Array.isArray(value))
    return value.length === 0 ? values.empty : value.map((one) => itemText(one)).join('\n');
  return itemText(value);
}

/** Returns the text of an item: a line, a part, a fact, a supplier. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { quantity, name, text, type, notes, isoptional, value, supplier, data } = item as Record<
    string,
    string | number | boolean | null | undefined | unknown[]
  >;
  if (Array.isArray(data)) return changeTexts.values.pictures(data.length);
  const { values } = changeTexts;
  const main = [typeof quantity === 'number' ? values.times(quantity) : '', text ?? name ?? supplier ?? '']
    .filter(Boolean)
    .join(' ');
  const more = [type, value, notes, isoptional === true ? values.optional : ''].filter(
    (part) => part !== null && part !== undefined && part !== '',
  );
  return more.length === 0 ? main : `${main} · ${more.join(' · ')}`;
}
