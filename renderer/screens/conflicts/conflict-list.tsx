import { IconArrowRight } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { moment } from '../../format.ts';
import { paths } from '../../location.ts';
import { ChangeState } from '../../features/changes/change-state.tsx';
import { entryTexts } from '../../features/changes/entry-texts.ts';
import { causeWords, entryWords } from '../../features/changes/entry-words.ts';
import styles from './conflict-list.module.css';
import { conflictTexts } from './texts.ts';
import type { Card } from '../../features/changes/use-parked.ts';

/** Lists conflicts, with one card per guide or page. */
export const ConflictList = ({ cards }: { cards: Card[] }): ReactElement => (
  <>
    <div>
      <h1 className={styles.heading}>{conflictTexts.title}</h1>
      <p className={styles.lead}>{conflictTexts.lead}</p>
    </div>
    <ul className={styles.cards}>
      {cards.map(({ kind, id, title, entries }) => (
        <li key={`${kind} ${id}`}>
          <Link href={paths.conflict(kind, id)} className={styles.card} data-row>
            <span className={styles.head}>
              <span className={styles.kind}>
                {conflictTexts.kinds[kind] ?? conflictTexts.others} · {conflictTexts.waiting(entries.length)}
              </span>
              <span className={styles.title}>
                {title ?? conflictTexts.kinds[kind] ?? conflictTexts.others}
              </span>
            </span>
            <IconArrowRight size="1.75rem" aria-hidden className={styles.arrow} />
            {entries.slice(0, 3).map((entry) => (
              <span key={entry.entryid} className={styles.entry}>
                <ChangeState state={entry.state} />
                <span>
                  <strong>{entryWords(entry, false)}</strong>
                  <span className={styles.soft}>{entryTexts.by(entry.username, moment(entry.date))}</span>
                  {entry.cause ? <span className={styles.soft}>{causeWords(entry.cause)}</span> : null}
                </span>
              </span>
            ))}
          </Link>
        </li>
      ))}
    </ul>
  </>
);
