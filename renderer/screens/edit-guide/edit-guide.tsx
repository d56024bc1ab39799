import type { ReactElement, ReactNode } from 'react';

import { EditorBar } from '../../features/edit/editor-bar.tsx';
import { paths } from '../../location.ts';
import styles from './edit-guide.module.css';
import type { EditorPlace, RailStep } from './rail.tsx';
import { Rail } from './rail.tsx';
import { editTexts } from './texts.ts';

export interface EditGuideProps {
  guideid: number;
  title: string;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  saveState: ReactNode;
  unsaved: string | null;
  menu: ReactNode;
  /** A question to decide before editing, such as a found draft. */
  offer: ReactNode;
  release: string | null;
  part: EditorPlace;
  steps: readonly RailStep[];
  onPart: (part: EditorPlace) => void;
  onOrder: (keys: string[]) => void;
  onAdd: () => void;
  children: ReactNode;
}

export const EditGuide = (props: EditGuideProps): ReactElement => (
  <div className={styles.editor}>
    <EditorBar
      kind={editTexts.kind}
      title={props.title}
      to={paths.guide(props.guideid)}
      canUndo={props.canUndo}
      canRedo={props.canRedo}
      onUndo={props.onUndo}
      onRedo={props.onRedo}
      state={props.saveState}
      unsaved={props.unsaved}
    >
      {props.menu}
    </EditorBar>
    {props.offer}
    {props.release ? <p className={styles.note}>{props.release}</p> : null}
    <div className={styles.columns} inert={Boolean(props.offer)}>
      <Rail
        part={props.part}
        steps={props.steps}
        onPart={props.onPart}
        onOrder={props.onOrder}
        onAdd={props.onAdd}
      />
      <div>{props.children}</div>
    </div>
  </div>
);
