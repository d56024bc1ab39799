import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';

import { directionOf, spokenLanguage } from '../shared/language.ts';
import { isSpoken } from './choose-language.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { originOf, SiteOrigin } from './components/link-target.ts';
import { hashRouting } from './location.ts';
import { infoQuery, settingsQuery, syncQuery } from './queries.ts';
import { CategoryScreen } from './screens/category/category-screen.tsx';
import { ConflictScreen } from './screens/conflicts/conflict-screen.tsx';
import { ConflictsScreen } from './screens/conflicts/conflicts-screen.tsx';
import { EditGuideScreen } from './screens/edit-guide/edit-guide-screen.tsx';
import { NewGuideScreen } from './screens/edit-guide/new-guide-screen.tsx';
import { EditWikiScreen } from './screens/edit-wiki/edit-wiki-screen.tsx';
import { NewWikiScreen } from './screens/edit-wiki/new-wiki-screen.tsx';
import { FormBuilderScreen } from './screens/form-builder/form-builder-screen.tsx';
import { GuideScreen } from './screens/guide/guide-screen.tsx';
import { GuideHistoryScreen } from './screens/history/guide-history-screen.tsx';
import { WikiHistoryScreen } from './screens/history/wiki-history-screen.tsx';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { RunScreen, runPlace } from './screens/run/run-screen.tsx';
import { StartScreen } from './screens/run/start-screen.tsx';
import { SearchScreen } from './screens/search/search-screen.tsx';
import { SettingsScreen } from './screens/settings/settings-screen.tsx';
import { SignInScreen } from './screens/sign-in/sign-in-screen.tsx';
import { ChangeScreen } from './screens/sync-status/change-screen.tsx';
import { ChangesScreen } from './screens/sync-status/changes-screen.tsx';
import { ReadyScreen } from './screens/sync-status/ready-screen.tsx';
import { StorageScreen } from './screens/sync-status/storage-screen.tsx';
import { SyncStatusScreen } from './screens/sync-status/sync-status-screen.tsx';
import { WikiScreen } from './screens/wiki/wiki-screen.tsx';
import { WorkLogScreen } from './screens/work-logs/work-log-screen.tsx';
import { WorkLogsScreen } from './screens/work-logs/work-logs-screen.tsx';
import { ShellScreen } from './shell/shell-screen.tsx';
import { theme } from './theme.ts';

export function App(): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const { data: info } = useQuery(infoQuery);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, {
    getInitialValueInEffect: false,
  });
  const chosen = settings?.colorScheme ?? 'auto';
  const textSize = settings?.textSize ?? 100;
  useEffect(() => {
    document.documentElement.style.fontSize = `${textSize}%`;
  }, [textSize]);
  useEffect(() => {
    if (settings && !isSpoken(settings.language)) location.reload();
  }, [settings]);
  useFreshContent();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={chosen === 'auto' ? (systemDark ? 'dark' : 'light') : chosen}
      colorSchemeManager={noScheme}
      getStyleNonce={styleNonce}
    >
      <DirectionProvider initialDirection={directionOf(spokenLanguage())} detectDirection={false}>
        <Router {...hashRouting}>
          <SiteOrigin value={info ? originOf(info.site) : null}>
            <Guarded>
              <Screens />
            </Guarded>
          </SiteOrigin>
        </Router>
      </DirectionProvider>
    </MantineProvider>
  );
}

/** The page's policy lets in only style sheets that carry it. */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The scheme is a setting of the desk; the window stores nothing. */
const noScheme = {
  get: () => 'auto' as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

function Guarded({ children }: { children: ReactNode }): ReactElement {
  const [place] = useLocation();
  return <ErrorBoundary place={place}>{children}</ErrorBoundary>;
}

const Screens = (): ReactElement => (
  <Switch>
    <Route path="/guide/:guideid">
      {({ guideid }) => <GuideScreen guideid={Number(guideid)} mode={{ show: 'overview' }} />}
    </Route>
    <Route path="/guide/:guideid/step/:stepid">
      {({ guideid, stepid }) => (
        <GuideScreen guideid={Number(guideid)} mode={{ show: 'step', stepid: Number(stepid) }} />
      )}
    </Route>
    <Route path="/guide/:guideid/finished">
      {({ guideid }) => <GuideScreen guideid={Number(guideid)} mode={{ show: 'finished' }} />}
    </Route>
    <Route path="/run/:entryid/*?">
      {({ entryid, '*': rest }) => <RunScreen entryid={Number(entryid)} place={runPlace(rest)} />}
    </Route>
    <Route>
      <ShellScreen>
        <Switch>
          <Route path="/" component={HomeScreen} />
          <Route path="/search" component={SearchScreen} />
          <Route path="/guide/:guideid/work">
            {({ guideid }) => <StartScreen key={guideid} guideid={Number(guideid)} />}
          </Route>
          <Route path="/work-logs" component={WorkLogsScreen} />
          <Route path="/work-logs/:entryid">
            {({ entryid }) => <WorkLogScreen entryid={Number(entryid)} />}
          </Route>
          <Route path="/category/:title">
            {({ title }) => <CategoryScreen title={decodeURIComponent(title)} />}
          </Route>
          <Route path="/wiki/:namespace/:title">
            {({ namespace, title }) => (
              <WikiScreen namespace={decodeURIComponent(namespace)} title={decodeURIComponent(title)} />
            )}
          </Route>
          <Route path="/sync" component={SyncStatusScreen} />
          <Route path="/sync/changes" component={ChangesScreen} />
          <Route path="/sync/changes/:entryid">
            {({ entryid }) => <ChangeScreen entryid={decodeURIComponent(entryid)} />}
          </Route>
          <Route path="/sync/storage" component={StorageScreen} />
          <Route path="/sync/ready" component={ReadyScreen} />
          <Route path="/conflicts" component={ConflictsScreen} />
          <Route path="/conflicts/:kind/:id">
            {({ kind, id }) => (
              <ConflictScreen key={`${kind} ${id}`} kind={decodeURIComponent(kind)} id={Number(id)} />
            )}
          </Route>
          <Route path="/new/guide" component={NewGuideScreen} />
          <Route path="/new/wiki/:namespace/:title?">
            {({ namespace, title = '' }) => (
              <NewWikiScreen namespace={decodeURIComponent(namespace)} title={decodeURIComponent(title)} />
            )}
          </Route>
          <Route path="/edit/guide/:guideid/form/:stepid">
            {({ guideid, stepid }) => (
              <FormBuilderScreen key={stepid} guideid={Number(guideid)} stepid={Number(stepid)} />
            )}
          </Route>
          <Route path="/edit/guide/:guideid">
            {({ guideid }) => <EditGuideScreen guideid={Number(guideid)} />}
          </Route>
          <Route path="/edit/wiki/:namespace/:title">
            {({ namespace, title }) => (
              <EditWikiScreen namespace={decodeURIComponent(namespace)} title={decodeURIComponent(title)} />
            )}
          </Route>
          <Route path="/history/guide/:guideid">
            {({ guideid }) => <GuideHistoryScreen key={guideid} guideid={Number(guideid)} />}
          </Route>
          <Route path="/history/wiki/:namespace/:title">
            {({ namespace, title }) => (
              <WikiHistoryScreen
                namespace={decodeURIComponent(namespace)}
                title={decodeURIComponent(title)}
              />
            )}
          </Route>
          <Route path="/settings" component={SettingsScreen} />
          <Route path="/sign-in" component={SignInScreen} />
          <Route component={NotFoundScreen} />
        </Switch>
      </ShellScreen>
    </Route>
  </Switch>
);

/** What a finished round brought is on screen without anybody asking for it. */
function useFreshContent(): void {
  const client = useQueryClient();
  const { data: status } = useQuery(syncQuery);
  const last = status?.lastSuccessAt;
  const seen = useRef(last);
  useEffect(() => {
    const before = seen.current;
    seen.current = last;
    if (before === undefined || last === before) return;
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sync' });
  }, [client, last]);
}
