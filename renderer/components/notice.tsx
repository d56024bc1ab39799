import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconLock, IconMoodEmpty } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { errorMessage, errorStatus } from '../api/errors.ts';
import { userQuery } from '../api/queries/users.ts';
import { paths } from '../location.ts';
import { texts } from '../texts.ts';
import styles from './notice.module.css';

export interface NoticeProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  tone?: 'calm' | 'danger';
  /** True if the title is the screen's only heading. */
  alone?: boolean;
}

/** The state of a whole screen or section: empty, failed, not found. */
export const Notice = ({
  icon,
  title,
  children,
  actions,
  tone = 'calm',
  alone = false,
}: NoticeProps): ReactElement => (
  <section className={styles.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    {alone ? <h1 className={styles.title}>{title}</h1> : <h2>{title}</h2>}
    {children ? <div className={styles.words}>{children}</div> : null}
    {actions ? <div className={styles.actions}>{actions}</div> : null}
  </section>
);

/** Explains a failed request and offers what to do. */
export function FailedNotice({ error, retry }: { error: unknown; retry: () => void }): ReactElement {
  const { data: user } = useQuery(userQuery);
  const status = errorStatus(error);
  const home = (
    <Button component={Link} href={paths.home} variant="default">
      {texts.actions.home}
    </Button>
  );
  if (status === 404)
    return (
      <Notice alone icon={<IconMoodEmpty size={40} />} title={texts.errors.notFoundTitle} actions={home}>
        <p>{errorMessage(error)}.</p>
        <p>{texts.errors.notFound}</p>
      </Notice>
    );
  if (status === 401 || status === 403)
    return (
      <Notice
        alone
        icon={<IconLock size={40} />}
        title={status === 401 ? texts.errors.signInTitle : texts.errors.privateTitle}
        actions={
          <>
            {user ? null : (
              <Button component={Link} href={paths.signIn}>
                {texts.actions.signIn}
              </Button>
            )}
            {home}
          </>
        }
      >
        <p>{errorMessage(error)}</p>
      </Notice>
    );
  return (
    <Notice
      alone
      tone="danger"
      icon={<IconAlertTriangle size={40} />}
      title={texts.errors.failedTitle}
      actions={
        <>
          <Button onClick={retry}>{texts.actions.retry}</Button>
          {home}
        </>
      }
    >
      <p>{errorMessage(error)}</p>
      <p>{texts.errors.advice}</p>
    </Notice>
  );
}
