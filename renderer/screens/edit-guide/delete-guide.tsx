import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { InlineProblem } from '../../components/inline-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import styles from './delete-guide.module.css';
import { editTexts } from './texts.ts';

export interface AskDeleteProps {
  title: string;
  onYes: () => void;
  onNo: () => void;
}

/** Asked only of people who could not bring it back themselves. */
export function AskDelete({ title, onYes, onNo }: AskDeleteProps): ReactElement {
  const words = editTexts.remove;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.ask} aria-labelledby="ask-delete" onClose={onNo}>
      <h2 id="ask-delete">{words.title(title)}</h2>
      <p>{words.words}</p>
      <div>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          {words.no}
        </Button>
        <Button className={styles.danger} onClick={onYes}>
          {words.yes}
        </Button>
      </div>
    </dialog>
  );
}

export interface DeletedGuideProps {
  title: string;
  category: string;
  problem: string | null;
  /** Absent for those who may not. */
  onRestore: (() => void) | null;
}

/** What is there after a guide was deleted: its way back, for admins. */
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
