import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ReactElement } from 'react';

import { imageids } from '../../../shared/model/field-extras.ts';
import type { FieldInput, StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { isObligatory } from '../../../shared/model/step-form.ts';
import type { WorkValue } from '../../../shared/model/work-log.ts';
import { FormField } from '../../features/step-form/form-field.tsx';
import type { Drafts } from '../../features/step-form/form-values.ts';
import { inputOf, keyedFields, storedValue } from '../../features/step-form/form-values.ts';
import styles from './step-form.module.css';
import { runScreenTexts } from './texts.ts';

export interface StepFormProps {
  form: StepForm;
  isOlder: boolean;
  data: readonly WorkValue[];
  /** When `data` was read, in milliseconds of `performance.now()`. */
  readAt: number;
  drafts: Drafts;
  /** Number of fields in this form that prevent finishing the run. */
  left: number;
  /** field_revisionid of the field to focus. */
  focus: number | null;
  onInput: (field: StepFormField, input: FieldInput | null) => void;
  onPicture: (field: StepFormField, file: File) => Promise<void>;
}

export function StepFormView({
  form,
  isOlder,
  data,
  readAt,
  drafts,
  left,
  focus,
  onInput,
  onPicture,
}: StepFormProps): ReactElement {
  const words = runScreenTexts.form;
  useFocus(focus);
  return (
    <section className={styles.form} aria-labelledby="step-form-title" data-step-form>
      <div className={styles.head}>
        <h2 id="step-form-title">{words.title}</h2>
        {isObligatory(form) ? (
          <small>
            <IconShieldCheck size="1.25em" aria-hidden /> {words.obligatory}
          </small>
        ) : null}
        <span data-done={left === 0}>{words.left(left)}</span>
      </div>
      {isOlder ? (
        <p className={styles.older}>
          <IconHistory size="1.4em" aria-hidden /> {words.older}
        </p>
      ) : null}
      {keyedFields(form.fields).map(({ key, item: field }) => {
        const stored = storedValue(data, field.field_revisionid);
        const draft = drafts.get(field.field_revisionid);
        return (
          <FormField
            key={key}
            field={field}
            stored={stored}
            input={inputOf(field, draft, stored?.value, readAt)}
            state={draft?.state ?? (stored ? { kind: 'saved', at: readAt } : null)}
            onInput={(input) => onInput(field, input)}
            onPicture={(file) => onPicture(field, file)}
            onRemovePicture={(at) => onInput(field, idsWithout(stored?.value, at))}
          />
        );
      })}
    </section>
  );
}

/** Returns the value of an Image field without one of its pictures; null if it was the last. */
const idsWithout = (value: string | undefined, at: number): string | null =>
  imageids(value ?? '')
    .filter((_, index) => index !== at)
    .join(',') || null;

function useFocus(field: number | null): void {
  useEffect(() => {
    const control = field === null ? null : document.getElementById(`field-${field}`);
    control?.scrollIntoView({ block: 'center' });
    control?.focus();
  }, [field]);
}
