import { IconArrowBackUp, IconArrowForwardUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import styles from './editor-bar.module.css';
import { AskDelete } from '../../components/ask-delete.tsx';
import { editingTexts } from '../../components/editing/texts.ts';
import { navigate } from '../../state/navigation.ts';

export interface EditorBarProps {
  kind: string;
  title: string;
  /** Path of "Done". */
  to: string;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  state: ReactNode;
  /** Why something stays unsaved (`unsavedWords`); the person is asked before they leave by "Done". */
  unsaved: string | null;
  children?: ReactNode;
}

/** The sticky bar above every editor: its title, whether all is saved, undo, redo and the way back. */
export function EditorBar(props: EditorBarProps): ReactElement {
  const { to, unsaved } = props;
  const [asked, setAsked] = useState(false);
  const leave = (event: MouseEvent): void => {
    if (unsaved === null) return;
    event.preventDefault();
    setAsked(true);
  };
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        <h1>
          <span>{props.kind}</span> {props.title}
        </h1>
        <div className={styles.state}>{props.state}</div>
      </div>
      <div className={styles.tools}>
        <button type="button" disabled={!props.canUndo} onClick={props.onUndo} aria-label={editingTexts.undo}>
          <IconArrowBackUp size="1.625rem" aria-hidden />
        </button>
        <button type="button" disabled={!props.canRedo} onClick={props.onRedo} aria-label={editingTexts.redo}>
          <IconArrowForwardUp size="1.625rem" aria-hidden />
        </button>
        {props.children}
        <Link href={to} className={styles.done} onClick={leave}>
          <IconCheck size="1.5rem" aria-hidden /> {editingTexts.done}
        </Link>
      </div>
      {asked && unsaved !== null ? (
        <AskDelete
          title={editingTexts.leave.title}
          why={unsaved}
          yes={editingTexts.leave.yes}
          no={editingTexts.draft.goOn}
          onYes={() => navigate(to)}
          onNo={() => setAsked(false)}
        />
      ) : null}
    </div>
  );
}
