import { Menu } from '@mantine/core';
import { IconBook, IconDotsVertical, IconEye, IconEyeOff, IconHistory, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { paths } from '../../location.ts';
import { editTexts } from './texts.ts';

export interface MoreMenuProps {
  guideid: number;
  isPublic: boolean;
  onPublish: (isPublic: boolean) => void;
  onDelete: () => void;
}

export const MoreMenu = ({ guideid, isPublic, onPublish, onDelete }: MoreMenuProps): ReactElement => {
  const words = editTexts.more;
  return (
    <Menu position="bottom-end" width="20rem" offset={8}>
      <Menu.Target>
        <button type="button" aria-label={words.label}>
          <IconDotsVertical size="1.625rem" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{isPublic ? words.public : words.private}</Menu.Label>
        <Menu.Item
          leftSection={isPublic ? <IconEyeOff size="1.5rem" /> : <IconEye size="1.5rem" />}
          onClick={() => onPublish(!isPublic)}
        >
          {isPublic ? words.unpublish : words.publish}
        </Menu.Item>
        <Menu.Item component={Link} href={paths.guide(guideid)} leftSection={<IconBook size="1.5rem" />}>
          {words.read}
        </Menu.Item>
        <Menu.Item
          component={Link}
          href={paths.guideHistory(guideid)}
          leftSection={<IconHistory size="1.5rem" />}
        >
          {words.history}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size="1.5rem" />} onClick={onDelete}>
          {words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
