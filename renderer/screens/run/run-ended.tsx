import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { Live } from '../../components/live.tsx';
import { paths } from '../../location.ts';
import { Paper } from '../../features/run-report/paper.tsx';
import { RunReport } from '../../features/run-report/run-report.tsx';
import { useReport } from '../../features/run-report/use-report.ts';
import { AboutGuide } from './about-guide.tsx';
import { reportTexts } from '../../features/run-report/texts.ts';
import { outOfLimits } from '../../features/step-form/form-values.ts';
import styles from './run-ended.module.css';
import { runScreenTexts } from './texts.ts';
import { clock, skippedSteps } from '../../features/run/timing.ts';
import type { Seen } from '../../api/queries/work-log.ts';

/** The screen of an ended run, with its report. */
export function RunEnded({ seen }: { seen: Seen }): ReactElement {
  const { entry } = seen;
  const report = useReport(entry);
  const words = runScreenTexts.ended;
  const complete = entry.status === 'complete';
  const omitted = entry.benchside.omitted?.length ?? 0;
  const skipped = report.guide ? skippedSteps(entry, report.guide).length : 0;
  const outside = outOfLimits(entry.work_data).length;
  const said = words.said(entry.workorderid, clock(entry.active_duration));
  return (
    <>
      <section className={styles.ended} data-complete={complete}>
        <span className={styles.sign} aria-hidden>
          {complete ? <IconCheck size={44} stroke={3} /> : <IconX size={44} stroke={3} />}
        </span>
        <div className={styles.words}>
          <h1>{complete ? words.complete : words.cancelled}</h1>
          <p>{said}</p>
          {omitted > 0 ? <p className={styles.skipped}>{reportTexts.omitted(omitted)}</p> : null}
          {skipped > 0 ? <p className={styles.skipped}>{words.skipped(skipped)}</p> : null}
          {entry.benchside.conclusion === 'unread' ? (
            <p className={styles.skipped}>{reportTexts.unread}</p>
          ) : null}
          {outside > 0 ? <p className={styles.skipped}>{reportTexts.outside(outside)}</p> : null}
          <Live>{said}</Live>
        </div>
        <div className={styles.actions} data-screen-only>
          <Paper workorderid={entry.workorderid} />
          <Button component={Link} href={paths.home} variant="default">
            {words.home}
          </Button>
          <Button component={Link} href={paths.startWork(entry.guideid)}>
            {words.next}
          </Button>
        </div>
      </section>
      <RunReport {...report} />
      {complete ? <AboutGuide guideid={entry.guideid} /> : null}
    </>
  );
}
