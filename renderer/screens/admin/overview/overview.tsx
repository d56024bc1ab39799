import { IconCircleCheck, IconLockOpen } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Device } from '../../../../shared/model/device.ts';
import type { Overview } from '../../../../shared/model/admin.ts';
import { Notice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { count } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { DeviceCard } from '../devices/device-card.tsx';
import { byNeed, isSilent, stateOf, sumOf } from '../devices/device-state.ts';
import styles from './overview.module.css';
import { overviewTexts as words } from './texts.ts';

interface OverviewProps {
  overview: Overview;
  /** The desks that reported to this hub; null at a desk. */
  devices: readonly Device[] | null;
  now: number;
}

interface Need {
  key: string;
  n: number;
  what: string;
  why: string;
  href: string;
  tone: 'remind' | 'danger' | 'accent';
}

export function AdminOverview({ overview, devices, now }: OverviewProps): ReactElement {
  const needs = [...deviceNeeds(devices ?? [], now), ...guideNeeds(overview)].filter(({ n }) => n > 0);
  const waiting = byNeed(devices ?? [], now).filter((device) => needsSomebody(device, now));
  return (
    <>
      {overview.exposed ? (
        <Notice tone="danger" icon={<IconLockOpen size={40} />} title={words.exposed}>
          <p>{words.exposedWhy}</p>
        </Notice>
      ) : null}
      {needs.length === 0 ? (
        <Notice icon={<IconCircleCheck size={40} />} title={words.calm}>
          <p>{words.calmWhy}</p>
        </Notice>
      ) : (
        <Section title={words.needs}>
          <ul className={styles.needs}>
            {needs.map(({ key, n, what, why, href, tone }) => (
              <li key={key}>
                <Link href={href} className={styles.need} data-tone={tone}>
                  <span className={styles.number}>{count(n)}</span>
                  <strong>{what}</strong>
                  <span className={styles.why}>{why}</span>
                </Link>
              </li>
            ))}
          </ul>
          {waiting.length === 0 ? null : (
            <ul className={styles.devices}>
              {waiting.slice(0, 6).map((device) => (
                <li key={device.deviceid}>
                  <DeviceCard device={device} now={now} heading="h3" />
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      <Section title={words.site}>
        <ul className={styles.facts}>
          {devices ? (
            <Fact n={overview.people} what={words.people(overview.people)} href={paths.admin('people')} />
          ) : null}
          <Fact n={overview.teams} what={words.teams(overview.teams)} href={paths.admin('teams')} />
          {devices ? (
            <Fact n={devices.length} what={words.devices(devices.length)} href={paths.admin('devices')} />
          ) : null}
        </ul>
      </Section>
    </>
  );
}

const Fact = ({ n, what, href }: { n: number; what: string; href: string }): ReactElement => (
  <li>
    <Link href={href} className={styles.fact}>
      <strong>{count(n)}</strong> {what}
    </Link>
  </li>
);

const needsSomebody = (device: Device, now: number): boolean =>
  !['waiting', 'fine'].includes(stateOf(device, now));

function deviceNeeds(devices: readonly Device[], now: number): Need[] {
  const href = paths.admin('devices');
  const parked = sumOf(devices, 'parked');
  const failing = devices.filter(({ round }) => ['needs-person', 'failed'].includes(round.outcome)).length;
  const silent = devices.filter((device) => isSilent(device, now)).length;
  const open = devices.filter(({ kiosk }) => kiosk && !kiosk.locked).length;
  const waiting = sumOf(devices, 'pending') + sumOf(devices, 'sending');
  return [
    { key: 'parked', n: parked, what: words.parked(parked), why: words.parkedWhy, href, tone: 'remind' },
    { key: 'failing', n: failing, what: words.failing(failing), why: words.failingWhy, href, tone: 'danger' },
    { key: 'unseen', n: silent, what: words.unseen(silent), why: words.unseenWhy, href, tone: 'remind' },
    { key: 'unlocked', n: open, what: words.unlocked(open), why: words.unlockedWhy, href, tone: 'remind' },
    { key: 'waiting', n: waiting, what: words.waiting(waiting), why: words.waitingWhy, href, tone: 'accent' },
  ];
}

function guideNeeds({ unreleased, flagged }: Overview): Need[] {
  return [
    {
      key: 'unreleased',
      n: unreleased,
      what: words.unreleased(unreleased),
      why: words.unreleasedWhy,
      href: paths.admin('releases'),
      tone: 'accent',
    },
    {
      key: 'flagged',
      n: flagged,
      what: words.flagged(flagged),
      why: words.flaggedWhy,
      href: paths.admin('flags'),
      tone: 'accent',
    },
  ];
}
