import { Skeleton } from '@mantine/core';
import type { ReactElement } from 'react';

import { texts } from '../texts.ts';
import { Live } from './live.tsx';
import styles from './loading.module.css';

const keys = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const Busy = ({ children }: { children: ReactElement | ReactElement[] }): ReactElement => (
  <div className={styles.busy}>
    <Live>{texts.loading}</Live>
    {children}
  </div>
);

export const LoadingCards = (): ReactElement => (
  <Busy>
    <Skeleton height="2.5rem" width="18rem" radius="md" />
    <div className={styles.cards}>
      {keys(8).map((key) => (
        <Skeleton key={key} height="15rem" radius="lg" />
      ))}
    </div>
  </Busy>
);

export const LoadingRows = (): ReactElement => (
  <Busy>
    {keys(5).map((key) => (
      <Skeleton key={key} height="6.5rem" radius="lg" />
    ))}
  </Busy>
);

export const LoadingPage = (): ReactElement => (
  <Busy>
    <Skeleton height="3rem" width="60%" radius="md" />
    <Skeleton height="24rem" radius="lg" />
    <Skeleton height="1.25rem" width="90%" />
    <Skeleton height="1.25rem" width="80%" />
  </Busy>
);
