import { IconAlertTriangle, IconEyeCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { keyed } from '../../components/keyed.ts';
import { Section } from '../../components/section.tsx';
import { joinList, moment, sentenceCase } from '../../format.ts';
import { guideTexts, revisionWords } from '../guide-view/texts.ts';
import { stepLabel } from '../guide-view/step-list.tsx';
import { HandOverNote, saysSomething } from '../run/hand-over-note.tsx';
import { clock, skippedSteps } from '../run/timing.ts';
import { isEnded } from '../../api/queries/work-log.ts';
import { outOfLimits, rangeWords, judgedWords } from '../step-form/form-values.ts';
import { stepFormTexts } from '../step-form/texts.ts';
import { EnteredData } from './entered-data.tsx';
import styles from './run-report.module.css';
import type { Medians } from './statistics.ts';
import { reportTexts } from './texts.ts';
import { People } from './people.tsx';
import { TimingTable } from './timing-table.tsx';
import type { Entered } from './entered.ts';

export interface RunReportProps {
  entry: WorkLogEntry;
  /** Undefined until loaded, or if the person may not see it any more. */
  guide: Guide | undefined;
  /** When the version of the guide that the job began with was made; undefined until loaded, or if this version is not here. */
  revised: number | undefined;
  entered: readonly Entered[];
  medians: Medians;
  now: number;
}

/** The full report of a run, on screen and on paper. */
export function RunReport({ entry, guide, revised, entered, medians, now }: RunReportProps): ReactElement {
  const words = reportTexts;
  return (
    <div className={styles.report}>
      <Facts entry={entry} guide={guide} revised={revised} />
      <Said entry={entry} />
      <Omitted entry={entry} guide={guide} />
      <Skipped entry={entry} guide={guide} />
      <Unread entry={entry} />
      <OutOfLimits entry={entry} />
      <Section title={words.timing} note={isEnded(entry) ? words.compared(medians.runs) : ''}>
        <TimingTable entry={entry} guide={guide} medians={medians} now={now} />
      </Section>
      <People entry={entry} now={now} />
      <Acknowledged entry={entry} />
      <Section title={words.data}>
        <EnteredData entered={entered} guide={guide} />
      </Section>
    </div>
  );
}

interface Parts {
  entry: WorkLogEntry;
  guide: Guide | undefined;
}

/** Says why a job was abandoned, or what was said to the person who takes it over. */
function Said({ entry }: Pick<Parts, 'entry'>): ReactElement | null {
  const last = entry.benchside.remarks.at(-1);
  const isLast = last?.type === 'cancel' ? entry.status === 'cancelled' : entry.status === 'suspended';
  return last && isLast && saysSomething(last) ? <HandOverNote remark={last} me={undefined} big /> : null;
}

/** Lists the obligatory steps that the job ended without, and why, above the rest of the report. */
function Omitted({ entry, guide }: Parts): ReactElement | null {
  const { omitted = [], people } = entry.benchside;
  if (omitted.length === 0) return null;
  return (
    <section className={styles.skipped} data-danger>
      <h2>
        <IconAlertTriangle size="1.375rem" aria-hidden /> {reportTexts.omitted(omitted.length)}
      </h2>
      <ul>
        {omitted.map(({ stepid, reason, userid }) => (
          <li key={stepid}>
            <strong>{titleOf(stepid, guide)}</strong>
            <br />
            {reason === null
              ? reportTexts.noReason
              : reportTexts.reason(reason, people.find((one) => one.userid === userid)?.username ?? '')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf(stepid: number, guide: Guide | undefined): string {
  const at = guide?.steps.findIndex((step) => step.stepid === stepid) ?? -1;
  const step = guide?.steps[at];
  return step ? guideTexts.step.titled(at + 1, stepLabel(step)) : reportTexts.gone(stepid);
}

/** Lists the steps that the job skipped, above the rest of the report. */
function Skipped({ entry, guide }: Parts): ReactElement | null {
  const omitted = new Set(entry.benchside.omitted?.map(({ stepid }) => stepid));
  const skipped =
    guide && isEnded(entry) ? skippedSteps(entry, guide).filter(({ stepid }) => !omitted.has(stepid)) : [];
  if (!guide || skipped.length === 0) return null;
  return (
    <section className={styles.skipped}>
      <h2>
        <IconAlertTriangle size="1.375rem" aria-hidden /> {reportTexts.notVisited(skipped.length)}
      </h2>
      <ul>
        {skipped.map((step) => (
          <li key={step.stepid}>{titleOf(step.stepid, guide)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Says that the conclusion was not read, above the rest of the report. */
const Unread = ({ entry }: Pick<Parts, 'entry'>): ReactElement | null =>
  entry.benchside.conclusion === 'unread' ? (
    <section className={styles.skipped}>
      <h2>
        <IconAlertTriangle size="1.375rem" aria-hidden /> {reportTexts.unread}
      </h2>
    </section>
  ) : null;

/** Lists the values that are out of the limits of their fields, above the rest of the report. */
function OutOfLimits({ entry }: Pick<Parts, 'entry'>): ReactElement | null {
  const outside = outOfLimits(entry.work_data);
  if (outside.length === 0) return null;
  return (
    <section className={styles.skipped}>
      <h2>
        <IconAlertTriangle size="1.375rem" aria-hidden /> {reportTexts.outside(outside.length)}
      </h2>
      <ul>
        {outside.map(({ stepid, label, value, benchside }) => (
          <li key={`${stepid} ${label}`}>
            {label}: {judgedWords(value, benchside)} ({stepFormTexts.form.pass(rangeWords(benchside ?? {}))})
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ entry, guide, revised }: Parts & Pick<RunReportProps, 'revised'>): ReactElement {
  const words = reportTexts;
  const { workorderid, starttime, endtime, duration, active_duration, benchside } = entry;
  const { pause_duration, suspended_duration, recorded, people } = benchside;
  const facts: [string, string][] = [
    [words.order, workorderid],
    [words.people, joinList(new Set(people.map(({ username }) => username)))],
    [words.began, moment(starttime)],
    [words.active, clock(active_duration)],
    [words.paused, clock(pause_duration)],
  ];
  if (endtime !== null) facts.splice(3, 0, [words.ended, moment(endtime)]);
  const { guide_revisionid: begun } = benchside;
  if (begun !== 0)
    facts.splice(1, 0, [
      words.version,
      sentenceCase(revisionWords(begun)) + (revised === undefined ? '' : ` (${moment(revised)})`),
    ]);
  if (guide) {
    const steps = guide.steps.length;
    facts.push([words.steps, words.visited(steps - skippedSteps(entry, guide).length, steps)]);
  }
  if (suspended_duration > 0) facts.push([words.suspended, clock(suspended_duration)]);
  if (endtime !== null) facts.push([words.all, clock(duration)]);
  // Offline work is reported to the site later; its times stay those of the work.
  if (endtime !== null && recorded.endtime !== null && recorded.endtime - endtime > 60)
    facts.push([words.recorded, moment(recorded.endtime)]);
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists the people who acknowledged changes of the guide during the run, with the times. */
function Acknowledged({ entry: { benchside } }: { entry: WorkLogEntry }): ReactElement | null {
  const words = reportTexts;
  const read = (benchside.events ?? []).filter(({ type }) => type === 'acknowledged');
  if (read.length === 0) return null;
  const nameOf = (id: number): string =>
    benchside.people.find(({ userid }) => userid === id)?.username ?? words.somebody;
  return (
    <Section title={words.acknowledged}>
      <ul className={styles.acknowledged}>
        {keyed(read, ({ time }) => String(time)).map(({ key, item: { time, userid, revisionid = 0 } }) => (
          <li key={key}>
            <IconEyeCheck size="1.375rem" aria-hidden />
            <span>
              {/* The number of a revision made at this desk is provisional and means nothing elsewhere. */}
              {revisionid > 0
                ? words.readRevision(nameOf(userid), moment(time), String(revisionid))
                : words.read(nameOf(userid), moment(time))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
