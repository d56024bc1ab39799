import type { ReactElement, ReactNode } from 'react';

import type { Device } from '../../../../shared/model/device.ts';
import { timeAgo } from '../../../format.ts';
import { phrase } from '../../../../shared/phrase.ts';
import { kioskTexts } from '../../../features/kiosk/texts.ts';
import admin from '../admin.module.css';
import styles from './device-card.module.css';
import { stateOf, toneOf, waitingWords } from './device-state.ts';
import { deviceTexts as words } from './texts.ts';

export interface DeviceCardProps {
  device: Device;
  now: number;
  /** Heading level on the page. */
  heading: 'h2' | 'h3';
  /** Shown below the head. */
  form?: ReactNode;
  children?: ReactNode;
}

/** A desk's state, and each person's edits that wait there. */
export function DeviceCard({ device, now, heading: Heading, form, children }: DeviceCardProps): ReactElement {
  const { name, own_name, version, system, people, round, ready, kiosk, seen_date } = device;
  const state = stateOf(device, now);
  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <Heading className={styles.name}>{name}</Heading>
        <span className={admin.pill} data-tone={toneOf[state]}>
          {words.states[state]}
        </span>
        <span className={styles.seen}>{words.seen(timeAgo(seen_date, now))}</span>
        {children}
      </div>
      {form}
      {round.message && state === 'failing' ? <p className={admin.danger}>{phrase(round.message)}</p> : null}
      {people.length === 0 ? (
        <p className={admin.soft}>{words.nobody}</p>
      ) : (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.userid} data-waits={person.oldest_date !== null}>
              <strong>{person.username}</strong>
              <span>{waitingWords(person, now)}</span>
            </li>
          ))}
        </ul>
      )}
      {kiosk ? <Kiosk kiosk={kiosk} /> : null}
      <p className={admin.soft}>
        {[
          own_name === null ? '' : words.ownName(own_name),
          words.program(version, system),
          ready ? readyWords(ready) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </article>
  );
}

const readyWords = ({ guides, ready }: NonNullable<Device['ready']>): string =>
  guides === ready ? words.allReady(guides) : words.ready(ready, guides);

const Kiosk = ({ kiosk }: { kiosk: NonNullable<Device['kiosk']> }): ReactElement =>
  kiosk.locked ? (
    <p className={admin.soft}>{words.kioskLocked}</p>
  ) : (
    <div className={styles.kiosk}>
      <strong>{kiosk.open.length === 0 ? words.kioskUnknown : words.kioskOpen}</strong>
      <ul>
        {kiosk.open.map((part) => (
          <li key={part}>
            {words.kioskPart(kioskTexts.lock.parts[part].title, kioskTexts.lock.parts[part].open)}
          </li>
        ))}
      </ul>
    </div>
  );
