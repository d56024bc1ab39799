import {
  IconAlertTriangle,
  IconGripVertical,
  IconListDetails,
  IconPlus,
  IconTextCaption,
  IconTool,
} from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { moved } from '../../components/editing/moved.ts';
import { useSortable } from '../../components/editing/sortable.ts';
import { editingTexts } from '../../components/editing/texts.ts';
import { Live, Unseen } from '../../components/live.tsx';
import { Picture } from '../../components/picture.tsx';
import styles from './rail.module.css';
import { editTexts } from './texts.ts';

export type EditorPlace = 'details' | 'texts' | 'things' | { step: string };

export interface RailStep {
  key: string;
  title: string;
  /** The first line, for a step without a title. */
  begins: string;
  image: Image | null;
  attention: 'problem' | 'conflict' | null;
}

export interface RailProps {
  part: EditorPlace;
  steps: readonly RailStep[];
  onPart: (part: EditorPlace) => void;
  onOrder: (keys: string[]) => void;
  onAdd: () => void;
}

const icons: Record<'details' | 'texts' | 'things', ReactNode> = {
  details: <IconListDetails aria-hidden />,
  texts: <IconTextCaption aria-hidden />,
  things: <IconTool aria-hidden />,
};

/** Navigation of the editor's parts; steps are sorted here by dragging, or by Alt and the arrow keys. */
export function Rail({ part, steps, onPart, onOrder, onAdd }: RailProps): ReactElement {
  const words = editTexts.rail;
  const [said, setSaid] = useState('');
  const keys = steps.map(({ key }) => key);
  const {
    list: sorted,
    dragged,
    shift,
  } = useSortable(steps.length, (from, to) => {
    onOrder(moved(keys, from, to));
    setSaid(editingTexts.order.moved(words.untitled(from + 1), to + 1, steps.length));
  });
  const current = typeof part === 'object' ? part.step : null;
  return (
    <nav className={styles.rail} aria-label={words.label} data-scroll>
      <Live>{said}</Live>
      <ul className={styles.parts}>
        {(['details', 'texts', 'things'] as const).map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.part}
              aria-current={part === name ? 'page' : undefined}
              onClick={() => onPart(name)}
            >
              {icons[name]} {words[name]}
            </button>
          </li>
        ))}
      </ul>
      <h2>{words.steps}</h2>
      {steps.length === 0 ? <p>{words.noSteps}</p> : null}
      <ol ref={sorted}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            data-sort
            data-current={step.key === current}
            data-dragged={dragged === index}
            style={shift(index)}
          >
            <button
              type="button"
              className={styles.grip}
              aria-label={editingTexts.order.handle(words.untitled(index + 1))}
              data-grip
            >
              <IconGripVertical aria-hidden />
            </button>
            <button
              type="button"
              className={styles.step}
              aria-current={step.key === current ? 'page' : undefined}
              onClick={() => onPart({ step: step.key })}
            >
              <span className={styles.thumb}>
                {step.image ? (
                  <Picture image={step.image} size="140x105" alt="" />
                ) : (
                  <span className={styles.number} aria-hidden>
                    {index + 1}
                  </span>
                )}
              </span>
              <span className={styles.words}>
                <strong>
                  {step.title ? words.titled(index + 1, step.title) : words.untitled(index + 1)}
                </strong>
                {step.title ? null : <small>{step.begins || words.empty}</small>}
              </span>
              {step.attention ? (
                <span className={styles.attention}>
                  <IconAlertTriangle size="1.375rem" aria-hidden />
                  <Unseen>{words[step.attention]}</Unseen>
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className={styles.add} onClick={onAdd}>
        <IconPlus aria-hidden /> {words.add}
      </button>
    </nav>
  );
}
