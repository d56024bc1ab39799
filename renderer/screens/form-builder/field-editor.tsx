import { IconAlertTriangle, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { TextField } from '../../components/editing/text-field.tsx';
import { CheckRow } from '../../components/tick.tsx';
import { editingTexts } from '../../components/editing/texts.ts';
import { limits } from '../../../shared/limits.ts';
import { isFieldType } from '../../../shared/model/step-form-input.ts';
import { numeral } from '../../../shared/numeral.ts';
import styles from './form-builder.module.css';
import type { BuilderChoice, BuilderField } from './form-value.ts';
import { isFieldKind } from './field-kinds.ts';
import { decimalsTyped, emptyChoice, hasChoices, kindOf, limitNames } from './form-value.ts';
import { builderFieldName, formTexts } from './texts.ts';

export interface FieldEditorProps {
  field: BuilderField;
  position: number;
  problem: string | null;
  onChange: (change: Partial<BuilderField>) => void;
  onRemove: () => void;
}

/** The editor of one form field: its label and rules. */
export function FieldEditor({
  field,
  position,
  problem,
  onChange,
  onRemove,
}: FieldEditorProps): ReactElement {
  const words = formTexts;
  const { field_type: type } = field;
  const kind = kindOf(field);
  const name = builderFieldName(position, field.label);
  return (
    <>
      <div className={styles.fieldHead}>
        <button type="button" className={styles.grip} aria-label={editingTexts.order.handle(name)} data-grip>
          <IconGripVertical aria-hidden />
        </button>
        <strong>{isFieldKind(kind) ? words.types[kind] : kind}</strong>
        <button type="button" className={styles.icon} aria-label={words.remove(name)} onClick={onRemove}>
          <IconTrash aria-hidden />
        </button>
      </div>
      {isFieldType(type) ? (
        <div className={styles.rules}>
          <TextField
            label={words.label}
            value={field.label}
            most={limits.form.label.max}
            onChange={(label) => onChange({ label })}
            problem={problem}
          />
          {kind === 'Text Input' || type === 'Text Area' || type === 'Numeric Input' ? (
            <TextField
              label={words.placeholder}
              lines={type === 'Text Area'}
              value={field.placeholder}
              most={limits.form.label.max}
              onChange={(placeholder) => onChange({ placeholder })}
            />
          ) : null}
          {hasChoices(type) ? <Choices field={field} onChange={onChange} /> : null}
          {type === 'Numeric Input' ? (
            <>
              <Limits field={field} onChange={onChange} />
              <PassLimits field={field} onChange={onChange} />
            </>
          ) : null}
          {kind === 'Image' ? (
            <CheckRow
              label={words.several}
              checked={field.several}
              onChange={(several) => onChange({ several })}
            />
          ) : null}
          {type === 'Checkbox' ? (
            <CheckRow
              label={words.checked}
              checked={field.checked}
              onChange={(checked) => onChange({ checked })}
            />
          ) : null}
          {type === 'Checkbox' ? (
            <CheckRow
              label={words.noFails}
              checked={field.noFails}
              onChange={(noFails) => onChange({ noFails })}
            />
          ) : null}
          <CheckRow
            label={type === 'Checkbox' ? words.answer : words.required}
            checked={field.required}
            onChange={(required) => onChange({ required })}
          />
          <CheckRow
            label={words.notApplicable}
            checked={field.notApplicable}
            onChange={(notApplicable) => onChange({ notApplicable })}
          />
        </div>
      ) : (
        <p className={styles.soft}>{words.unknown}</p>
      )}
    </>
  );
}

type PartProps = Pick<FieldEditorProps, 'field' | 'onChange'>;

function Choices({ field, onChange }: PartProps): ReactElement {
  const words = formTexts;
  const { choices } = field;
  const put = (index: number, choice: BuilderChoice): void =>
    onChange({ choices: choices.map((one, at) => (at === index ? choice : one)) });
  const hasRoom = choices.length < limits.form.choices.max;
  return (
    <fieldset className={styles.choices}>
      <legend>{words.choices}</legend>
      <p className={styles.soft}>{words.failsHint}</p>
      {choices.map((choice, index) => (
        <div key={`${field.key} ${index}`}>
          <TextField
            label={words.choice(index + 1)}
            hideLabel
            placeholder={words.choice(index + 1)}
            value={choice.text}
            most={limits.form.label.max}
            onChange={(text) => put(index, { ...choice, text })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (hasRoom)
                onChange({
                  choices: [...choices.slice(0, index + 1), emptyChoice, ...choices.slice(index + 1)],
                });
            }}
          />
          <button
            type="button"
            className={styles.fails}
            aria-label={words.choiceFails(index + 1)}
            aria-pressed={choice.fails}
            onClick={() => put(index, { ...choice, fails: !choice.fails })}
          >
            <IconAlertTriangle aria-hidden /> {words.fails}
          </button>
          <button
            type="button"
            className={styles.icon}
            aria-label={words.removeChoice(index + 1)}
            onClick={() => onChange({ choices: choices.filter((_, at) => at !== index) })}
          >
            <IconTrash aria-hidden />
          </button>
        </div>
      ))}
      {hasRoom ? (
        <button
          type="button"
          className={styles.small}
          onClick={() => onChange({ choices: [...choices, emptyChoice] })}
        >
          <IconPlus aria-hidden /> {words.addChoice}
        </button>
      ) : null}
    </fieldset>
  );
}

const Limits = ({ field, onChange }: PartProps): ReactElement => (
  <div className={styles.limits}>
    {limitNames.map((name) => (
      <div key={name}>
        <CheckRow
          label={formTexts.limits[name]}
          checked={field.limits[name] !== null}
          onChange={(on) => onChange({ limits: { ...field.limits, [name]: on ? numeral('0') : null } })}
        />
        <TextField
          label={formTexts.limits[name]}
          hideLabel
          readOnly={field.limits[name] === null}
          value={field.limits[name] ?? ''}
          type="number"
          onChange={(text) =>
            onChange({
              limits: { ...field.limits, [name]: name === 'limit_decimals' ? decimalsTyped(text) : text },
            })
          }
        />
      </div>
    ))}
  </div>
);

/** Limits that refuse nothing: a value outside is evidence too. */
function PassLimits({ field, onChange }: PartProps): ReactElement {
  const words = formTexts.pass;
  return (
    <fieldset className={styles.choices}>
      <legend>{words.title}</legend>
      <p className={styles.soft}>{words.hint}</p>
      <div className={styles.pass}>
        <TextField
          label={words.lowest}
          type="number"
          value={field.lowest}
          onChange={(lowest) => onChange({ lowest })}
        />
        <TextField
          label={words.highest}
          type="number"
          value={field.highest}
          onChange={(highest) => onChange({ highest })}
        />
        <TextField
          label={words.unit}
          value={field.unit}
          most={limits.form.unit.max}
          onChange={(unit) => onChange({ unit })}
        />
      </div>
    </fieldset>
  );
}
