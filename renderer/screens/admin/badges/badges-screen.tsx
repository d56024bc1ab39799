import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { EarnedBadge } from '../../../../shared/model/badge.ts';
import { badgeInWords } from '../../../badge-texts.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { paths } from '../../../location.ts';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { BadgeDot } from './badge-dot.tsx';
import { badgesQuery } from '../../../api/queries/badges.ts';
import { badgeAdminTexts as words } from './texts.ts';

export const BadgesScreen = (): ReactElement => (
  <AdminPage part="badges">{({ onHub }) => <BadgesPart onHub={onHub} />}</AdminPage>
);

function BadgesPart({ onHub }: { onHub: boolean }): ReactElement {
  const badges = useQuery(badgesQuery);
  if (badges.error) return <FailedNotice error={badges.error} retry={() => void badges.refetch()} />;
  return badges.data ? <Badges badges={badges.data} onHub={onHub} /> : <LoadingRows />;
}

interface BadgesProps {
  badges: readonly EarnedBadge[];
  /** Only the hub knows who has earned a badge. */
  onHub: boolean;
}

function Badges({ badges, onHub }: BadgesProps): ReactElement {
  const all = badges.map(({ badge }) => badgeInWords(badge)).toSorted((a, b) => a.badgeid - b.badgeid);
  const categories = [...new Set(all.map(({ category }) => category))];
  return (
    <>
      <p className={admin.lead}>{words.lead}</p>
      {categories.map((category) => (
        <Section key={category} title={category}>
          <ul className={admin.list}>
            {all
              .filter((badge) => badge.category === category)
              .map((badge) => (
                <li key={badge.badgeid}>
                  {onHub && badge.num_users > 0 ? (
                    <Link href={paths.badge(badge.badgeid)} className={admin.row}>
                      <BadgeRow badge={badge} />
                    </Link>
                  ) : (
                    <div className={admin.row}>
                      <BadgeRow badge={badge} />
                    </div>
                  )}
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </>
  );
}

const BadgeRow = ({ badge }: { badge: EarnedBadge['badge'] }): ReactElement => (
  <>
    <span className={admin.words}>
      <strong className={admin.marked}>
        <BadgeDot type={badge.type} /> {badge.name}
      </strong>
      <span className={admin.soft}>{badge.description}</span>
    </span>
    <span className={admin.soft}>{words.holders(badge.num_users)}</span>
  </>
);
