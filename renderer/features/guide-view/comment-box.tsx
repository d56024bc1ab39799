import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { FoundDraft } from '../../components/editing/found-draft.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { commentTexts } from './comment-texts.ts';
import styles from './comments.module.css';

export interface CommentBoxProps {
  draftKey: string;
  label: string;
  action: string;
  initial: string;
  focus?: boolean;
  onSend: (text: string) => Promise<void>;
  onCancel?: () => void;
}

/** A field for a comment. Each keystroke is stored as a draft. */
export function CommentBox(props: CommentBoxProps): ReactElement | null {
  const { draftKey, label, action, initial, focus = false, onSend, onCancel } = props;
  const id = useId();
  const draft = useDraft(draftKey, { text: initial });
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = draft.value !== null;
  useEffect(() => {
    if (ready && focus) field.current?.focus();
  }, [ready, focus]);
  if (!draft.value) return null;
  const { text } = draft.value;
  const isEmpty = text.trim() === '' || text === initial;

  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      await onSend(text);
      await draft.finish({ text: '' });
    } catch (error) {
      setProblem(`${commentTexts.failed} ${errorMessage(error)}`);
    }
    setSending(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isEmpty) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <div className={styles.box}>
      <label htmlFor={id}>{label}</label>
      <FoundDraft date={draft.foundAt} onAccept={draft.accept} onDiscard={draft.discard} />
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={text}
        aria-describedby={`${id}-state`}
        onChange={(event) => draft.set({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.foot}>
        <p id={`${id}-state`} role={problem ? 'alert' : undefined}>
          {problem ?? draft.problem ?? (!isEmpty && draft.kept ? commentTexts.kept : '')}
        </p>
        {onCancel ? (
          <Button
            variant="default"
            onClick={() => {
              draft.discard();
              onCancel();
            }}
          >
            {commentTexts.cancel}
          </Button>
        ) : null}
        <Button disabled={isEmpty || sending} onClick={() => void send()}>
          {action}
        </Button>
      </div>
    </div>
  );
}
