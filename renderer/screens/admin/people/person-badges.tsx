import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { badgeInWords } from '../../../badge-texts.ts';
import { Section } from '../../../components/section.tsx';
import { day } from '../../../format.ts';
import admin from '../admin.module.css';
import { BadgeDot } from '../badges/badge-dot.tsx';
import { peopleTexts as words } from './texts.ts';
import { earnedQuery } from '../../../api/queries/badges.ts';

export function PersonBadges({ userid }: { userid: number }): ReactElement {
  const badges = useQuery(earnedQuery(userid));
  const earned = (badges.data ?? []).filter((one) => one.earned);
  return (
    <Section title={words.badges}>
      {badges.data && earned.length === 0 ? <p className={admin.soft}>{words.noBadges}</p> : null}
      <ul className={admin.chips}>
        {earned.map(({ badge, date, times_earned }) => (
          <li key={badge.badgeid} className={admin.pill} title={date === null ? undefined : day(date)}>
            <BadgeDot type={badge.type} />
            {badgeInWords(badge).name}
            {times_earned > 1 ? ` × ${times_earned}` : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
