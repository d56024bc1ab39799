import type { ReactElement } from 'react';

import type { SyncStatus } from '../../../../shared/sync-status.ts';
import { Section } from '../../../components/section.tsx';
import { count, duration, moment, timeAgo } from '../../../format.ts';
import styles from './rounds.module.css';
import { syncTexts } from '../texts.ts';
import { phrase } from '../../../../shared/phrase.ts';

export function Rounds({ rounds, now }: { rounds: SyncStatus['rounds']; now: number }): ReactElement {
  const { columns } = syncTexts;
  return (
    <Section title={syncTexts.rounds}>
      {rounds.length === 0 ? (
        <p className={styles.none}>{syncTexts.roundsNone}</p>
      ) : (
        <div className={styles.frame}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{columns.ended}</th>
                <th scope="col">{columns.outcome}</th>
                <th scope="col">{columns.took}</th>
                <th scope="col">{columns.pushed}</th>
                <th scope="col">{columns.guides}</th>
                <th scope="col">{columns.wikis}</th>
                <th scope="col">{columns.pictures}</th>
                <th scope="col">{columns.removed}</th>
                <th scope="col">{columns.requests}</th>
              </tr>
            </thead>
            <tbody>
              {rounds.map((round) => (
                <tr key={`${round.startedAt} ${round.endedAt}`}>
                  <td title={moment(round.endedAt)}>{timeAgo(round.endedAt, now)}</td>
                  <td>
                    <span className={styles.outcome} data-outcome={round.outcome}>
                      {syncTexts.outcomes[round.outcome]}
                    </span>
                    {round.message ? <p className={styles.message}>{phrase(round.message)}</p> : null}
                  </td>
                  <td>{duration(round.endedAt - round.startedAt)}</td>
                  <td>{count(round.pushed ?? 0)}</td>
                  <td>{count(round.guides)}</td>
                  <td>{count(round.wikis)}</td>
                  <td>{count(round.pictures)}</td>
                  <td>{count(round.removed)}</td>
                  <td>{count(round.requests)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
