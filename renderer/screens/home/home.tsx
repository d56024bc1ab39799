import { Button } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Home } from '../../../shared/model/benchside.ts';
import type { GuideSummary } from '../../../shared/model/guide.ts';
import type { SyncStatus } from '../../../shared/sync-status.ts';
import { CardGrid, CategoryCard, GuideCard } from '../../components/cards.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { paths } from '../../location.ts';
import { isRunning } from '../../api/queries/sync.ts';
import { texts } from '../../texts.ts';
import { Assigned } from '../../features/run/assigned.tsx';
import { HandedOver } from '../../features/run/handed-over.tsx';
import { OpenRuns } from '../../features/run/open-runs.tsx';
import { FirstSync } from './first-sync.tsx';
import styles from './home.module.css';
import { ReadingCard } from './reading-card.tsx';
import { homeTexts } from './texts.ts';

export interface HomeProps {
  home: Home;
  status: SyncStatus | undefined;
  now: number;
  /** Set on a hub's page. If an admin is signed in, an empty hub asks them for guides. */
  hub?: { isAdmin: boolean; isSignedIn: boolean } | undefined;
}

/** Guides shown of each list. */
const mostShown = 8;

export function HomeView({ home, status, now, hub }: HomeProps): ReactElement {
  const carryOn = home.inProgress
    .filter(({ stepid, position }) => stepid !== null && position > 0)
    .slice(0, 4);
  const shown = new Set(carryOn.map(({ guide }) => guide.guideid));
  const recent = home.recent.map(({ guide }) => guide).filter(({ guideid }) => !shown.has(guideid));
  const mostUsed = home.mostUsed.slice(0, mostShown);
  const known = new Set([...shown, ...mostUsed.map(({ guideid }) => guideid)]);
  const isNew = ({ guideid }: GuideSummary): boolean => !known.has(guideid);
  return (
    <>
      <h1 className={styles.hidden}>{home.site.name || texts.product}</h1>
      {status?.firstSync && status.phase !== 'off' ? <FirstSync status={status} /> : null}
      {home.site.guides === 0 && !(status?.firstSync && isRunning(status)) ? (
        hub ? (
          <EmptyHub {...hub} />
        ) : (
          <NothingHere status={status} />
        )
      ) : null}
      <OpenRuns now={now} />
      <Assigned now={now} />
      <HandedOver now={now} />
      {carryOn.length > 0 ? (
        <Section title={homeTexts.continue}>
          <ul className={styles.reading}>
            {carryOn.map((reading) => (
              <ReadingCard key={reading.guide.guideid} reading={reading} now={now} />
            ))}
          </ul>
        </Section>
      ) : null}
      <Guides title={homeTexts.favorites} guides={home.favorites} />
      {home.categories.length > 0 ? (
        <Section
          title={homeTexts.categories}
          note={
            status === undefined || status.phase === 'off'
              ? texts.guides(home.site.guides)
              : homeTexts.here(texts.guides(home.site.guides))
          }
        >
          <Categories categories={home.categories} />
        </Section>
      ) : null}
      <Guides title={homeTexts.recent} guides={recent.slice(0, mostShown)} />
      <Guides title={homeTexts.featured} guides={home.featured} />
      <Guides title={homeTexts.mostUsed} guides={mostUsed} />
      <Guides title={homeTexts.newest} guides={home.newest.filter(isNew).slice(0, mostShown)} />
    </>
  );
}

/** Categories shown at first. A site may have hundreds, and each delays the first rendering. */
const firstCategories = 60;

function Categories({ categories }: { categories: Home['categories'] }): ReactElement {
  const [all, setAll] = useState(false);
  const shown = all ? categories : categories.slice(0, firstCategories);
  return (
    <>
      <CardGrid wide>
        {shown.map((category) => (
          <CategoryCard key={category.title} category={category} />
        ))}
      </CardGrid>
      {shown.length < categories.length ? (
        <Button variant="default" className={styles.more} onClick={() => setAll(true)}>
          {texts.actions.showMore}
        </Button>
      ) : null}
    </>
  );
}

function Guides({ title, guides }: { title: string; guides: GuideSummary[] }): ReactElement | null {
  if (guides.length === 0) return null;
  return (
    <Section title={title}>
      <CardGrid>
        {guides.map((guide) => (
          <GuideCard key={guide.guideid} guide={guide} />
        ))}
      </CardGrid>
    </Section>
  );
}

const EmptyHub = ({ isAdmin, isSignedIn }: NonNullable<HomeProps['hub']>): ReactElement => (
  <Notice
    icon={<IconBooks size={40} />}
    title={homeTexts.emptyTitle}
    actions={
      isAdmin ? (
        <Button component={Link} href={paths.setUp}>
          {homeTexts.addGuides}
        </Button>
      ) : isSignedIn ? null : (
        <Button component={Link} href={paths.signIn}>
          {homeTexts.signIn}
        </Button>
      )
    }
  >
    <p>{isAdmin ? homeTexts.emptyForAdmin : homeTexts.emptyHub}</p>
  </Notice>
);

function NothingHere({ status }: { status: SyncStatus | undefined }): ReactElement {
  const away = status?.phase === 'off' || status?.problem?.kind === 'unauthorized';
  const running = status !== undefined && isRunning(status);
  return (
    <Notice
      icon={<IconBooks size={40} />}
      title={homeTexts.emptyTitle}
      actions={
        <>
          {away ? (
            <Button component={Link} href={paths.signIn}>
              {homeTexts.signIn}
            </Button>
          ) : null}
          {status ? (
            <Button component={Link} href={paths.sync} variant="default">
              {homeTexts.toSync}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{away ? homeTexts.emptyOff : running ? homeTexts.emptyRunning : homeTexts.emptySite}</p>
    </Notice>
  );
}
