import type { ReactElement } from 'react';
import { Route, Switch } from 'wouter';

import { NotFoundScreen } from '../not-found-screen.tsx';
import { BackupScreen } from './backup/backup-screen.tsx';
import { BadgeScreen } from './badges/badge-screen.tsx';
import { BadgesScreen } from './badges/badges-screen.tsx';
import { DevicesScreen } from './devices/devices-screen.tsx';
import { FlagScreen } from './flags/flag-screen.tsx';
import { FlagsScreen } from './flags/flags-screen.tsx';
import { GlossaryScreen } from './glossary/glossary-screen.tsx';
import { OverviewScreen } from './overview/overview-screen.tsx';
import { PeopleScreen } from './people/people-screen.tsx';
import { PersonScreen } from './people/person-screen.tsx';
import { ReleasesScreen } from './releases/releases-screen.tsx';
import { SiteScreen } from './site/site-screen.tsx';
import { TeamScreen } from './teams/team-screen.tsx';
import { TeamsScreen } from './teams/teams-screen.tsx';

/** The administration screens, loaded together and only for leads and admins. */
export const AdminScreen = (): ReactElement => (
  <Switch>
    <Route path="/admin" component={OverviewScreen} />
    <Route path="/admin/people" component={PeopleScreen} />
    <Route path="/admin/people/:userid">
      {({ userid }) => <PersonScreen key={userid} userid={Number(userid)} />}
    </Route>
    <Route path="/admin/teams" component={TeamsScreen} />
    <Route path="/admin/teams/:teamid">
      {({ teamid }) => <TeamScreen key={teamid} teamid={Number(teamid)} />}
    </Route>
    <Route path="/admin/devices" component={DevicesScreen} />
    <Route path="/admin/releases" component={ReleasesScreen} />
    <Route path="/admin/flags" component={FlagsScreen} />
    <Route path="/admin/flags/:flagid">
      {({ flagid }) => <FlagScreen key={flagid} flagid={decodeURIComponent(flagid)} />}
    </Route>
    <Route path="/admin/glossary" component={GlossaryScreen} />
    <Route path="/admin/badges" component={BadgesScreen} />
    <Route path="/admin/badges/:badgeid">
      {({ badgeid }) => <BadgeScreen key={badgeid} badgeid={Number(badgeid)} />}
    </Route>
    <Route path="/admin/backup" component={BackupScreen} />
    <Route path="/admin/site" component={SiteScreen} />
    <Route component={NotFoundScreen} />
  </Switch>
);
