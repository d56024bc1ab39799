import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
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
      <StepBody {...props}>
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

const controlOf = (field: StepFormField | undefined): HTMLElement | null =>
  field ? document.getElementById(`field-${field.field_revisionid}`) : null;

function focusField(field: StepFormField | undefined): void {
  const control = controlOf(field);
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

const formOf = ({ forms, place }: RunViewProps): StepForm | undefined =>
  forms.forms.find(({ stepid, fields }) => stepid === place.step.stepid && fields.length > 0);

/** A button to the next field to fill in, or else to the form, while that is below the edge of the screen. */
function MoreBelow({ next, left }: { next: StepFormField | undefined; left: number }): ReactElement | null {
  if (!useIsBelow(next)) return null;
  const words = runScreenTexts.form;
  return (
    <button type="button" className={styles.more} onClick={() => focusField(next)}>
      {left > 0 ? words.left(left) : words.jump} <IconArrowDown size="1.375rem" aria-hidden />
    </button>
  );
}

/** Returns whether a field is below the visible part of what it scrolls in. */
function useIsBelow(field: StepFormField | undefined): boolean {
  const [isBelow, setIsBelow] = useState(false);
  useEffect(() => {
    const control = controlOf(field);
    if (!control) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setIsBelow(entry?.isIntersecting === false),
      // A field above the visible part counts as visible. Otherwise the observer would not report a scroll that jumps from above a field to
      // below it.
      { root: control.closest('[data-step-words]'), rootMargin: '1000000px 0px 0px' },
    );
    observer.observe(control);
    return () => observer.disconnect();
  }, [field]);
  return isBelow;
}

function StepPart(props: RunViewProps): ReactElement | null {
  const { seen, forms, focus, onInput, onPicture } = props;
  const form = formOf(props);
  if (!form) return null;
  const open = openFields([form], seen.entry.work_data, forms.drafts);
  return (
    <>
      <StepFormView
        key={props.place.position}
        form={form}
        isOlder={forms.older.has(form.form_revisionid)}
        data={seen.entry.work_data}
        readAt={seen.at}
        drafts={forms.drafts}
        left={open.length}
        focus={focus}
        onInput={onInput}
        onPicture={onPicture}
      />
      <MoreBelow next={open[0]?.field ?? form.fields[0]} left={open.length} />
    </>
  );
}
