import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';

import { isNotApplicable } from '../../../shared/model/field-extras.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { keyed } from '../../components/keyed.ts';
import { Picture } from '../../components/picture.tsx';
import { stepLabel } from '../guide-view/step-list.tsx';
import { rangeWords, judgedWords, wordsOfValue } from '../step-form/form-values.ts';
import { stepFormTexts } from '../step-form/texts.ts';
import { fieldImages } from '../step-form/image-field.tsx';
import styles from './entered-data.module.css';
import { reportTexts } from './texts.ts';
import type { Entered } from './entered.ts';
import { guideTexts } from '../guide-view/texts.ts';

export interface EnteredDataProps {
  entered: readonly Entered[];
  guide: Guide | undefined;
}

/** The values entered into forms, by step in the guide's order. */
export function EnteredData({ entered, guide }: EnteredDataProps): ReactElement {
  const words = reportTexts;
  if (entered.length === 0) return <p className={styles.none}>{words.noData}</p>;
  const order = guide?.steps.map(({ stepid }) => stepid) ?? [];
  const placeOf = (stepid: number | null): number => (stepid === null ? -1 : order.indexOf(stepid));
  const stepids = [...new Set(entered.map(({ value }) => value.stepid))];
  return (
    <div className={styles.steps}>
      {stepids
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((stepid) => (
          <section key={stepid} className={styles.step}>
            <h3>{headingOf(stepid, placeOf(stepid), guide)}</h3>
            <dl>
              {keyed(
                entered.filter(({ value }) => value.stepid === stepid),
                ({ value }) => value.label,
              ).map(({ key, item }) => (
                <div key={key}>
                  <dt>{item.value.label}</dt>
                  <dd>
                    <Value {...item} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
}

function headingOf(stepid: number | null, at: number, guide: Guide | undefined): string {
  const step = guide?.steps[at];
  if (step) return guideTexts.step.titled(at + 1, stepLabel(step));
  return stepid === null ? reportTexts.elsewhere : reportTexts.gone(stepid);
}

const Answer = ({ yes }: { yes: boolean }): ReactElement => (
  <span className={styles.check}>
    {yes ? <IconCheck size="1.3em" aria-hidden /> : <IconX size="1.3em" aria-hidden />}
    {yes ? stepFormTexts.form.yes : stepFormTexts.form.no}
  </span>
);

function Value({ value, type, extras }: Entered): ReactNode {
  const words = reportTexts;
  const { form } = stepFormTexts;
  const images = fieldImages(value);
  if (images.length > 0)
    return images.map((image) => (
      <span key={image.guid} className={styles.picture}>
        <Picture image={image} size="440x330" alt={words.picture(value.label)} fit="contain" eager />
      </span>
    ));
  if (isNotApplicable(extras, value.value)) return form.notApplicable;
  if (value.benchside) {
    const range = rangeWords(value.benchside);
    return (
      <>
        {type === 'Checkbox' ? (
          <Answer yes={value.value === '1'} />
        ) : (
          judgedWords(value.value, value.benchside)
        )}
        {range ? (
          <small className={styles.verdict} data-outside={value.benchside.outside}>
            {value.benchside.outside ? form.outside(range) : form.pass(range)}
          </small>
        ) : null}
      </>
    );
  }
  if (type === 'Checkbox') return <Answer yes={value.value === '1'} />;
  return wordsOfValue(type, value.value, extras?.date);
}
