import { Menu } from '@mantine/core';
import {
  IconClipboardList,
  IconLogin2,
  IconLogout2,
  IconRefresh,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { Unseen } from '../components/live.tsx';
import { paths } from '../location.ts';
import styles from './person-menu.module.css';
import { shellTexts } from './texts.ts';

export interface PersonMenuProps {
  username: string | null;
  onSignOut: () => void;
}

export const PersonMenu = ({ username, onSignOut }: PersonMenuProps): ReactElement => (
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
      <Menu.Item component={Link} href={paths.settings} leftSection={<IconSettings size="1.5rem" />}>
        {shellTexts.settings}
      </Menu.Item>
      <Menu.Item component={Link} href={paths.sync} leftSection={<IconRefresh size="1.5rem" />}>
        {shellTexts.sync}
      </Menu.Item>
      <Menu.Item component={Link} href={paths.workLogs()} leftSection={<IconClipboardList size="1.5rem" />}>
        {shellTexts.workLogs}
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

/** First letters of the first and last name. */
function initials(username: string): string {
  const words = username.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}
