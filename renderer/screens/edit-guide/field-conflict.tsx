import type { ReactElement } from 'react';

import { ConflictChoice } from '../../features/edit/conflict-choice.tsx';
import { DiffText } from '../../components/editing/diff-text.tsx';
import type { Access } from './access.ts';
import { fieldWords } from '../../features/edit/field-words.ts';
import type { FieldName, FieldValues } from '../../features/edit/guide-fields.ts';

/** Both versions of a field as text, if both sides changed it. */
export function BothVersions({ access, name }: { access: Access; name: FieldName }): ReactElement | null {
  const conflict = access.conflict<FieldValues[FieldName]>([name]);
  if (!conflict) return null;
  const mine = fieldWords(access.get(name));
  const theirs = fieldWords(conflict.theirs ?? null);
  return (
    <ConflictChoice
      mine={<DiffText before={theirs} after={mine} show="after" />}
      theirs={<DiffText before={mine} after={theirs} show="after" />}
      onMine={() => access.resolve([name], 'mine')}
      onTheirs={() => access.resolve([name], 'theirs')}
    />
  );
}
