import type { ReactElement } from 'react';

import { Unseen } from '../../../components/live.tsx';
import styles from './badge-dot.module.css';
import { badgeAdminTexts } from './texts.ts';

export const BadgeDot = ({ type }: { type: 'bronze' | 'silver' | 'gold' }): ReactElement => (
  <span className={styles.dot} data-type={type} title={badgeAdminTexts.types[type]}>
    <Unseen>{badgeAdminTexts.types[type]}</Unseen>
  </span>
);
