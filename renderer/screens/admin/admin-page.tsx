import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconArrowLeft,
  IconAward,
  IconDatabaseExport,
  IconDeviceDesktop,
  IconFlag,
  IconHome2,
  IconLanguage,
  IconLock,
  IconPlus,
  IconServer2,
  IconSettings,
  IconTag,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { siteAddress } from '../../format.ts';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { isLeadAccount, userQuery } from '../../api/queries/users.ts';
import { texts } from '../../texts.ts';
import styles from './admin-page.module.css';
import { adminTexts } from './texts.ts';

export type AdminPart = keyof typeof adminTexts.parts;

const icons: Record<AdminPart, Icon> = {
  overview: IconHome2,
  people: IconUser,
  teams: IconUsersGroup,
  devices: IconDeviceDesktop,
  releases: IconTag,
  flags: IconFlag,
  glossary: IconLanguage,
  badges: IconAward,
  backup: IconDatabaseExport,
  site: IconSettings,
};

/** Parts whose data only the hub has. */
const ofHub: ReadonlySet<AdminPart> = new Set(['people', 'devices', 'backup', 'site']);

/** Parts for admins only. */
const ofAdmins: ReadonlySet<AdminPart> = new Set(['backup', 'site']);

/** The person who uses the administration, and where. */
export interface Admin {
  userid: number;
  isAdmin: boolean;
  onHub: boolean;
}

export interface AdminPageProps {
  part: AdminPart;
  /** A button beside the heading, for admins. */
  add?: { words: string; onAdd: () => void };
  /** Label of a link back to the list, above the heading. */
  back?: string;
  /** Replaces the part's name. */
  title?: string | undefined;
  children: (admin: Admin) => ReactNode;
}

/** The frame of all parts, for authors and admins only. A desk shows only parts that its journal can send. */
export function AdminPage({ part, add, back, title, children }: AdminPageProps): ReactElement {
  const info = useQuery(infoQuery);
  const user = useQuery(userQuery);
  useTitle(title ?? adminTexts.parts[part]);
  if (info.error) return <FailedNotice error={info.error} retry={() => void info.refetch()} />;
  if (user.error) return <FailedNotice error={user.error} retry={() => void user.refetch()} />;
  if (!info.data || user.data === undefined) return <LoadingPage />;
  if (user.data === null || !isLeadAccount(user.data)) return <NotAllowed signedIn={user.data !== null} />;
  const onHub = info.data.profile === 'hub';
  const { userid, greatest_privilege } = user.data;
  const admin: Admin = { userid, isAdmin: greatest_privilege === 'Admin', onHub };
  const here = onHub || !ofHub.has(part);
  return (
    <div className={styles.frame}>
      <Rail part={part} onHub={onHub} isAdmin={admin.isAdmin} />
      <div className={styles.part}>
        {back === undefined ? null : (
          <Link href={paths.admin(part)} className={styles.back}>
            <IconArrowLeft size="1.25rem" aria-hidden />
            {back}
          </Link>
        )}
        <div className={styles.head}>
          <h1>{title ?? adminTexts.parts[part]}</h1>
          {here && add && admin.isAdmin ? (
            <Button leftSection={<IconPlus size="1.5rem" />} onClick={add.onAdd}>
              {add.words}
            </Button>
          ) : null}
        </div>
        {here ? children(admin) : <OnHub site={siteAddress(info.data.site)} />}
      </div>
    </div>
  );
}

interface RailProps extends Omit<Admin, 'userid'> {
  part: AdminPart;
}

const Rail = ({ part, onHub, isAdmin }: RailProps): ReactElement => (
  <nav className={styles.rail} aria-label={adminTexts.title}>
    {(Object.keys(icons) as AdminPart[])
      .filter((one) => (onHub || !ofHub.has(one)) && (isAdmin || !ofAdmins.has(one)))
      .map((one) => {
        const Sign = icons[one];
        return (
          <Link key={one} href={paths.admin(one)} aria-current={one === part ? 'page' : undefined}>
            <Sign size="1.5rem" aria-hidden />
            {adminTexts.parts[one]}
          </Link>
        );
      })}
  </nav>
);

const OnHub = ({ site }: { site: string }): ReactElement => (
  <Notice icon={<IconServer2 size={40} />} title={adminTexts.hubTitle}>
    <p>{adminTexts.hub(site)}</p>
  </Notice>
);

const NotAllowed = ({ signedIn }: { signedIn: boolean }): ReactElement => (
  <Notice
    alone
    icon={<IconLock size={40} />}
    title={signedIn ? adminTexts.othersTitle : adminTexts.signInTitle}
    actions={
      signedIn ? (
        <Button component={Link} href={paths.home}>
          {texts.actions.home}
        </Button>
      ) : (
        <Button component={Link} href={paths.signIn}>
          {texts.actions.signIn}
        </Button>
      )
    }
  >
    <p>{signedIn ? adminTexts.others : adminTexts.signIn}</p>
  </Notice>
);
