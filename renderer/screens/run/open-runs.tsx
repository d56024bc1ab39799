import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import { Section } from '../../components/section.tsx';
import { guideQuery } from '../../api/queries/guides.ts';
import { userQuery } from '../../api/queries/users.ts';
import { openRunsQuery } from '../../api/queries/work-log.ts';
import { RunCard } from './run-card.tsx';
import styles from './run-card.module.css';
import { runTexts } from './texts.ts';
import type { Seen } from '../../features/run/timing.ts';

export interface OpenRun {
  seen: Seen;
  guide: Guide | undefined;
}

/** The signed-in person's runs that are not over, with their guides. */
export function useOpenRuns(): OpenRun[] {
  const user = useQuery(userQuery);
  return useWithGuides(useQuery(openRunsQuery(user.data?.userid)).data ?? []);
}

export function useWithGuides(runs: readonly Seen[]): OpenRun[] {
  const guideids = [...new Set(runs.map(({ entry }) => entry.guideid))];
  const guides = useQueries({
    queries: guideids.map(guideQuery),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return runs.map((seen) => ({
    seen,
    guide: guides.find(({ guideid }) => guideid === seen.entry.guideid),
  }));
}

/** On the start page: whatever happened to this machine, open work is one touch away. */
export function OpenRuns({ now }: { now: number }): ReactElement | null {
  const runs = useOpenRuns();
  if (runs.length === 0) return null;
  return (
    <Section title={runTexts.home.title} note={runTexts.home.note}>
      <ul className={styles.cards}>
        {runs.map(({ seen, guide }) => (
          <li key={seen.entry.entryid}>
            <RunCard seen={seen} guide={guide} now={now} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
