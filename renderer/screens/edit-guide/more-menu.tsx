import { Menu } from '@mantine/core';
import {
  IconBook,
  IconCopyPlus,
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconLanguage,
  IconTemplate,
  IconTemplateOff,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Guide } from '../../../shared/model/guide.ts';
import { useTranslationTargets } from '../../features/languages/translation-targets.ts';
import { paths } from '../../location.ts';
import { editTexts } from './texts.ts';

export interface MoreMenuProps {
  guide: Pick<Guide, 'guideid' | 'langid' | 'available_langids'>;
  isPublic: boolean;
  onPublish: (isPublic: boolean) => void;
  onDuplicate: () => void;
  isTemplate: boolean;
  /** Null for people who may not make templates. */
  onTemplate: ((isTemplate: boolean) => void) | null;
  onDelete: () => void;
}

export const MoreMenu = (props: MoreMenuProps): ReactElement => {
  const { guide, isPublic, onPublish, onDuplicate, isTemplate, onTemplate, onDelete } = props;
  const { guideid } = guide;
  const { first } = useTranslationTargets(guide);
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
        <Menu.Item
          component={Link}
          href={paths.translateGuide(guideid, first)}
          leftSection={<IconLanguage size="1.5rem" />}
        >
          {words.translate}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size="1.5rem" />} onClick={onDuplicate}>
          {words.duplicate}
        </Menu.Item>
        {onTemplate ? (
          <Menu.Item
            leftSection={isTemplate ? <IconTemplateOff size="1.5rem" /> : <IconTemplate size="1.5rem" />}
            onClick={() => onTemplate(!isTemplate)}
          >
            {isTemplate ? words.noTemplate : words.template}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconTrash size="1.5rem" />} onClick={onDelete}>
          {words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
