import { Button, Textarea } from '@mantine/core';
import { IconArrowRight, IconCheck, IconChecks, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { limits } from '../../../shared/limits.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { paths } from '../../location.ts';
import { stepLabel } from '../../features/guide-view/step-list.tsx';
import { ChangesSheet } from './changes-sheet.tsx';
import styles from './finish-view.module.css';
import { outOfLimits, rangeWords, judgedWords } from '../../features/step-form/form-values.ts';
import type { OpenField } from '../../features/step-form/form-values.ts';
import { reportTexts } from '../../features/run-report/texts.ts';
import { stepFormTexts } from '../../features/step-form/texts.ts';
import { skippedSteps } from '../../features/run/timing.ts';
import { RunTimer } from '../../features/run/run-timer.tsx';
import { runScreenTexts } from './texts.ts';
import type { Seen } from '../../api/queries/work-log.ts';
import type { GuideNews, Omission } from './use-run.ts';

export interface FinishViewProps {
  /** entryid of the path, which may be a provisional one. */
  entryid: number;
  seen: Seen;
  guide: Guide;
  /** stepids of the obligatory steps. */
  obligatory: ReadonlySet<number>;
  /** Fields that prevent finishing the run. */
  open: readonly OpenField[];
  news: GuideNews | null;
  backTo: number | null;
  busy: boolean;
  problem: string | null;
  /** `omission`: null if no obligatory step is left out. */
  onFinish: (omission: Omission | null) => void;
  onAcknowledge: () => void;
}

export function FinishView(props: FinishViewProps): ReactElement {
  const { entryid, seen, guide, open, news, backTo } = props;
  const words = runScreenTexts.finish;
  const [reading, setReading] = useState(false);
  const left = open.length + (news ? 1 : 0);
  const notVisited = skippedSteps(seen.entry, guide);
  const omitted = notVisited.filter(({ stepid }) => props.obligatory.has(stepid));
  const skipped = notVisited.filter((step) => !omitted.includes(step));
  const [reason, setReason] = useState(() => seen.entry.benchside.omitted?.[0]?.reason ?? '');
  const outside = outOfLimits(seen.entry.work_data);
  const said = reason.trim();
  const isUnread = guide.conclusion_rendered !== '' && seen.entry.benchside.conclusion !== 'read';
  const remarks = left + notVisited.length + outside.length + (isUnread ? 1 : 0);
  return (
    <section className={styles.finish} data-ready={remarks === 0}>
      <div className={styles.head}>
        <span className={styles.sign} aria-hidden>
          {remarks === 0 ? <IconChecks size={44} /> : <IconListCheck size={44} />}
        </span>
        <div>
          <h1>{words.title}</h1>
          <p className={styles.what}>
            <strong>{seen.entry.workorderid}</strong> {guide.title}
          </p>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>{runScreenTexts.bar.all}</dt>
            <dd>
              <RunTimer seen={seen} show={({ active }) => active} />
            </dd>
          </div>
          <div>
            <dt>{words.steps}</dt>
            <dd>{words.visited(guide.steps.length - notVisited.length, guide.steps.length)}</dd>
          </div>
        </dl>
      </div>
      {left === 0 ? (
        <p className={styles.ready}>
          <IconCheck size="1.5rem" aria-hidden /> {words.ready}
        </p>
      ) : (
        <div className={styles.open}>
          <h2>{words.openTitle(left)}</h2>
          <ul>
            {news ? (
              <li>
                <button type="button" className={styles.item} onClick={() => setReading(true)}>
                  <span>
                    <strong>{words.changes}</strong>
                    <small>{words.see}</small>
                  </span>
                  <IconArrowRight size="1.75rem" aria-hidden />
                </button>
              </li>
            ) : null}
            {open.map(({ stepid, field, reason }) => (
              <li key={field.field_revisionid}>
                <PlaceLink to={paths.runStep(entryid, stepid, field.field_revisionid)}>
                  <strong>{field.label}</strong> {words.reasons[reason]}
                  <small>{whereOf(guide, stepid)}</small>
                </PlaceLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      {omitted.length > 0 ? (
        <div className={styles.open}>
          <h2>{words.omitted(omitted.length)}</h2>
          <p>{words.omittedNote}</p>
          <StepLinks {...props} steps={omitted} />
          <Textarea
            label={words.reason}
            description={words.reasonNeeded}
            autosize
            minRows={2}
            maxLength={limits.form.reason.max}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
      ) : null}
      {skipped.length > 0 ? (
        <div className={styles.open}>
          <h2>{words.skipped(skipped.length)}</h2>
          <p>{words.skippedNote}</p>
          <StepLinks {...props} steps={skipped} />
        </div>
      ) : null}
      {isUnread ? (
        <div className={styles.open}>
          <h2>{reportTexts.unread}</h2>
          <p>{words.unreadNote}</p>
          <ul>
            <li>
              <PlaceLink to={paths.concludeRun(entryid)}>{runScreenTexts.conclusion.title}</PlaceLink>
            </li>
          </ul>
        </div>
      ) : null}
      {outside.length > 0 ? (
        <div className={styles.open}>
          <h2>{words.outside(outside.length)}</h2>
          <p>{words.outsideNote}</p>
          <ul>
            {outside.map(({ stepid, field_revisionid, label, value, benchside }) => (
              <li key={`${stepid} ${field_revisionid}`}>
                <PlaceLink to={paths.runStep(entryid, stepid ?? backTo ?? 0, field_revisionid ?? undefined)}>
                  <strong>{label}</strong> {judgedWords(value, benchside)}
                  <small>{stepFormTexts.form.outside(rangeWords(benchside ?? {}))}</small>
                </PlaceLink>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {props.problem ? <InlineProblem>{`${words.failed} ${props.problem}`}</InlineProblem> : null}
      <div className={styles.actions}>
        {backTo === null ? null : (
          <Button component={Link} href={paths.runStep(entryid, backTo)} variant="default">
            {words.back}
          </Button>
        )}
        <Button
          className={styles.main}
          disabled={props.busy || left > 0 || (omitted.length > 0 && said === '')}
          onClick={() =>
            props.onFinish(
              omitted.length > 0
                ? { type: 'omit', said: { stepids: omitted.map(({ stepid }) => stepid), reason: said } }
                : null,
            )
          }
        >
          {seen.entry.status === 'paused' ? words.resumeAndFinish : words.button}
        </Button>
      </div>
      {reading && news ? (
        <ChangesSheet
          guide={guide}
          news={news}
          onAcknowledge={props.onAcknowledge}
          onClose={() => setReading(false)}
        />
      ) : null}
    </section>
  );
}

/** A link to a place of the job where something is left. */
const PlaceLink = ({ to, children }: { to: string; children: ReactNode }): ReactElement => (
  <Link className={styles.item} href={to}>
    <span>{children}</span>
    <IconArrowRight size="1.75rem" aria-hidden />
  </Link>
);

/** Links to the steps, each of which opens in the job. */
const StepLinks = ({
  entryid,
  guide,
  steps,
}: Pick<FinishViewProps, 'entryid' | 'guide'> & { steps: readonly Step[] }): ReactElement => (
  <ul>
    {steps.map(({ stepid }) => (
      <li key={stepid}>
        <PlaceLink to={paths.runStep(entryid, stepid)}>{whereOf(guide, stepid)}</PlaceLink>
      </li>
    ))}
  </ul>
);

function whereOf(guide: Guide, stepid: number): string {
  const at = guide.steps.findIndex((step) => step.stepid === stepid);
  const step = guide.steps[at];
  return step ? `${runScreenTexts.finish.to(at + 1)} · ${stepLabel(step)}` : '';
}
