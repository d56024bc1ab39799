import { IconForms } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { CopyState } from '../../../shared/model/benchside.ts';
import type { FieldInput, StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import type { Place } from '../../features/guide-view/reading.ts';
import { StepFoot } from '../../features/guide-view/step-foot.tsx';
import { StepBody } from '../../features/guide-view/step-body.tsx';
import { openFields } from '../../features/step-form/form-values.ts';
import { visitedSteps } from '../../features/run/timing.ts';
import { RunFrame } from './run-frame.tsx';
import type { RunFrameProps } from './run-frame.tsx';
import styles from './run-view.module.css';
import { StepFormView } from './step-form.tsx';
import { runScreenTexts } from './texts.ts';

export interface RunViewProps extends RunFrameProps {
  copy: CopyState | undefined;
  place: Place;
  /** field_revisionid of the field to focus. */
  focus: number | null;
  onInput: (field: StepFormField, input: FieldInput | null) => void;
  onPicture: (field: StepFormField, file: File) => Promise<void>;
}

/** A step of a job, with its form. */
export function RunView(props: RunViewProps): ReactElement {
  const { seen, guide, place } = props;
  const form = formOf(props);
  return (
    <RunFrame
      {...props}
      keys={[
        {
          keys: '123456789'.slice(0, form?.fields.length ?? 0).split(''),
          does: keyTexts.run.field,
          run: ({ key }) => focusField(form?.fields[Number(key) - 1]),
        },
      ]}
    >
      <StepBody {...props} lead={<JumpToForm {...props} />}>
        <StepPart {...props} />
      </StepBody>
      <StepFoot
        guide={guide}
        place={place}
        end={runScreenTexts.finish.check}
        after={guide.conclusion_rendered ? runScreenTexts.conclusion.title : undefined}
        visited={visitedSteps(seen.entry, guide)}
        onMove={props.onMove}
      />
    </RunFrame>
  );
}

function focusField(field: StepFormField | undefined): void {
  const control = field && document.getElementById(`field-${field.field_revisionid}`);
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

const formOf = ({ forms, place }: RunViewProps): StepForm | undefined =>
  forms.forms.find(({ stepid, fields }) => stepid === place.step.stepid && fields.length > 0);

/** A button to a form that a long step hides below the edge of the screen. */
function JumpToForm(props: RunViewProps): ReactElement | null {
  const form = formOf(props);
  if (!form) return null;
  const left = openFields([form], props.seen.entry.work_data, props.forms.drafts).length;
  const jump = (): void => {
    const section = document.querySelector('[data-step-form]');
    section?.scrollIntoView({ behavior: 'smooth' });
    section?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={styles.jump} onClick={jump}>
      <IconForms size="1.375rem" aria-hidden /> {runScreenTexts.form.jump}: {runScreenTexts.form.left(left)}
    </button>
  );
}

function StepPart(props: RunViewProps): ReactElement | null {
  const { seen, forms, focus, onInput, onPicture } = props;
  const form = formOf(props);
  if (!form) return null;
  return (
    <StepFormView
      key={form.form_revisionid}
      form={form}
      isOlder={forms.older.has(form.form_revisionid)}
      data={seen.entry.work_data}
      readAt={seen.at}
      drafts={forms.drafts}
      left={openFields([form], seen.entry.work_data, forms.drafts).length}
      focus={focus}
      onInput={onInput}
      onPicture={onPicture}
    />
  );
}
