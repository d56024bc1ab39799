import { useState } from 'react';
import type { ReactElement } from 'react';

import { isFieldType } from '../../../shared/model/step-form-input.ts';
import type { FieldInput } from '../../../shared/model/step-form.ts';
import { readValue } from '../../../shared/model/step-form.ts';
import { FormField } from '../../features/step-form/form-field.tsx';
import { asksFirst } from '../../features/step-form/form-values.ts';
import styles from './form-builder.module.css';
import type { BuilderField } from './form-value.ts';
import { previewOf } from './form-value.ts';
import { formTexts } from './texts.ts';

/** The form as in a run, to try out; entered values are not stored. */
export function FormPreview({ fields }: { fields: readonly BuilderField[] }): ReactElement {
  const [inputs, setInputs] = useState<ReadonlyMap<string, FieldInput>>(new Map());
  const known = fields.filter(({ field_type }) => isFieldType(field_type));
  return (
    <section className={styles.preview} aria-label={formTexts.preview}>
      <h2>{formTexts.preview}</h2>
      <p className={styles.soft}>{known.length > 0 ? formTexts.previewHint : formTexts.previewEmpty}</p>
      {known.map((value, index) => {
        const field = previewOf(value, index);
        const untouched = field.field_type === 'Checkbox' && !asksFirst(field) ? field.placeholder : '';
        const input = inputs.get(value.key) ?? untouched;
        const read = input === '' ? null : readValue(field, input);
        return (
          <FormField
            key={value.key}
            field={field}
            stored={undefined}
            input={input}
            state={read && 'problem' in read ? { kind: 'refused', message: read.problem } : null}
            onInput={(next) => setInputs(new Map(inputs).set(value.key, next ?? ''))}
            onRemovePicture={() => setInputs(new Map(inputs).set(value.key, ''))}
            onPicture={() => Promise.reject(new Error(formTexts.preliminary))}
          />
        );
      })}
    </section>
  );
}
