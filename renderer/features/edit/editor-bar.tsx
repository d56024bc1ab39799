import { IconArrowBackUp, IconArrowForwardUp, IconCheck } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import styles from './editor-bar.module.css';
import { editingTexts } from '../../components/editing/texts.ts';

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
  children?: ReactNode;
}

/** The sticky bar above every editor: its title, whether all is saved, undo, redo and the way back. */
export const EditorBar = (props: EditorBarProps): ReactElement => (
  <div className={styles.bar} data-editor-bar>
    <div className={styles.words}>
      <h1>
        <span>{props.kind}</span> {props.title}
      </h1>
      {props.state}
    </div>
    <div className={styles.tools}>
      <button type="button" disabled={!props.canUndo} onClick={props.onUndo} aria-label={editingTexts.undo}>
        <IconArrowBackUp size="1.625rem" aria-hidden />
      </button>
      <button type="button" disabled={!props.canRedo} onClick={props.onRedo} aria-label={editingTexts.redo}>
        <IconArrowForwardUp size="1.625rem" aria-hidden />
      </button>
      {props.children}
      <Link href={props.to} className={styles.done}>
        <IconCheck size="1.5rem" aria-hidden /> {editingTexts.done}
      </Link>
    </div>
  </div>
);
