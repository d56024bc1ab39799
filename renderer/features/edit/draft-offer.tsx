import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';

import { joinList, moment } from '../../format.ts';
import styles from './draft-offer.module.css';
import { editingTexts } from '../../components/editing/texts.ts';

export interface DraftOfferProps {
  /** UNIX seconds. */
  date: number;
  /** Names of the changed units. */
  names: readonly string[];
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers an unsaved draft. Nothing can be edited before the person decides. */
export function DraftOffer({ date, names, onRestore, onDiscard }: DraftOfferProps): ReactElement {
  const words = editingTexts.draft;
  const restore = useRef<HTMLButtonElement>(null);
  useEffect(() => restore.current?.focus(), []);
  return (
    <section className={styles.offer} aria-label={words.title(moment(date))}>
      <IconHistory size="2.25rem" aria-hidden />
      <div>
        <strong>{words.title(moment(date))}</strong>
        {names.length > 0 ? <p>{words.what(joinList(names))}</p> : null}
      </div>
      <Button variant="default" onClick={onDiscard}>
        {words.discard}
      </Button>
      <Button ref={restore} onClick={onRestore}>
        {words.restore}
      </Button>
    </section>
  );
}
