import { Button } from '@mantine/core';
import { IconArrowRight, IconHandStop } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { paths } from '../../location.ts';
import styles from './decisions-card.module.css';
import { entryTexts } from './entry-texts.ts';
import { changeTexts } from './texts.ts';
import { cardsOf, useParked } from './use-parked.ts';
import { joinList } from '../../format.ts';

/** A card on the home page for edits that need the person's decision; nothing if there are none. */
export function DecisionsCard(): ReactElement | null {
  const { entries = [] } = useParked();
  const cards = cardsOf(entries);
  const [first] = cards;
  if (!first) return null;
  const words = changeTexts.card;
  const titles = [
    ...new Set(cards.flatMap(({ title }) => (title === null ? [] : [entryTexts.title(title)]))),
  ];
  return (
    <section className={styles.card} aria-labelledby="decisions">
      <span className={styles.sign} aria-hidden>
        <IconHandStop size={36} />
      </span>
      <div className={styles.words}>
        <h2 id="decisions">{words.title(cards.length)}</h2>
        {titles.length > 0 ? <p className={styles.titles}>{joinList(titles.slice(0, 3))}</p> : null}
        <p>{words.words}</p>
      </div>
      <Button
        component={Link}
        href={cards.length === 1 ? paths.conflict(first.kind, first.id) : paths.conflicts}
        rightSection={<IconArrowRight size="1.5rem" />}
        className={styles.open}
      >
        {words.open}
      </Button>
    </section>
  );
}
