import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconRefresh } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { SyncStatus } from '../../../../shared/sync-status.ts';
import { InlineProblem } from '../../../components/inline-problem.tsx';
import { Live } from '../../../components/live.tsx';
import { ProgressBar, ProgressRing, progressWords } from '../../../components/progress.tsx';
import { Section } from '../../../components/section.tsx';
import { bytes, count, duration, siteAddress, timeAgo } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { isRunning } from '../../../api/queries/sync.ts';
import { texts } from '../../../texts.ts';
import { DiagnosticsView } from './diagnostics.tsx';
import { Rounds } from './rounds.tsx';
import { SyncTabs } from '../sync-tabs.tsx';
import styles from './sync-status.module.css';
import { syncTexts } from '../texts.ts';
import { phrase } from '../../../../shared/phrase.ts';

export interface SyncStatusProps {
  status: SyncStatus;
  now: number;
  /** Seconds left; null while unknown. */
  left: number | null;
  starting: boolean;
  refused: string | null;
  onStart: () => void;
  /** Accepts that this desk removes everything that the site no longer shows. */
  onAcceptRemovals: () => void;
  /** Sends the edits again that the site lost when it was restored from a backup. */
  onSendLost: () => void;
}

export function SyncStatusView({
  status,
  now,
  left,
  starting,
  refused,
  onStart,
  onAcceptRemovals,
  onSendLost,
}: SyncStatusProps): ReactElement {
  const running = isRunning(status);
  const { pending, sending, parked } = status.journal;
  const isSignedOut = isWithoutSignIn(status);
  return (
    <>
      <SyncTabs current="overview" open={pending + sending + parked} />
      <section className={styles.top} data-problem={status.problem !== null || isSignedOut}>
        <span className={styles.sign} aria-hidden>
          <Sign status={status} />
        </span>
        <div className={styles.words}>
          <p className={styles.site}>
            <strong>{status.site.name}</strong> {siteAddress(status.site.url)}
          </p>
          <h1>{headline(status)}</h1>
          <Live>{syncTexts.phases[status.phase]}</Live>
          {status.problem ? <p className={styles.advice}>{phrase(status.problem.advice)}</p> : null}
          {isSignedOut ? <p className={styles.advice}>{syncTexts.needsSignIn.why}</p> : null}
          <p className={styles.when}>{timing(status, now, left)}</p>
          {pending + sending > 0 ? <p>{syncTexts.unsent(pending + sending)}</p> : null}
          {status.lostEdits ? <p className={styles.aside}>{syncTexts.lost(status.lostEdits)}</p> : null}
          {parked > 0 ? <p className={styles.aside}>{syncTexts.setAside(parked)}</p> : null}
        </div>
        <div className={styles.actions}>
          {status.problem?.kind === 'unauthorized' ||
          status.phase === 'off' ||
          status.unsignedEdits ||
          isSignedOut ? (
            <Button component={Link} href={paths.signIn} variant="default">
              {texts.actions.signIn}
            </Button>
          ) : null}
          {status.problem?.kind === 'mass-disappearance' ? (
            <Button onClick={onAcceptRemovals} disabled={running || starting} variant="default">
              {syncTexts.acceptRemovals}
            </Button>
          ) : null}
          {status.lostEdits ? (
            <Button onClick={onSendLost} disabled={running || starting} variant="default">
              {syncTexts.sendLost}
            </Button>
          ) : null}
          <Button
            onClick={onStart}
            disabled={running || starting}
            leftSection={<IconRefresh size="1.5rem" />}
          >
            {running ? syncTexts.running : syncTexts.now}
          </Button>
        </div>
        {refused ? (
          <div className={styles.wide}>
            <InlineProblem>{`${syncTexts.refused} ${refused}`}</InlineProblem>
          </div>
        ) : null}
        {running || status.firstSync ? <Progress status={status} /> : null}
      </section>
      <div className={styles.columns}>
        <Stored status={status} />
        <Journal status={status} now={now} />
      </div>
      <Rounds rounds={status.rounds} now={now} />
      <DiagnosticsView />
    </>
  );
}

function Sign({ status }: { status: SyncStatus }): ReactElement {
  if (isRunning(status)) return <ProgressRing done={0} total={null} />;
  return status.problem || status.needsSignIn ? (
    <IconAlertTriangle size={40} />
  ) : (
    <IconCloudCheck size={40} />
  );
}

function headline(status: SyncStatus): string {
  if (status.problem && !isRunning(status)) return phrase(status.problem.message);
  return isWithoutSignIn(status) ? syncTexts.needsSignIn.title : syncTexts.phases[status.phase];
}

/** Returns whether the person's own sign-in is all that is missing. */
const isWithoutSignIn = ({ phase, needsSignIn }: SyncStatus): boolean =>
  phase === 'idle' && needsSignIn === true;

function timing(status: SyncStatus, now: number, left: number | null): string {
  const parts: string[] = [];
  if (isRunning(status)) {
    if (status.startedAt !== null) parts.push(syncTexts.elapsed(duration(now - status.startedAt)));
    if (left !== null) parts.push(syncTexts.left(duration(left)));
    if (status.progress.bytes > 0) parts.push(syncTexts.fetched(bytes(status.progress.bytes)));
  } else {
    parts.push(
      status.lastSuccessAt === null
        ? syncTexts.never
        : syncTexts.finished(timeAgo(status.lastSuccessAt, now)),
    );
    if (status.nextAttemptAt !== null) {
      const wait = status.nextAttemptAt - now;
      const words = status.problem ? syncTexts.next : syncTexts.nextRound;
      parts.push(wait > 0 ? words(duration(wait)) : syncTexts.nextNow);
    }
  }
  if (status.problem?.detail) parts.push(status.problem.detail);
  return parts.join(' · ');
}

function Progress({ status }: { status: SyncStatus }): ReactElement {
  // Hides empty rows in the phase of pictures: unchanged texts are not fetched.
  const rows = (['guides', 'wikis', 'pictures'] as const).filter(
    (row) => status.phase !== 'pictures' || status.progress[row].total !== 0,
  );
  return (
    <div className={styles.wide}>
      <div className={styles.progress}>
        {rows.map((row) => {
          const { done, total } = status.progress[row];
          return (
            <div key={row}>
              <p>
                <strong>{syncTexts.rows[row]}</strong>
                <span>{progressWords({ done, total }, syncTexts)}</span>
              </p>
              <ProgressBar label={syncTexts.rows[row]} done={done} total={total === 0 ? 1 : total} />
            </div>
          );
        })}
      </div>
      <p className={styles.advice}>{syncTexts.usable}</p>
    </div>
  );
}

function Stored({ status: { stored } }: { status: SyncStatus }): ReactElement {
  const words = syncTexts.storedRows;
  return (
    <Section title={syncTexts.stored}>
      <dl className={styles.list}>
        <Row name={words.guides} value={count(stored.guides)} />
        <Row name={words.wikis} value={count(stored.wikis)} />
        <Row name={words.pictures} value={count(stored.pictures)} />
        <Row name={words.pictureBytes} value={bytes(stored.pictureBytes)} />
        <Row name={words.databaseBytes} value={bytes(stored.databaseBytes)} />
        {stored.trashed > 0 ? <Row name={words.trashed} value={count(stored.trashed)} /> : null}
      </dl>
    </Section>
  );
}

function Journal({
  status: { journal, oldestPendingAt },
  now,
}: {
  status: SyncStatus;
  now: number;
}): ReactElement {
  const order = ['pending', 'sending', 'parked', 'done', 'discarded', 'accepted'] as const;
  return (
    <Section title={syncTexts.journal}>
      {journal.accepted === 0 ? (
        <p className={styles.none}>{syncTexts.journalNone}</p>
      ) : (
        <dl className={styles.list}>
          {order.map((state) => (
            <Row
              key={state}
              name={syncTexts.journalRows[state]}
              value={count(journal[state])}
              strong={state === 'parked' && journal.parked > 0}
            />
          ))}
        </dl>
      )}
      {oldestPendingAt === null ? null : (
        <p className={styles.advice}>{syncTexts.journalSince(timeAgo(oldestPendingAt, now))}</p>
      )}
      {journal.accepted > 0 ? (
        <Link href={paths.changes} className={styles.more}>
          {syncTexts.toChanges}
        </Link>
      ) : null}
    </Section>
  );
}

const Row = ({
  name,
  value,
  strong = false,
}: {
  name: string;
  value: string;
  strong?: boolean;
}): ReactElement => (
  <div data-strong={strong}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
