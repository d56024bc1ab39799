import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconCloudOff,
  IconLoader2,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactElement } from 'react';

import { isNotApplicable, judge, notApplicable } from '../../../shared/model/field-extras.ts';
import type { FieldInput, StepFormField } from '../../../shared/model/step-form.ts';
import { choicesOf, isRequired, limitsOf } from '../../../shared/model/step-form.ts';
import type { WorkValue } from '../../../shared/model/work-log.ts';
import { dateField } from '../../components/date-field.ts';
import { sentenceCase } from '../../format.ts';
import styles from './form-field.module.css';
import type { SaveState } from './form-values.ts';
import { asksFirst, enteredValue, isPreset, rangeWords, wordsOfValue } from './form-values.ts';
import { ImageField } from './image-field.tsx';
import { SignatureField } from './signature-field.tsx';
import { stepFormTexts } from './texts.ts';
import { phrase } from '../../../shared/phrase.ts';

export interface FormFieldProps {
  field: StepFormField;
  stored: WorkValue | undefined;
  input: FieldInput;
  /** Null before anything is entered. */
  state: SaveState | null;
  onInput: (input: FieldInput | null) => void;
  onPicture: (file: File) => Promise<void>;
  /** Removes one of several pictures, by its position. */
  onRemovePicture: (at: number) => void;
}

export function FormField(props: FormFieldProps): ReactElement {
  const { field, state, stored, input, onInput } = props;
  const id = `field-${field.field_revisionid}`;
  const hint = field.field_type === 'Numeric Input' ? limitWords(field) : '';
  const applies = !isNotApplicable(field.benchside, input);
  const grouped = !applies || field.field_type === 'Radios' || field.field_type === 'Image';
  const label = (
    <>
      {field.label}{' '}
      {isRequired(field) ? <span className={styles.required}>{stepFormTexts.form.required}</span> : null}
    </>
  );
  return (
    <div
      className={styles.field}
      data-state={state?.kind ?? 'empty'}
      onKeyDown={toNextField}
      role="presentation"
    >
      {field.field_type === 'Checkbox' && applies ? null : grouped ? (
        <p className={styles.label} id={`${id}-label`}>
          {label}
        </p>
      ) : (
        <label className={styles.label} htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
      )}
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {applies ? <Control {...props} id={id} hinted={hint !== ''} shownLabel={label} /> : null}
      {applies ? <Verdict field={field} input={input} /> : null}
      {field.benchside?.notApplicable ? (
        <button
          type="button"
          id={applies ? undefined : id}
          className={styles.notApplicable}
          aria-pressed={!applies}
          aria-describedby={`${id}-label`}
          onClick={() => onInput(applies ? notApplicable : null)}
        >
          <IconBan size="1.25rem" aria-hidden /> {stepFormTexts.form.notApplicable}
        </button>
      ) : null}
      <p className={styles.state} id={`${id}-state`} aria-live="polite">
        <State state={state} stored={storedWords(field, stored)} />
      </p>
    </div>
  );
}

const storedWords = (
  { field_type, benchside }: StepFormField,
  stored: WorkValue | undefined,
): string | undefined =>
  stored && field_type !== 'Image' ? wordsOfValue(field_type, stored.value, benchside?.date) : undefined;

function limitWords(field: StepFormField): string {
  const { limit_min, min, limit_max, max, limit_decimals, decimals } = limitsOf(field);
  const range = rangeWords({
    ...(limit_min ? { lowest: min } : {}),
    ...(limit_max ? { highest: max } : {}),
  });
  const pass = rangeWords(field.benchside ?? {});
  return [
    pass ? stepFormTexts.form.pass(pass) : '',
    range,
    limit_decimals ? stepFormTexts.form.limits.decimals(decimals) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Says at once whether a value is within the limits of its field. */
function Verdict({ field, input }: Pick<FormFieldProps, 'field' | 'input'>): ReactElement | null {
  const range = rangeWords(field.benchside ?? {});
  if (range === '') return null;
  const read = enteredValue(field, input);
  const judged = 'value' in read ? judge(field.benchside, read.value) : undefined;
  return (
    <p className={styles.verdict} data-outside={judged?.outside} aria-live="polite">
      {judged?.outside ? (
        <>
          <IconAlertTriangle size="1.3em" aria-hidden /> {stepFormTexts.form.outside(range)}
        </>
      ) : judged ? (
        <>
          <IconCircleCheck size="1.3em" aria-hidden /> {stepFormTexts.form.inside}
        </>
      ) : null}
    </p>
  );
}

function refusedWords(message: string, stored: string | undefined): string {
  const sentence = sentenceCase(phrase(message));
  return stored ? stepFormTexts.form.refusedKept(sentence, stored) : stepFormTexts.form.refused(sentence);
}

interface ControlProps extends FormFieldProps {
  id: string;
  hinted: boolean;
  /** The label of the field, with a word if it is required. */
  shownLabel: ReactElement;
}

function Control(props: ControlProps): ReactElement {
  const { field, stored, input, state, id, hinted, shownLabel, onInput, onPicture } = props;
  const { label } = field;
  const said = {
    'aria-describedby': hinted ? `${id}-hint ${id}-state` : `${id}-state`,
    'aria-invalid': state?.kind === 'refused' || undefined,
    'aria-required': isRequired(field) || undefined,
  };
  const text = typeof input === 'boolean' ? String(Number(input)) : String(input);
  switch (field.field_type) {
    case 'Text Area':
      return (
        <textarea
          {...said}
          id={id}
          className={styles.text}
          rows={4}
          value={text}
          placeholder={field.textarea}
          onChange={(event) => onInput(event.currentTarget.value)}
        />
      );
    case 'Numeric Input':
      return (
        <span className={styles.amount}>
          <input
            {...said}
            id={id}
            className={styles.number}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            placeholder={field.placeholder}
            dir="ltr"
            onChange={(event) => onInput(event.currentTarget.value)}
          />
          {field.benchside?.unit}
        </span>
      );
    case 'Checkbox':
      if (asksFirst(field) && text === '')
        return (
          <fieldset className={styles.preset}>
            <legend className={styles.label}>{shownLabel}</legend>
            <p className={styles.hint}>
              {isPreset(field) ? stepFormTexts.form.preset : stepFormTexts.form.answer}
            </p>
            <Button id={id} onClick={() => onInput(true)}>
              {isPreset(field) ? stepFormTexts.form.presetYes : stepFormTexts.form.yes}
            </Button>
            <Button variant="default" onClick={() => onInput(false)}>
              {stepFormTexts.form.no}
            </Button>
          </fieldset>
        );
      return (
        <label className={styles.check}>
          <input
            {...said}
            id={id}
            ref={asksFirst(field) && state?.kind === 'saving' ? takeFocus : undefined}
            type="checkbox"
            checked={text === '1'}
            onChange={(event) => onInput(event.currentTarget.checked)}
          />
          <span>{shownLabel}</span>
        </label>
      );
    case 'Radios':
      return (
        <div className={styles.radios} role="radiogroup" aria-labelledby={`${id}-label`} {...said}>
          {choicesOf(field).map((choice, i) => (
            <label key={choice} className={styles.radio}>
              <input
                id={i === 0 ? id : undefined}
                type="radio"
                name={id}
                checked={text === choice}
                onChange={() => onInput(choice)}
              />
              <span>{choice}</span>
            </label>
          ))}
        </div>
      );
    case 'Select':
      return (
        <span className={styles.select}>
          <select
            {...said}
            id={id}
            className={styles.text}
            value={text}
            onChange={(event) => onInput(event.currentTarget.value || null)}
          >
            <option value="">{stepFormTexts.form.choose}</option>
            {choicesOf(field).map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
          <IconChevronDown size="1.5rem" aria-hidden />
        </span>
      );
    case 'Image':
      return field.benchside?.signature ? (
        <SignatureField
          id={id}
          label={label}
          stored={stored}
          onPicture={onPicture}
          onRemove={() => onInput(null)}
        />
      ) : (
        <ImageField
          id={id}
          label={label}
          stored={stored}
          several={field.benchside?.several === true}
          onPicture={onPicture}
          onRemove={props.onRemovePicture}
        />
      );
    default:
      return (
        <input
          {...said}
          id={id}
          {...(field.benchside?.date ? dateField : { type: 'text' })}
          className={styles.text}
          autoComplete="off"
          value={text}
          placeholder={field.placeholder}
          onChange={(event) => onInput(event.currentTarget.value)}
        />
      );
  }
}

/** The answer replaces the two buttons, one of which had the focus. */
const takeFocus = (box: HTMLInputElement | null): void => box?.focus({ preventScroll: true });

/** Moves to the next field on Enter, with which a scanner ends a code. */
function toNextField(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  const isLine = target instanceof HTMLInputElement && target.type !== 'file';
  if (event.key !== 'Enter' || !isLine) return;
  event.preventDefault();
  const controls = [
    ...(currentTarget.parentElement?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? []),
  ];
  controls
    .slice(controls.indexOf(target) + 1)
    .find((control) => !currentTarget.contains(control))
    ?.focus();
}

function State({
  state,
  stored,
}: {
  state: SaveState | null;
  stored: string | undefined;
}): ReactElement | null {
  const words = stepFormTexts.form;
  switch (state?.kind) {
    case undefined:
      return null;
    case 'saving':
      return (
        <>
          <IconLoader2 size="1.2em" aria-hidden /> {words.saving}
        </>
      );
    case 'saved':
      return (
        <>
          <IconCheck size="1.2em" aria-hidden /> {words.saved}
        </>
      );
    case 'waiting':
      return (
        <>
          <IconCloudOff size="1.2em" aria-hidden /> {words.waiting(phrase(state.message))}
        </>
      );
    case 'refused':
      return (
        <>
          <IconAlertTriangle size="1.2em" aria-hidden /> {refusedWords(state.message, stored)}
        </>
      );
  }
}
