import { icu, messages } from '../../../shared/language.ts';

export const stepFormTexts = messages('run', {
  form: {
    required: 'required',
    preset: 'Preset: yes. Please confirm it.',
    presetYes: 'Yes, confirmed',
    presetNo: 'No',
    saving: 'Saving …',
    saved: 'Saved',
    waiting: icu('Not saved yet. {message} Retries automatically.', 'message'),
    refused: icu('{message}. Not saved.', 'message'),
    refusedKept: icu('{message}. The saved value is still {stored}', 'message', 'stored'),
    choose: 'Choose …',
    limits: {
      between: icu('{min} to {max}', 'min', 'max'),
      atLeast: icu('{min} or more', 'min'),
      atMost: icu('{max} or less', 'max'),
      decimals: icu(
        '{n, plural, =0 {whole numbers} one {at most # decimal} other {at most # decimals}}',
        'n',
      ),
    },
    pass: icu('Limits: {range}', 'range'),
    inside: 'Within limits',
    outside: icu('Out of limits: {range}', 'range'),
    notApplicable: 'Not applicable',
  },
  image: {
    camera: 'Camera',
    file: 'Choose a file',
    replace: 'Replace',
    remove: 'Remove',
    sending: 'Storing the picture …',
    failed: 'The picture was not stored:',
    of: icu('Picture for {label}', 'label'),
    none: 'Taking a picture needs a camera; none found.',
    add: 'Add a picture',
    nth: icu('Picture {n, number} for {label}', 'n', 'label'),
    removeNth: icu('Remove picture {n, number}', 'n'),
    full: icu(
      '{n, plural, one {This field takes # picture.} other {This field takes at most # pictures.}}',
      'n',
    ),
  },
  signature: {
    draw: icu('Draw here: {label}', 'label'),
    hint: 'Sign with a finger, a pen or the mouse.',
    save: 'Save the signature',
    clear: 'Clear',
    again: 'Sign again',
  },
});
