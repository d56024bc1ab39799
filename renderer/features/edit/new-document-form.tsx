import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

import { FoundDraft } from '../../components/editing/found-draft.tsx';
import type { KeptForm } from '../../components/editing/use-draft.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import styles from './new-document-form.module.css';

export interface NewDocumentFormProps {
  heading: ReactNode;
  draft: Pick<KeptForm<object>, 'foundAt' | 'accept' | 'discard'>;
  /** Why it could not be made, in words. */
  problem: string | null;
  /** Label of the button. */
  start: string;
  disabled: boolean;
  onStart: () => void;
  children: ReactNode;
}

/** The form that begins a guide or a page. */
export function NewDocumentForm(props: NewDocumentFormProps): ReactElement {
  const { heading, draft, problem, start, disabled, onStart, children } = props;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      {heading}
      <FoundDraft date={draft.foundAt} onAccept={draft.accept} onDiscard={draft.discard} />
      {problem ? <InlineProblem>{problem}</InlineProblem> : null}
      <div className={styles.panel}>{children}</div>
      <Button type="submit" className={styles.start} disabled={disabled}>
        {start}
      </Button>
    </form>
  );
}
