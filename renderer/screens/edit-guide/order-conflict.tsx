import type { ReactElement } from 'react';

import { fieldName } from '../../features/changes/entry-words.ts';
import { ConflictChoice } from '../../features/edit/conflict-choice.tsx';
import type { Access } from './access.ts';
import styles from './order-conflict.module.css';
import type { RailStep } from './rail.tsx';
import { editTexts } from './texts.ts';

/** Both orders of the steps, if both sides changed the order. @param steps in my order */
export function OrderConflict({
  access,
  steps,
}: {
  access: Access;
  steps: readonly RailStep[];
}): ReactElement | null {
  const conflict = access.conflict<string[]>(['order']);
  if (!conflict) return null;
  const names = new Map(
    steps.map(({ key, title, begins }, index) => [
      key,
      title || begins || editTexts.rail.untitled(index + 1),
    ]),
  );
  const list = (keys: readonly string[]): ReactElement => (
    <ol>
      {keys.map((key) => (
        <li key={key}>{names.get(key)}</li>
      ))}
    </ol>
  );
  return (
    <section className={styles.order} aria-label={fieldName('steporder')}>
      <h2>{fieldName('steporder')}</h2>
      <ConflictChoice
        mine={list([...names.keys()])}
        theirs={list((conflict.theirs ?? []).filter((key) => names.has(key)))}
        onMine={() => access.resolve(['order'], 'mine')}
        onTheirs={() => access.resolve(['order'], 'theirs')}
      />
    </section>
  );
}
