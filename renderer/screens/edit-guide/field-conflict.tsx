import type { ReactElement } from 'react';

import { ConflictChoice } from '../../components/editing/conflict-choice.tsx';
import { DiffText } from '../../components/editing/diff-text.tsx';
import { duration } from '../../format.ts';
import type { Access } from './access.ts';
import type { FieldName, FieldValues } from './guide-fields.ts';

/** Where both sides changed a field: both versions, in words. */
export function FieldConflict({ access, name }: { access: Access; name: FieldName }): ReactElement | null {
  const conflict = access.conflict<FieldValues[FieldName]>([name]);
  if (!conflict) return null;
  const mine = wordsOf(access.get(name));
  const theirs = wordsOf(conflict.theirs ?? null);
  return (
    <ConflictChoice
      mine={<DiffText before={theirs} after={mine} show="after" />}
      theirs={<DiffText before={mine} after={theirs} show="after" />}
      onMine={() => access.resolve([name], 'mine')}
      onTheirs={() => access.resolve([name], 'theirs')}
    />
  );
}

/** Any field's value as a person would say it. */
export function wordsOf(value: FieldValues[FieldName] | null): string {
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
