import { Button } from '@mantine/core';
import { IconCircleCheck, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Storage } from '../../../../shared/model/upkeep.ts';
import { AskDelete } from '../../../components/ask-delete.tsx';
import { InlineNote, InlineProblem } from '../../../components/inline-problem.tsx';
import { Unseen } from '../../../components/live.tsx';
import { Section } from '../../../components/section.tsx';
import { bytes, moment } from '../../../format.ts';
import styles from './copies.module.css';
import { syncTexts } from '../texts.ts';

type Copy = Storage['copies'][number];

export interface CopiesProps {
  copies: readonly Copy[];
  /** Why the newest copy is unusable. */
  newestProblem: string | null;
  going: boolean;
  problem: string | null;
  /** Restores the copy of a day; null in a browser. */
  onBack: ((day: string) => void) | null;
}

/** The daily copies, and the button to restore one. */
export function Copies({ copies, newestProblem, going, problem, onBack }: CopiesProps): ReactElement {
  const words = syncTexts.copies;
  const [asked, setAsked] = useState<Copy | null>(null);
  return (
    <Section title={words.title} note={words.note}>
      {newestProblem === null ? null : <InlineProblem>{words.problem(newestProblem)}</InlineProblem>}
      {problem === null ? null : <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem>}
      {going ? <InlineNote>{words.going}</InlineNote> : null}
      {copies.length === 0 ? <p className={styles.soft}>{words.none}</p> : null}
      <ul className={styles.copies}>
        {copies.map((copy) => (
          <li key={copy.day}>
            <span className={styles.name}>
              <strong>{moment(copy.date)}</strong>
              <span className={styles.proved}>
                <IconCircleCheck size="1.25em" aria-hidden /> {words.proved}
              </span>
            </span>
            <span className={styles.size}>{bytes(copy.bytes)}</span>
            {onBack ? (
              <Button
                variant="default"
                leftSection={<IconHistory size="1.375rem" />}
                disabled={going}
                onClick={() => setAsked(copy)}
              >
                {words.back} <Unseen>{`(${moment(copy.date)})`}</Unseen>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {copies.length > 0 ? <p className={styles.soft}>{onBack ? words.why : words.desk}</p> : null}
      {asked && onBack ? (
        <AskDelete
          title={words.ask(moment(asked.date))}
          why={words.askWhy}
          yes={words.yes}
          no={words.no}
          onYes={() => {
            setAsked(null);
            onBack(asked.day);
          }}
          onNo={() => setAsked(null)}
        />
      ) : null}
    </Section>
  );
}
