import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';

import { directionOf, spokenLanguage } from '../shared/language.ts';
import { isNamespace } from '../shared/model/wiki.ts';
import { askAhead } from './ask-ahead.ts';
import { isSpoken } from './choose-language.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { useKiosk } from './components/use-kiosk.ts';
import { KeyboardMap } from './keyboard/keyboard-map.tsx';
import { lazyScreen, preloadScreens } from './lazy-screen.tsx';
import { hashRouting } from './state/navigation.ts';
import { settingsQuery } from './api/queries/settings.ts';
import { infoQuery } from './api/queries/site.ts';
import { syncQuery } from './api/queries/sync.ts';
import type { PageAddress } from './api/queries/wikis.ts';
import { KioskFrame } from './screens/kiosk/kiosk-frame.tsx';
import { runPlace } from './screens/run/run-place.ts';
import { DeskScanner } from './shell/desk-scanner.tsx';
import { Palette } from './shell/palette.tsx';
import { ShellNotices } from './shell/shell-notices.tsx';
import { ShellScreen } from './shell/shell-screen.tsx';
import { preferences } from './state/preferences.ts';
import { theme } from './theme.ts';

// In the order in which idle time preloads them.
const HomeScreen = lazyScreen(async () => (await import('./screens/home/home-screen.tsx')).HomeScreen);
const GuideScreen = lazyScreen(async () => (await import('./screens/guide/guide-screen.tsx')).GuideScreen);
const CategoryScreen = lazyScreen(
  async () => (await import('./screens/category/category-screen.tsx')).CategoryScreen,
);
const SearchScreen = lazyScreen(
  async () => (await import('./screens/search/search-screen.tsx')).SearchScreen,
);
const StartScreen = lazyScreen(async () => (await import('./screens/run/start-screen.tsx')).StartScreen);
const RunScreen = lazyScreen(async () => (await import('./screens/run/run-screen.tsx')).RunScreen);
const ConflictScreen = lazyScreen(
  async () => (await import('./screens/conflicts/conflict-screen.tsx')).ConflictScreen,
);
const ConflictsScreen = lazyScreen(
  async () => (await import('./screens/conflicts/conflicts-screen.tsx')).ConflictsScreen,
);
const EditGuideScreen = lazyScreen(
  async () => (await import('./screens/edit-guide/edit-guide-screen.tsx')).EditGuideScreen,
);
const TranslateGuideScreen = lazyScreen(
  async () => (await import('./screens/translate-guide/translate-guide-screen.tsx')).TranslateGuideScreen,
);
const NewGuideScreen = lazyScreen(
  async () => (await import('./screens/edit-guide/new-guide-screen.tsx')).NewGuideScreen,
);
const EditWikiScreen = lazyScreen(
  async () => (await import('./screens/edit-wiki/edit-wiki-screen.tsx')).EditWikiScreen,
);
const NewWikiScreen = lazyScreen(
  async () => (await import('./screens/edit-wiki/new-wiki-screen.tsx')).NewWikiScreen,
);
const TranslateWikiScreen = lazyScreen(
  async () => (await import('./screens/edit-wiki/translate-wiki-screen.tsx')).TranslateWikiScreen,
);
const FormBuilderScreen = lazyScreen(
  async () => (await import('./screens/form-builder/form-builder-screen.tsx')).FormBuilderScreen,
);
const GuideHistoryScreen = lazyScreen(
  async () => (await import('./screens/history/guide-history-screen.tsx')).GuideHistoryScreen,
);
const WikiHistoryScreen = lazyScreen(
  async () => (await import('./screens/history/wiki-history-screen.tsx')).WikiHistoryScreen,
);
const NotFoundScreen = lazyScreen(
  async () => (await import('./screens/not-found-screen.tsx')).NotFoundScreen,
);
const SettingsScreen = lazyScreen(
  async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen,
);
const AccountScreen = lazyScreen(
  async () => (await import('./screens/account/account-screen.tsx')).AccountScreen,
);
const SetUpScreen = lazyScreen(async () => (await import('./screens/set-up/set-up-screen.tsx')).SetUpScreen);
const SignInScreen = lazyScreen(
  async () => (await import('./screens/sign-in/sign-in-screen.tsx')).SignInScreen,
);
const ChangeScreen = lazyScreen(
  async () => (await import('./screens/sync/changes/change-screen.tsx')).ChangeScreen,
);
const ChangesScreen = lazyScreen(
  async () => (await import('./screens/sync/changes/changes-screen.tsx')).ChangesScreen,
);
const ReadyScreen = lazyScreen(
  async () => (await import('./screens/sync/ready/ready-screen.tsx')).ReadyScreen,
);
const CarryScreen = lazyScreen(
  async () => (await import('./screens/sync/carry/carry-screen.tsx')).CarryScreen,
);
const StorageScreen = lazyScreen(
  async () => (await import('./screens/sync/storage/storage-screen.tsx')).StorageScreen,
);
const SyncStatusScreen = lazyScreen(
  async () => (await import('./screens/sync/status/sync-status-screen.tsx')).SyncStatusScreen,
);
const WikiScreen = lazyScreen(async () => (await import('./screens/wiki/wiki-screen.tsx')).WikiScreen);
const InboxScreen = lazyScreen(async () => (await import('./screens/inbox/inbox-screen.tsx')).InboxScreen);
const FloorScreen = lazyScreen(async () => (await import('./screens/floor/floor-screen.tsx')).FloorScreen);
const WorkLogScreen = lazyScreen(
  async () => (await import('./screens/work-logs/work-log-screen.tsx')).WorkLogScreen,
);
const WorkLogsScreen = lazyScreen(
  async () => (await import('./screens/work-logs/work-logs-screen.tsx')).WorkLogsScreen,
);
const ValuesScreen = lazyScreen(
  async () => (await import('./screens/work-logs/values-screen.tsx')).ValuesScreen,
);
const AdminScreen = lazyScreen(async () => (await import('./screens/admin/admin-screen.tsx')).AdminScreen);
const DeskOnlyScreen = lazyScreen(
  async () => (await import('./screens/admin/desk-only-screen.tsx')).DeskOnlyScreen,
);

export function App(): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const { data: info } = useQuery(infoQuery);
  const kiosk = useKiosk();
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, {
    getInitialValueInEffect: false,
  });
  const chosen = settings?.colorScheme ?? 'auto';
  const textSize = settings?.textSize ?? 100;
  useEffect(() => {
    document.documentElement.style.fontSize = `${textSize}%`;
  }, [textSize]);
  const isSaving = useIsMutating({ mutationKey: settingsQuery.queryKey }) > 0;
  useEffect(() => {
    // To reload would end the request that stores the choice.
    if (settings && !isSaving && !isSpoken(settings.language)) location.reload();
  }, [settings, isSaving]);
  const singleKeys = settings?.singleKeys ?? true;
  useEffect(() => preferences.setState({ singleKeys }), [singleKeys]);
  useEffect(preloadScreens, []);
  const client = useQueryClient();
  useEffect(() => askAhead(client), [client]);
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
          <Guarded>
            <KioskFrame>
              {info?.setup === 'open' ? <SetUpScreen /> : <Screens onHub={info?.profile === 'hub'} />}
            </KioskFrame>
          </Guarded>
          <ShellNotices />
          {kiosk === null && info?.setup === undefined ? <DeskScanner /> : null}
          <KeyboardMap />
          <Palette />
        </Router>
      </DirectionProvider>
    </MantineProvider>
  );
}

/** The page's Content-Security-Policy allows only style sheets with this nonce. */
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

/** Paths of screens that only a desk has, not the hub. */
const ofDesk = /^\/(?:sync|conflicts|settings)(?:\/|$)/;

const Screens = ({ onHub }: { onHub: boolean }): ReactElement => (
  <Switch>
    {onHub ? <Route path="/set-up" component={SetUpScreen} /> : null}
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
          <Route path="/guide/:guideid">
            {({ guideid }) => <GuideScreen guideid={Number(guideid)} mode={{ show: 'overview' }} />}
          </Route>
          <Route path="/guide/:guideid/steps">
            {({ guideid }) => <GuideScreen guideid={Number(guideid)} mode={{ show: 'all' }} />}
          </Route>
          <Route path="/guide/:guideid/work">
            {({ guideid }) => <StartScreen key={guideid} guideid={Number(guideid)} />}
          </Route>
          <Route path="/notifications" component={InboxScreen} />
          <Route path="/floor" component={FloorScreen} />
          <Route path="/work-logs" component={WorkLogsScreen} />
          <Route path="/recorded-values/:guideid">
            {({ guideid }) => <ValuesScreen guideid={Number(guideid)} />}
          </Route>
          <Route path="/work-logs/:entryid">
            {({ entryid }) => <WorkLogScreen entryid={Number(entryid)} />}
          </Route>
          <Route path="/category/:title/:langid?">
            {({ title, langid }) => <CategoryScreen title={decodeURIComponent(title)} langid={langid} />}
          </Route>
          <Route path="/wiki/:namespace/:title/:langid?">{(page) => <WikiScreen {...pageOf(page)} />}</Route>
          <Route path="/account" component={AccountScreen} />
          <Route path="/admin/*?" component={AdminScreen} />
          {onHub ? <Route path={ofDesk} component={DeskOnlyScreen} /> : null}
          <Route path="/sync" component={SyncStatusScreen} />
          <Route path="/sync/changes" component={ChangesScreen} />
          <Route path="/sync/changes/:entryid">
            {({ entryid }) => <ChangeScreen entryid={decodeURIComponent(entryid)} />}
          </Route>
          <Route path="/sync/storage" component={StorageScreen} />
          <Route path="/sync/ready" component={ReadyScreen} />
          <Route path="/sync/carry" component={CarryScreen} />
          <Route path="/sync/diagnostics" component={SyncStatusScreen} />
          <Route path="/conflicts" component={ConflictsScreen} />
          <Route path="/conflicts/:kind/:id">
            {({ kind, id }) => (
              <ConflictScreen key={`${kind} ${id}`} kind={decodeURIComponent(kind)} id={Number(id)} />
            )}
          </Route>
          <Route path="/new/guide" component={NewGuideScreen} />
          <Route path="/new/wiki/:namespace/:title?">
            {({ namespace, title = '' }) =>
              isNamespace(namespace) ? (
                <NewWikiScreen namespace={namespace} title={decodeURIComponent(title)} />
              ) : (
                <NotFoundScreen />
              )
            }
          </Route>
          <Route path="/new/wiki/:namespace/:title/:langid">
            {({ namespace, title, langid }) =>
              isNamespace(namespace) ? (
                <TranslateWikiScreen
                  namespace={namespace}
                  title={decodeURIComponent(title)}
                  langid={langid}
                />
              ) : (
                <NotFoundScreen />
              )
            }
          </Route>
          <Route path="/edit/guide/:guideid/in/:langid">
            {({ guideid, langid }) => <TranslateGuideScreen guideid={Number(guideid)} langid={langid} />}
          </Route>
          <Route path="/edit/guide/:guideid/form/:stepid">
            {({ guideid, stepid }) => (
              <FormBuilderScreen key={stepid} guideid={Number(guideid)} stepid={Number(stepid)} />
            )}
          </Route>
          <Route path="/edit/guide/:guideid">
            {({ guideid }) => <EditGuideScreen guideid={Number(guideid)} />}
          </Route>
          <Route path="/edit/wiki/:namespace/:title/:langid?">
            {(page) => <EditWikiScreen {...pageOf(page)} />}
          </Route>
          <Route path="/history/guide/:guideid">
            {({ guideid }) => <GuideHistoryScreen key={guideid} guideid={Number(guideid)} />}
          </Route>
          <Route path="/history/wiki/:namespace/:title/:langid?">
            {(page) => <WikiHistoryScreen {...pageOf(page)} />}
          </Route>
          <Route path="/settings" component={SettingsScreen} />
          <Route path="/sign-in" component={SignInScreen} />
          <Route component={NotFoundScreen} />
        </Switch>
      </ShellScreen>
    </Route>
  </Switch>
);

/** Returns the page that an address names. */
const pageOf = ({ namespace, title, langid }: PageAddress): PageAddress => ({
  namespace: decodeURIComponent(namespace),
  title: decodeURIComponent(title),
  langid,
});

/** Refetches what is on screen when a sync finishes, or when all text has been downloaded for the first time. */
function useFreshContent(): void {
  const client = useQueryClient();
  const { data: status } = useQuery(syncQuery);
  const last = status && `${status.firstSync} ${status.lastSuccessAt}`;
  const seen = useRef(last);
  useEffect(() => {
    const before = seen.current;
    seen.current = last;
    if (before === undefined || last === before) return;
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sync' });
  }, [client, last]);
}
