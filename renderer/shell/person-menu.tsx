import { Menu } from '@mantine/core';
import {
  IconBook2,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconClipboardList,
  IconKeyboard,
  IconLogin2,
  IconLogout2,
  IconRefresh,
  IconSettings,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { spokenLanguage } from '../../shared/language.ts';
import { manualStart } from '../../shared/manual.ts';
import { initials } from '../components/avatar.tsx';
import { Unseen } from '../components/live.tsx';
import { showKeys } from '../keyboard/keyboard-map.tsx';
import { paths } from '../location.ts';
import styles from './person-menu.module.css';
import { shellTexts } from './texts.ts';

export interface PersonMenuProps {
  username: string | null;
  /** True if the person is an author or admin, who manage the site. */
  isLead: boolean;
  /** True if this is a hub's page, without sync and desk settings. */
  onHub: boolean;
  onSignOut: () => void;
}

export const PersonMenu = ({ username, isLead, onHub, onSignOut }: PersonMenuProps): ReactElement => (
  <Menu position="bottom-end" width="18rem" offset={10}>
    <Menu.Target>
      <button type="button" className={styles.person}>
        {username ? initials(username) : <IconUser size="1.625rem" aria-hidden />}
        <Unseen>{shellTexts.person}</Unseen>
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label className={styles.who}>
        {username ? (
          <>
            {shellTexts.signedInAs} <strong>{username}</strong>
          </>
        ) : (
          shellTexts.nobody
        )}
      </Menu.Label>
      {username ? (
        <Menu.Item component={Link} href={paths.account} leftSection={<IconUserCircle size="1.5rem" />}>
          {shellTexts.account}
        </Menu.Item>
      ) : null}
      {isLead ? (
        <Menu.Item component={Link} href={paths.floor} leftSection={<IconBuildingFactory2 size="1.5rem" />}>
          {shellTexts.floor}
        </Menu.Item>
      ) : null}
      {isLead ? (
        <Menu.Item
          component={Link}
          href={paths.admin('overview')}
          leftSection={<IconBuildingWarehouse size="1.5rem" />}
        >
          {shellTexts.admin}
        </Menu.Item>
      ) : null}
      {onHub ? null : (
        <>
          <Menu.Item component={Link} href={paths.settings} leftSection={<IconSettings size="1.5rem" />}>
            {shellTexts.settings}
          </Menu.Item>
          <Menu.Item component={Link} href={paths.sync} leftSection={<IconRefresh size="1.5rem" />}>
            {shellTexts.sync}
          </Menu.Item>
        </>
      )}
      <Menu.Item component={Link} href={paths.workLogs()} leftSection={<IconClipboardList size="1.5rem" />}>
        {shellTexts.workLogs}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKeyboard size="1.5rem" />}
        rightSection={<kbd className={styles.key}>F1</kbd>}
        onClick={showKeys}
      >
        {shellTexts.keys}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={manualStart(spokenLanguage())}
        target="_blank"
        leftSection={<IconBook2 size="1.5rem" />}
      >
        {shellTexts.manual}
      </Menu.Item>
      {username ? (
        <Menu.Item leftSection={<IconLogout2 size="1.5rem" />} onClick={onSignOut}>
          {shellTexts.signOut}
        </Menu.Item>
      ) : (
        <Menu.Item component={Link} href={paths.signIn} leftSection={<IconLogin2 size="1.5rem" />}>
          {shellTexts.signIn}
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);
