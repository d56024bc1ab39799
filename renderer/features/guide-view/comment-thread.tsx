import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconMessage } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactElement } from 'react';

import type { Comment, CommentContext } from '../../../shared/model/comment.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { userQuery } from '../../api/queries/users.ts';
import { commentTexts } from './comment-texts.ts';
import { Comments } from './comments.tsx';
import styles from './comments.module.css';

export interface CommentThreadProps {
  context: CommentContext;
  contextid: number;
  comments: readonly Comment[];
  now: number;
}

/** Time in which a deletion can be undone; after it the comment is deleted. */
const undoMs = 8_000;

function CommentThread({ context, contextid, comments, now }: CommentThreadProps): ReactElement {
  const client = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const [leaving, setLeaving] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Set when the last removal was undone. */
  const kept = useRef(false);

  const fresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['guide'] });
  const remove = useEffectEvent(async (commentid: number): Promise<void> => {
    try {
      await api('DELETE /comments/{commentid}', { params: { commentid } });
      await fresh();
      setLeaving((now) => (now === commentid ? null : now));
    } catch (error) {
      setLeaving(null);
      setProblem(`${commentTexts.removeFailed} ${errorMessage(error)}`);
    }
  });
  useEffect(() => {
    if (leaving === null) return;
    let isDone = false;
    const finish = (): void => {
      if (!isDone) void remove(leaving);
      isDone = true;
    };
    const timer = window.setTimeout(finish, undoMs);
    return () => {
      window.clearTimeout(timer);
      // Leaving the page completes the deletion.
      if (!kept.current) finish();
      kept.current = false;
    };
  }, [leaving]);

  return (
    <>
      {problem ? <InlineProblem>{problem}</InlineProblem> : null}
      <Comments
        comments={comments}
        now={now}
        draftKey={`comment-${context}-${contextid}`}
        leaving={leaving}
        actions={
          user
            ? {
                userid: user.userid,
                isAdmin: user.greatest_privilege === 'Admin',
                write: async (text, parentid) => {
                  const body = { text, ...(parentid === null ? {} : { parentid }) };
                  await api('POST /comments/{context}/{contextid}', { params: { context, contextid }, body });
                  await fresh();
                },
                edit: async (commentid, text) => {
                  await api('PATCH /comments/{commentid}', { params: { commentid }, body: { text } });
                  await fresh();
                },
                remove: setLeaving,
                keep: () => {
                  kept.current = true;
                  setLeaving(null);
                },
              }
            : null
        }
      />
    </>
  );
}

/** Counts comments and their replies. */
const countOf = (comments: readonly Comment[]): number =>
  comments.reduce((sum, { replies }) => sum + 1 + replies.length, 0);

/** The comments of a guide; for signed-in people also if there are none yet. */
export function GuideComments(props: Omit<CommentThreadProps, 'context'>): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  if (props.comments.length === 0 && !user) return null;
  return (
    <Section title={commentTexts.title(countOf(props.comments))}>
      <CommentThread context="guide" {...props} />
    </Section>
  );
}

/** The comments of a step, collapsed, so that they do not distract from the work. */
export function StepComments(props: Omit<CommentThreadProps, 'context'>): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const [open, setOpen] = useState(false);
  if (props.comments.length === 0 && !user) return null;
  return (
    <details className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconMessage size="1.5rem" aria-hidden />{' '}
        {props.comments.length === 0 ? commentTexts.onStep : commentTexts.title(countOf(props.comments))}
      </summary>
      {open ? <CommentThread context="step" {...props} /> : null}
    </details>
  );
}
