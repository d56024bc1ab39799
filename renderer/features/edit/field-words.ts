import { duration } from '../../format.ts';
import type { FieldName, FieldValues } from './guide-fields.ts';

/** Returns the value of any field as text. */
export function fieldWords(value: FieldValues[FieldName] | null): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map((one) => {
        if (typeof one === 'string') return one;
        if ('title' in one) return one.title;
        const { quantity, name, notes } = one;
        return `${quantity} × ${name}${notes ? ` (${notes})` : ''}`;
      })
      .join('\n');
  if ('min' in value) return `${duration(value.min)} – ${duration(value.max)}`;
  return `#${value.id}`;
}
