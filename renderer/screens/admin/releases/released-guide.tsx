import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { ReleasedGuide } from '../../../../shared/model/admin.ts';
import type { Release } from '../../../../shared/model/release.ts';
import { comma, day, timeAgo } from '../../../format.ts';
import { paths } from '../../../location.ts';
import admin from '../admin.module.css';
import { releaseTexts as words } from './texts.ts';
import styles from './released-guide.module.css';

export interface ReleasedGuideCardProps {
  guide: ReleasedGuide;
  now: number;
  busy: boolean;
  onRelease: () => void;
  onWithdraw: (release: Release) => void;
}

/** A guide's current release, its unreleased changes, and all its releases. */
export function ReleasedGuideCard(props: ReleasedGuideCardProps): ReactElement {
  const { guide, now, busy, onRelease, onWithdraw } = props;
  const { guideid, title, category, draft, releases } = guide;
  const current = releases.find(({ status }) => status === 'released');
  const prepared = releases.find(({ status }) => status === 'draft');
  return (
    <article className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <div className={admin.words}>
          <Link href={paths.guide(guideid)}>{title}</Link>
          <span className={admin.soft}>{category}</span>
        </div>
        {draft || prepared ? (
          <div className={admin.actions}>
            <Button
              component={Link}
              href={paths.guideHistory(guideid)}
              variant="subtle"
              className={admin.small}
              aria-label={words.compareOf(title)}
            >
              {words.compare}
            </Button>
            <Button
              className={admin.small}
              disabled={busy}
              aria-label={words.releaseOf(title)}
              onClick={onRelease}
            >
              {words.release}
            </Button>
          </div>
        ) : null}
      </div>
      <p className={styles.state}>
        <span>{current ? words.readers(nameOf(current)) : words.everyEdit}</span>
        {draft ? (
          <span className={admin.pill} data-tone="accent">
            {words.draft}
            {comma}
            {words.edited(timeAgo(draft.modified_date, now))}
          </span>
        ) : null}
        {prepared ? (
          <span className={admin.pill} data-tone="remind">
            {words.prepared(nameOf(prepared))}
          </span>
        ) : null}
      </p>
      {releases.length === 0 ? null : (
        <details className={styles.history}>
          <summary>{words.history(releases.length)}</summary>
          <ul>
            {releases.map((release) => (
              <li key={release.releaseid}>
                <Past release={release} busy={busy} onWithdraw={() => onWithdraw(release)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

const nameOf = ({ title }: Release): string => (title === '' ? words.untitled : words.quoted(title));

interface PastProps {
  release: Release;
  busy: boolean;
  onWithdraw: () => void;
}

const Past = ({ release, busy, onWithdraw }: PastProps): ReactElement => {
  const { title, status, user, init_date, release_date, notes } = release;
  return (
    <div className={styles.past}>
      <div className={admin.words}>
        <span>
          {title || words.untitled}{' '}
          <span className={admin.soft}>{words.by(user.username, day(release_date ?? init_date))}</span>
        </span>
        {notes === '' ? null : <span className={admin.soft}>{notes}</span>}
      </div>
      <span className={admin.pill} data-tone={status === 'released' ? 'good' : undefined}>
        {words.statuses[status] ?? status}
      </span>
      {status === 'released' ? (
        <Button
          variant="default"
          className={admin.small}
          disabled={busy}
          aria-label={words.withdrawOf(title || words.untitled)}
          onClick={onWithdraw}
        >
          {words.withdraw}
        </Button>
      ) : null}
    </div>
  );
};
