import type { ReactElement } from 'react';

import { bulletTexts } from '../../shared/bullet-texts.ts';
import { Unseen } from './live.tsx';
import styles from './bullet-mark.module.css';

/** Each colour has its own shape, so that colour-blind people can tell the marks apart. */
const shapes: Record<string, ReactElement> = {
  black: <circle cx="12" cy="12" r="8.5" />,
  red: <path d="M3.500 3.500h17v17h-17z" />,
  orange: <path d="M12 2.500 22 20.500H2z" />,
  yellow: <path d="M12 1.500 22.500 12 12 22.500 1.500 12z" />,
  light_blue: <path d="m12 1.800 10.300 7.500-3.900 12.100H5.600L1.700 9.300z" />,
  blue: <path d="M6.800 3h10.400l5.200 9-5.200 9H6.800l-5.200-9z" />,
  green: <path d="M2 3.500h20L12 21.500z" />,
  violet: <path d="M8.500 2h7v6.500H22v7h-6.500V22h-7v-6.500H2v-7h6.500z" />,
};

export function BulletMark({ bullet }: { bullet: string }): ReactElement {
  const known = bullet in shapes ? bullet : 'black';
  return (
    <>
      <svg className={styles.mark} data-bullet={known} viewBox="0 0 24 24" aria-hidden>
        {shapes[known]}
      </svg>
      <Unseen>{bulletTexts(known)}</Unseen>
    </>
  );
}
