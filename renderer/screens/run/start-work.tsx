import { Button } from '@mantine/core';
import { IconBarcode, IconLock, IconPlayerPlayFilled, IconScan, IconTransfer } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { limits } from '../../../shared/limits.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { AllowedLink } from '../../components/allowed-link.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Live } from '../../components/live.tsx';
import { Notice } from '../../components/notice.tsx';
import { Picture } from '../../components/picture.tsx';
import { Section } from '../../components/section.tsx';
import { useScannerField } from '../../hooks/use-scanner-field.ts';
import { useHasCamera } from '../../components/camera/use-camera.ts';
import { useFirstFocus } from '../../hooks/use-first-focus.ts';
import { lazyScreen } from '../../lazy-screen.tsx';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { RunCard } from '../../features/run/run-card.tsx';
import cards from '../../features/run/run-card.module.css';
import styles from './start-work.module.css';
import { runScreenTexts } from './texts.ts';
import type { Seen } from '../../api/queries/work-log.ts';

const ScanDialog = lazyScreen(
  async () => (await import('../../components/camera/scan-dialog.tsx')).ScanDialog,
);

export interface StartWorkProps {
  guide: Guide;
  now: number;
  signedIn: boolean;
  /** The person's open runs of this guide. */
  yours: readonly Seen[];
  suspended: readonly Seen[];
  busy: boolean;
  problem: string | null;
  takeProblem: string | null;
  /** The typed work order number. */
  order: string;
  onOrder: (order: string) => void;
  onStart: (workorderid: string) => void;
  onTake: (entryid: number) => void;
}

export function StartWork(props: StartWorkProps): ReactElement {
  const { guide, now, signedIn, yours, suspended, takeProblem } = props;
  const words = runScreenTexts.start;
  return (
    <>
      <section className={styles.start}>
        <div className={styles.cover}>
          <Picture image={guide.image} size="440x330" alt="" initial={guide.category || guide.title} eager />
        </div>
        <div className={styles.main}>
          <div>
            <AllowedLink href={paths.guide(guide.guideid)} className={styles.guide}>
              {guide.title}
            </AllowedLink>
            <h1>{words.title}</h1>
          </div>
          {signedIn ? <OrderForm {...props} /> : null}
        </div>
      </section>
      {signedIn ? null : (
        <Notice
          icon={<IconLock size={40} />}
          title={words.signInTitle}
          actions={
            <Button component={Link} href={paths.signIn}>
              {texts.actions.signIn}
            </Button>
          }
        >
          <p>{words.signIn}</p>
        </Notice>
      )}
      {yours.length > 0 ? (
        <Section title={words.yours}>
          <ul className={cards.cards}>
            {yours.map((seen) => (
              <li key={seen.entry.entryid}>
                <RunCard seen={seen} guide={guide} now={now} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {suspended.length > 0 ? (
        <Section title={words.suspended} note={words.suspendedNote}>
          {takeProblem ? <InlineProblem>{`${words.takeFailed} ${takeProblem}`}</InlineProblem> : null}
          <ul className={cards.cards}>
            {suspended.map((seen) => (
              <li key={seen.entry.entryid} className={styles.taken}>
                <RunCard seen={seen} guide={guide} now={now} />
                <Button
                  leftSection={<IconTransfer size="1.5rem" />}
                  disabled={props.busy}
                  onClick={() => props.onTake(seen.entry.entryid)}
                >
                  {words.take}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

function OrderForm({ yours, busy, problem, order, onOrder, onStart }: StartWorkProps): ReactElement {
  const words = runScreenTexts.start;
  const field = useFirstFocus();
  const [empty, setEmpty] = useState(false);
  const [asked, setAsked] = useState(false);
  const [scanning, setScanning] = useState(false);
  const [scanned, setScanned] = useState('');
  const hasCamera = useHasCamera();
  const begin = useRef<HTMLButtonElement>(null);
  const open = yours.find(({ entry }) => entry.workorderid === order.trim());
  const same = asked ? open : undefined;
  useScannerField(field);
  const start = (): void => {
    const workorderid = order.trim();
    setEmpty(workorderid === '');
    // A scanner may end with two line ends.
    if (workorderid !== '' && !busy) onStart(workorderid);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!open) start();
      }}
    >
      <label htmlFor="workorderid">{words.order}</label>
      <p id="workorderid-hint">{words.hint}</p>
      <div className={styles.row}>
        <span className={styles.scan}>
          <IconBarcode size="2rem" aria-hidden />
          <input
            ref={field}
            id="workorderid"
            value={order}
            maxLength={limits.workLog.workorderid.max}
            autoComplete="off"
            aria-describedby="workorderid-hint"
            aria-invalid={empty || undefined}
            onChange={(event) => {
              onOrder(event.currentTarget.value);
              setEmpty(false);
              setAsked(false);
            }}
          />
        </span>
        {hasCamera ? (
          <Button
            variant="default"
            className={styles.button}
            leftSection={<IconScan size="1.5rem" />}
            onClick={() => setScanning(true)}
          >
            {runScreenTexts.scan.button}
          </Button>
        ) : null}
        {same ? null : (
          <Button
            ref={begin}
            type="submit"
            className={styles.button}
            disabled={busy}
            leftSection={<IconPlayerPlayFilled size="1.5rem" />}
          >
            {words.button}
          </Button>
        )}
      </div>
      {same ? (
        <div className={styles.same} role="alert">
          <p>{words.same(same.entry.workorderid)}</p>
          <div>
            <Button variant="default" disabled={busy} onClick={start}>
              {words.another}
            </Button>
            <Button component={Link} href={paths.run(same.entry.entryid)}>
              {words.carryOn}
            </Button>
          </div>
        </div>
      ) : null}
      {empty ? <InlineProblem>{words.empty}</InlineProblem> : null}
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      <Live>{scanned === '' ? '' : runScreenTexts.scan.found(scanned)}</Live>
      {scanning ? (
        <ScanDialog
          onClose={() => setScanning(false)}
          onCode={(code) => {
            setScanning(false);
            setScanned(code);
            onOrder(code.slice(0, 255));
            setEmpty(false);
            setAsked(false);
            requestAnimationFrame(() => begin.current?.focus());
          }}
        />
      ) : null}
    </form>
  );
}
