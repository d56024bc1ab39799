import { IconHome, IconUsers } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Image } from '../../../shared/model/image.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Unseen } from '../../components/live.tsx';
import { paths } from '../../location.ts';
import styles from './kiosk-bar.module.css';
import { Bell } from '../../shell/bell.tsx';
import { SyncNote } from './sync-note.tsx';
import { kioskTexts } from '../../features/kiosk/texts.ts';

export interface KioskBarProps {
  username: string;
  /** Name of the desk. */
  desk: string;
  image: Image | null;
  onMe: () => void;
  onSwap: () => void;
}

/** The kiosk's bar, always visible: the signed-in person, and the button to switch to another. */
export const KioskBar = ({ username, desk, image, onMe, onSwap }: KioskBarProps): ReactElement => (
  // Not a `header`: the screens of a step and a run have their own.
  <section className={styles.bar} aria-label={kioskTexts.bar.label} data-screen-only>
    <Link href={paths.home} className={styles.home} aria-label={kioskTexts.bar.home}>
      <IconHome size="1.75rem" aria-hidden />
    </Link>
    <button type="button" className={styles.me} onClick={onMe}>
      <Avatar username={username} image={image} size="2.75rem" />
      <span>
        {username} <Unseen>{kioskTexts.bar.me}</Unseen>
      </span>
    </button>
    <Bell />
    <span className={styles.sync}>
      {desk === '' ? null : <bdi>{desk}</bdi>} <SyncNote />
    </span>
    <button
      type="button"
      className={styles.swap}
      aria-label={kioskTexts.bar.swapLabel(username)}
      onClick={onSwap}
    >
      <IconUsers size="1.625rem" aria-hidden />
      {kioskTexts.bar.swap}
    </button>
  </section>
);
