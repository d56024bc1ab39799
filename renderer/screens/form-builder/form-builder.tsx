import { Button, Menu } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { limits } from '../../../shared/limits.ts';
import { FoundDraft } from '../../components/editing/found-draft.tsx';
import { moved } from '../../components/editing/moved.ts';
import { useSortable } from '../../components/editing/sortable.ts';
import { editingTexts } from '../../components/editing/texts.ts';
import { Toast } from '../../components/toast.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Live } from '../../components/live.tsx';
import { CheckRow } from '../../components/tick.tsx';
import { FieldEditor } from './field-editor.tsx';
import styles from './form-builder.module.css';
import { FormPreview } from './form-preview.tsx';
import { fieldKinds } from './field-kinds.ts';
import type { FieldKind } from './field-kinds.ts';
import type { BuilderField, FormValue } from './form-value.ts';
import { checkField, newField, withObligatory } from './form-value.ts';
import { builderFieldName, formTexts } from './texts.ts';

export interface FormBuilderProps {
  step: string;
  back: string;
  form: FormValue;
  /** True if the form equals the stored one. */
  isSaved: boolean;
  saving: boolean;
  foundAt: number | null;
  problem: string | null;
  /** Refused fields, by index. */
  refused: ReadonlyMap<number, string>;
  /** Set if someone else has changed the form meanwhile: the two choices; else null. */
  changed: { onMine: () => void; onTheirs: () => void } | null;
  onChange: (form: FormValue) => void;
  onAccept: () => void;
  onDiscard: () => void;
  onSave: () => void;
}

export function FormBuilder(props: FormBuilderProps): ReactElement {
  const { form, isSaved, saving, problem, changed, onChange } = props;
  const { fields } = form;
  const words = formTexts;
  const [said, setSaid] = useState('');
  const [removed, setRemoved] = useState<{ field: BuilderField; at: number } | null>(null);
  const put = (next: BuilderField[]): void => onChange({ ...form, fields: next });
  const {
    list: sorted,
    dragged,
    shift,
  } = useSortable(fields.length, (from, to) => {
    put(moved(fields, from, to));
    setSaid(
      editingTexts.order.moved(builderFieldName(from + 1, fields[from]?.label ?? ''), to + 1, fields.length),
    );
  });
  const add = (kind: FieldKind): void => put([...fields, newField(kind)]);
  const incomplete = fields.some((field) => checkField(field) !== null);

  return (
    <div className={styles.builder}>
      <div className={styles.head}>
        <div>
          <h1>{words.title(props.step)}</h1>
          <p className={styles.soft}>{isSaved ? words.intro : words.unsaved}</p>
        </div>
        <Button component={Link} href={props.back} variant="default">
          {words.back}
        </Button>
        <Button
          leftSection={<IconDeviceFloppy size="1.5rem" />}
          disabled={isSaved || saving || incomplete}
          onClick={props.onSave}
        >
          {isSaved ? words.saved : words.save}
        </Button>
      </div>
      <Live>{said}</Live>
      <FoundDraft date={props.foundAt} onAccept={props.onAccept} onDiscard={props.onDiscard} />
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      {changed ? (
        <section className={styles.changed} role="alert">
          <div>
            <strong>{words.changed.title}</strong>
            <p>{words.changed.words}</p>
          </div>
          <Button variant="default" onClick={changed.onTheirs}>
            {words.changed.theirs}
          </Button>
          <Button onClick={changed.onMine}>{words.changed.mine}</Button>
        </section>
      ) : null}
      <div className={styles.columns}>
        <section className={styles.list} aria-label={words.fields}>
          <ObligatoryRow form={form} onChange={onChange} />
          {fields.length === 0 ? <p className={styles.soft}>{words.none}</p> : null}
          <ol ref={sorted}>
            {fields.map((field, index) => (
              <li key={field.key} data-sort data-dragged={dragged === index} style={shift(index)}>
                <FieldEditor
                  field={field}
                  position={index + 1}
                  problem={props.refused.get(index) ?? (field.label === '' ? null : checkField(field))}
                  onChange={(change) =>
                    put(fields.map((one) => (one.key === field.key ? { ...one, ...change } : one)))
                  }
                  onRemove={() => {
                    put(fields.filter(({ key }) => key !== field.key));
                    setRemoved({ field, at: index });
                  }}
                />
              </li>
            ))}
          </ol>
          {fields.length < limits.form.fields.max ? <AddMenu onAdd={add} /> : null}
        </section>
        <FormPreview fields={fields} />
      </div>
      {removed ? (
        <Toast
          words={words.removed(builderFieldName(removed.at + 1, removed.field.label))}
          onUndo={() => {
            put([...fields.slice(0, removed.at), removed.field, ...fields.slice(removed.at)]);
            setRemoved(null);
          }}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </div>
  );
}

const ObligatoryRow = ({ form, onChange }: Pick<FormBuilderProps, 'form' | 'onChange'>): ReactElement => (
  <div className={styles.obligatory}>
    <CheckRow
      label={formTexts.obligatory.label}
      hint={formTexts.obligatory.hint}
      checked={form.obligatory && form.fields.length > 0}
      onChange={(checked) => onChange(withObligatory(form, checked))}
    />
  </div>
);

const AddMenu = ({ onAdd }: { onAdd: (kind: FieldKind) => void }): ReactElement => (
  <Menu position="top-start" width="20rem" offset={8}>
    <Menu.Target>
      <button type="button" className={styles.add}>
        <IconPlus aria-hidden /> {formTexts.add}
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {fieldKinds.map((kind) => (
        <Menu.Item key={kind} onClick={() => onAdd(kind)}>
          {formTexts.types[kind]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
