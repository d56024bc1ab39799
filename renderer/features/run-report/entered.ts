import type { FieldExtras } from '../../../shared/model/field-extras.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry, WorkValue } from '../../../shared/model/work-log.ts';

/** A value and its field's type; `type` is empty if the field does not exist any more. */
export interface Entered {
  value: WorkValue;
  type: string;
  extras: FieldExtras | null;
}

/** Returns the entered values in the order of the forms' fields; values of deleted fields come last. */
export function enteredIn({ work_data }: WorkLogEntry, forms: readonly StepForm[]): Entered[] {
  const fields = forms.flatMap(({ stepid, fields }) => fields.map((field) => ({ stepid, field })));
  const placed = work_data.map((value) => {
    const byId = fields.findIndex(({ field }) => field.field_revisionid === value.field_revisionid);
    const byLabel = fields.findIndex(
      ({ stepid, field }) => stepid === value.stepid && field.label === value.label,
    );
    const at = byId < 0 ? byLabel : byId;
    const field = fields[at]?.field;
    const extras = field?.benchside ?? null;
    return { value, type: field?.field_type ?? '', extras, at: at < 0 ? fields.length : at };
  });
  return placed.toSorted((a, b) => a.at - b.at).map(({ value, type, extras }) => ({ value, type, extras }));
}
