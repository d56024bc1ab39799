import { IconClipboardText, IconCopyPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { limits } from '../../../shared/limits.ts';
import { PicturesField } from '../../components/editing/pictures-field.tsx';
import { TextField } from '../../components/editing/text-field.tsx';
import { InlineNote } from '../../components/inline-problem.tsx';
import type { Access } from './access.ts';
import styles from './edit-guide.module.css';
import { LineEditor } from './line-editor.tsx';
import { StepConflict } from './step-conflict.tsx';
import { editTexts } from './texts.ts';

export interface StepPanelProps {
  access: Access;
  stepKey: string;
  position: number;
  count: number;
  /** Path of the step's form builder and number of its fields; null before the step is stored. */
  form: { to: string; fields: number } | null;
  onAdd: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

export function StepPanel(props: StepPanelProps): ReactElement {
  const { access, stepKey, position, count, form } = props;
  const words = editTexts.step;
  const step = access.step(stepKey);
  if (!step) return <InlineNote>{words.gone}</InlineNote>;
  const problem = access.problem(['step', stepKey]);
  return (
    <section
      className={styles.step}
      aria-label={words.heading(position, count)}
      data-unit={`step ${stepKey}`}
      tabIndex={-1}
    >
      <StepConflict access={access} stepKey={stepKey} />
      <div className={styles.stepHead}>
        <h2>{words.heading(position, count)}</h2>
        <button type="button" className={styles.quiet} onClick={props.onDuplicate}>
          <IconCopyPlus aria-hidden /> {words.duplicate}
        </button>
        <button type="button" className={styles.quiet} onClick={props.onDelete}>
          <IconTrash aria-hidden /> {words.delete}
        </button>
      </div>
      <div className={styles.stepBody}>
        <div className={styles.stepPictures}>
          {step.film ? <p className={styles.soft}>{words.film}</p> : null}
          <PicturesField
            key={stepKey}
            label={words.pictures}
            images={step.images}
            most={limits.step.pictures.max}
            onChange={(change) =>
              access.setStep(stepKey, (now) => ({ ...now, images: change(now.images) }), 'choice')
            }
          />
        </div>
        <div className={styles.stepWords}>
          <TextField
            label={words.title}
            hint={words.titleHint}
            most={limits.step.title.max}
            value={step.title}
            onChange={(title) => access.setStep(stepKey, (now) => ({ ...now, title }))}
            onBlur={access.rest}
          />
          <LineEditor
            key={stepKey}
            lines={step.lines}
            onChange={(lines, pace) => access.setStep(stepKey, (now) => ({ ...now, lines }), pace)}
            onBlur={access.rest}
          />
          {problem ? (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          ) : null}
        </div>
      </div>
      <div className={styles.stepFoot}>
        {form ? (
          <Link href={form.to} className={styles.linkButton}>
            <IconClipboardText aria-hidden />
            <span>
              {words.form}
              <small>{words.formFields(form.fields)}</small>
            </span>
          </Link>
        ) : (
          <p className={styles.soft}>{words.formNew}</p>
        )}
        <button type="button" className={styles.linkButton} onClick={props.onAdd}>
          <IconPlus aria-hidden /> {editTexts.rail.addHere}
        </button>
      </div>
    </section>
  );
}
