import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { FailedSearch } from '../../../../shared/model/failed-search.ts';
import { Section } from '../../../components/section.tsx';
import { timeAgo } from '../../../format.ts';
import { paths } from '../../../location.ts';
import admin from '../admin.module.css';
import { glossaryTexts } from './texts.ts';

const words = glossaryTexts.searches;

export interface FailedSearchesProps {
  now: number;
  /** The most frequent first. */
  searches: readonly FailedSearch[];
  busy: boolean;
  onSynonym: (words: string) => void;
  onRemove: (words: string) => void;
}

/** Searches that found nothing with all of their words, with what an author can do about them. */
export const FailedSearches = ({
  now,
  searches,
  busy,
  onSynonym,
  onRemove,
}: FailedSearchesProps): ReactElement => (
  <Section title={words.title}>
    <p className={admin.lead}>{searches.length === 0 ? words.none : words.lead}</p>
    {searches.length === 0 ? null : (
      <ul className={admin.list}>
        {searches.map((one) => (
          <li key={one.words} className={admin.row}>
            <span>
              <strong>{one.words}</strong>
              <br />
              {words.searched(one.count, timeAgo(one.last_date, now))}
            </span>
            <span className={admin.actions}>
              <Button component={Link} href={paths.newGuide({ title: one.words })} variant="default">
                {words.write}
              </Button>
              <Button
                variant="default"
                aria-label={words.synonymOf(one.words)}
                onClick={() => onSynonym(one.words)}
              >
                {words.synonym}
              </Button>
              <ActionIcon
                variant="subtle"
                size="3rem"
                disabled={busy}
                aria-label={words.removeOf(one.words)}
                onClick={() => onRemove(one.words)}
              >
                <IconTrash size="1.5rem" />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
