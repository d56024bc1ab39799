import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { BulletMark } from '../../components/bullet-mark.tsx';
import { bulletTexts } from '../../../shared/bullet-texts.ts';
import { DiffText } from '../../components/editing/diff-text.tsx';
import { Picture } from '../../components/picture.tsx';
import type { LineChange, StepChange, TextChange } from './changes.ts';
import { sameLine } from './changes.ts';
import styles from './history.module.css';
import { historyTexts } from './texts.ts';

export interface ChangesViewProps {
  fields: readonly TextChange[];
  steps: readonly StepChange[];
}

/** Two versions in one text: removed words struck through, added ones underlined. */
export function ChangesView({ fields, steps }: ChangesViewProps): ReactElement {
  const words = historyTexts;
  const changed = steps.filter(({ same, moved }) => !same || moved);
  if (fields.length === 0 && changed.length === 0) return <p className={styles.soft}>{words.none}</p>;
  const unchanged = steps.length - changed.length;
  return (
    <div className={styles.changes}>
      {fields.length > 0 ? (
        <dl className={styles.fields}>
          {fields.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <DiffText before={before} after={after} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {changed.map((step) => (
        <StepChanges key={step.key} step={step} />
      ))}
      {unchanged > 0 ? <p className={styles.soft}>{words.step.same(unchanged)}</p> : null}
    </div>
  );
}

function StepChanges({ step }: { step: StepChange }): ReactElement {
  const words = historyTexts.step;
  const { from, to, title, lines, pictures } = step;
  const kind = from === null ? 'added' : to === null ? 'removed' : 'changed';
  return (
    <section className={styles.step} data-kind={kind}>
      <h3>{heading(step)}</h3>
      {title.before || title.after ? (
        <p className={styles.title}>
          <DiffText before={title.before} after={title.after} />
        </p>
      ) : null}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <LineDiff key={line.key} line={line} />
        ))}
      </ul>
      {step.film ? <p>{words.film}</p> : null}
      {pictures.some((picture) => picture.kind !== 'same') ? (
        <ul className={styles.pictures} aria-label={words.media}>
          {pictures.map((picture) => (
            <li key={picture.image.guid} data-kind={picture.kind}>
              <Picture image={picture.image} size="200x150" alt="" />
              {picture.kind === 'same' ? null : (
                <span>
                  {picture.kind === 'added' ? <IconPlus aria-hidden /> : <IconMinus aria-hidden />}
                  {picture.kind === 'added' ? words.pictureAdded : words.pictureRemoved}
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function heading({ from, to, moved, same }: StepChange): string {
  const words = historyTexts.step;
  if (from === null) return words.added(to ?? 0);
  if (to === null) return words.removed(from);
  if (moved) return same ? words.moved(from, to) : words.both(from, to);
  return words.changed(to);
}

function LineDiff({ line: { before, after } }: { line: LineChange }): ReactElement | null {
  const shown = after ?? before;
  if (!shown) return null;
  const words = historyTexts.step;
  const kind = !before ? 'added' : !after ? 'removed' : sameLine(before, after) ? 'same' : 'changed';
  return (
    <li data-kind={kind} style={{ marginInlineStart: `${shown.level * 1.5}rem` }}>
      {kind === 'added' ? (
        <IconPlus aria-hidden />
      ) : kind === 'removed' ? (
        <IconMinus aria-hidden />
      ) : (
        <span />
      )}
      {shown.bullet.startsWith('icon_') ? (
        <strong>{bulletTexts(shown.bullet)}</strong>
      ) : (
        <BulletMark bullet={shown.bullet} />
      )}
      <div>
        <DiffText before={before?.text_raw ?? ''} after={after?.text_raw ?? ''} />
        {before && after && before.bullet !== after.bullet ? (
          <small>{words.mark(bulletTexts(before.bullet), bulletTexts(after.bullet))}</small>
        ) : null}
        {before && after && before.level !== after.level ? (
          <small>{words.level(before.level + 1, after.level + 1)}</small>
        ) : null}
      </div>
    </li>
  );
}
