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
import type { Seen } from '../../api/queries/work-log.ts';

export interface OpenRun {
  seen: Seen;
  guide: Guide | undefined;
}

/** Returns the signed-in person's open runs with their guides. */
export function useOpenRuns(): OpenRun[] {
  const user = useQuery(userQuery);
  return useWithGuides(useQuery(openRunsQuery(user.data?.userid)).data ?? []);
}

export function useWithGuides(runs: readonly Seen[]): OpenRun[] {
  const guideids = [...new Set(runs.map(({ entry }) => entry.guideid))];
  const guides = useQueries({
    queries: guideids.map((guideid) => guideQuery(guideid)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return runs.map((seen) => ({
    seen,
    guide: guides.find(({ guideid }) => guideid === seen.entry.guideid),
  }));
}

/** The open runs on the home page: after any crash or restart, open work is one tap away. */
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
