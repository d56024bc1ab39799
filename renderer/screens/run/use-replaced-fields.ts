import { useEffect, useEffectEvent, useRef } from 'react';

import type { StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { keyedFields } from '../../features/step-form/form-values.ts';
import type { ValueSaver } from './value-saver.ts';

interface KnownField {
  id: number;
  key: string;
  stepid: number;
  field: StepFormField;
}

/** Takes over what was typed into fields whose ids the site has replaced: all ids of a form that was made at this desk. */
export function useReplacedFields(forms: readonly StepForm[], saver: ValueSaver): void {
  const before = useRef<readonly KnownField[]>([]);
  const now = forms.flatMap(({ stepid, fields }) =>
    keyedFields(fields).map(({ key, item: field }): KnownField => ({
      id: field.field_revisionid,
      key,
      stepid,
      field,
    })),
  );
  const ids = now.map(({ id }) => id).join();
  const takeOver = useEffectEvent((known: string) => {
    if (known === '') return;
    for (const gone of before.current.filter(({ id }) => !now.some((one) => one.id === id))) {
      const alike = now.filter(
        ({ id, key }) => key === gone.key && !before.current.some((one) => one.id === id),
      );
      // The step may have got another id, too.
      const field =
        alike.find(({ stepid }) => stepid === gone.stepid) ?? alike.find(() => alike.length === 1);
      if (field) saver.replace(gone.id, field.field);
    }
    before.current = now;
  });
  useEffect(() => takeOver(ids), [ids]);
}
