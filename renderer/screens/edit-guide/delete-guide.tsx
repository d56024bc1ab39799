import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { InlineProblem } from '../../components/inline-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { editTexts } from './texts.ts';

export interface DeletedGuideProps {
  title: string;
  category: string;
  problem: string | null;
  /** Null for people who may not restore it. */
  onRestore: (() => void) | null;
}

/** Shown after deleting a guide; admins can restore it. */
export const DeletedGuide = ({ title, category, problem, onRestore }: DeletedGuideProps): ReactElement => {
  const words = editTexts.remove;
  return (
    <Notice
      alone
      icon={<IconTrash size={40} />}
      title={words.gone(title)}
      actions={
        <>
          {onRestore ? <Button onClick={onRestore}>{words.restore}</Button> : null}
          <Button
            component={Link}
            href={category ? paths.category(category) : paths.home}
            variant={onRestore ? 'default' : 'filled'}
          >
            {category || texts.actions.home}
          </Button>
        </>
      }
    >
      {onRestore ? <p>{words.goneWords}</p> : null}
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
    </Notice>
  );
};
