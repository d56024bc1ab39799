import { icu, messages } from '../../../shared/language.ts';
import type { FieldType } from '../../../shared/model/step-form.ts';

export const formTexts = messages('form-builder', {
  title: icu('Form for {step}', 'step'),
  intro: 'Technicians fill it in while they work through this step.',
  fields: 'Fields',
  preview: 'Preview',
  previewHint: 'Try it: nothing is stored.',
  previewEmpty: 'Fields appear here as technicians will see them.',
  none: 'This step has no form. Add the first field.',
  add: 'Add a field',
  types: {
    'Text Input': 'Short text',
    'Text Area': 'Long text',
    'Numeric Input': 'Number',
    Checkbox: 'Checkbox',
    Image: 'Picture',
    Radios: 'Radio buttons',
    Select: 'Drop-down list',
  } satisfies Record<FieldType, string>,
  field: icu('Field {position, number}', 'position'),
  namedField: icu('Field {position, number}, {label}', 'position', 'label'),
  label: 'Label',
  required: 'Required',
  placeholder: 'Placeholder text',
  checked: 'Checked by default',
  choices: 'Choices',
  choice: icu('Choice {n, number}', 'n'),
  addChoice: 'Add a choice',
  removeChoice: icu('Remove choice {n, number}', 'n'),
  limits: {
    limit_min: 'At least',
    limit_max: 'At most',
    limit_decimals: 'Decimals',
  },
  remove: icu('Remove {name}', 'name'),
  removed: icu('{name} is removed', 'name'),
  save: 'Save the form',
  saved: 'Saved',
  unsaved: 'Kept as a draft; save when it is complete',
  failed: 'The form was not saved:',
  back: 'Back to the step',
  unknown: 'This type of field is edited in another program. It stays unchanged.',
  changed: {
    title: 'Someone else has changed this form',
    words:
      'Saving now puts yours in place of theirs. What was filled in stays with the version it was filled in.',
    mine: 'Save mine anyway',
    theirs: 'Take theirs',
  },
  check: {
    label: 'Every field needs a name.',
    choice: 'Add at least one choice. None may be empty or appear twice.',
    limit: icu('{name}: {problem}', 'name', 'problem'),
    long: icu('A text has at most {n, number} characters.', 'n'),
    range: 'Minimum is greater than maximum.',
  },
  preliminary: 'Picture fields take pictures once the form is saved.',
});

export const fieldName = (position: number, label: string): string =>
  label ? formTexts.namedField(position, label) : formTexts.field(position);
