import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement, RefCallback } from 'react';

import type { Comment } from '../../../shared/model/comment.ts';
import { Picture } from '../../components/picture.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { timeAgo } from '../../format.ts';
import { CommentBox } from './comment-box.tsx';
import { commentTexts } from './comment-texts.ts';
import styles from './comments.module.css';

type Remark = Omit<Comment, 'replies'>;

/** Actions on comments. Promises resolve once the store has the change. */
export interface CommentActions {
  userid: number;
  isAdmin: boolean;
  write: (text: string, parentid: number | null) => Promise<void>;
  edit: (commentid: number, text: string) => Promise<void>;
  remove: (commentid: number) => void;
  /** Undoes the running removal. */
  keep: () => void;
}

export interface CommentsProps {
  comments: readonly Comment[];
  now: number;
  /** Key of a new comment's draft. */
  draftKey: string;
  /** Null for people who may only read. */
  actions: CommentActions | null;
  /** commentid of the comment whose removal can still be undone. */
  leaving: number | null;
}

export const Comments = (props: CommentsProps): ReactElement => {
  const { comments, actions, draftKey } = props;
  return (
    <div className={styles.thread}>
      {comments.length > 0 ? (
        <ul className={styles.comments}>
          {comments
            .filter(({ status }) => status !== 'deleted')
            .map((comment) => (
              <Thread key={comment.commentid} comment={comment} {...props} />
            ))}
        </ul>
      ) : null}
      {actions ? (
        <CommentBox
          key={draftKey}
          draftKey={draftKey}
          label={commentTexts.write}
          action={commentTexts.send}
          initial=""
          onSend={(text) => actions.write(text, null)}
        />
      ) : null}
    </div>
  );
};

function Thread({ comment, ...props }: CommentsProps & { comment: Comment }): ReactElement {
  const { actions, leaving } = props;
  const [replying, setReplying] = useState(false);
  return (
    <li>
      <OneComment
        comment={comment}
        replies={comment.replies.length}
        replying={replying}
        onReply={actions ? () => setReplying(true) : null}
        {...props}
      />
      {leaving !== comment.commentid && (comment.replies.length > 0 || replying) ? (
        <ul className={styles.replies}>
          {comment.replies.map((reply) => (
            <li key={reply.commentid}>
              <OneComment comment={reply} replies={0} replying={false} onReply={null} {...props} />
            </li>
          ))}
          {replying && actions ? (
            <li>
              <CommentBox
                draftKey={`comment-reply-${comment.commentid}`}
                label={commentTexts.replyTo(comment.author.username)}
                action={commentTexts.reply}
                initial=""
                focus
                onSend={async (text) => {
                  await actions.write(text, comment.commentid);
                  setReplying(false);
                }}
                onCancel={() => setReplying(false)}
              />
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

interface OneCommentProps extends CommentsProps {
  comment: Remark;
  replies: number;
  replying: boolean;
  onReply: (() => void) | null;
}

/** Time in which a comment's text can be changed (CONTRACT 7.2). */
const editSeconds = 5 * 60;

type CommentState = 'read' | 'replying' | 'editing' | 'leaving';

/** Moves the focus to "Undo" of a removal, and afterwards back to the button that began a removal, change or reply. */
function useCommentFocus(state: CommentState): RefCallback<HTMLElement> {
  const place = useRef<HTMLElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const button = { read: `[data-begins=${before.current}]`, leaving: 'button', editing: '', replying: '' }[
      state
    ];
    if (state !== before.current && button !== '') place.current?.querySelector<HTMLElement>(button)?.focus();
    before.current = state;
  }, [state]);
  return (element) => {
    place.current = element;
  };
}

function OneComment(props: OneCommentProps): ReactElement {
  const { comment, replies, replying, now, actions, leaving, onReply } = props;
  const [editing, setEditing] = useState(false);
  const { author, commentid, date, modified_date: changed } = comment;
  const place = useCommentFocus(
    leaving === commentid ? 'leaving' : editing ? 'editing' : replying ? 'replying' : 'read',
  );
  if (leaving === commentid)
    return (
      <output ref={place} className={styles.leaving}>
        {replies === 0 ? commentTexts.removed : commentTexts.removedWithReplies}
        <button type="button" onClick={() => actions?.keep()}>
          {commentTexts.undo}
        </button>
      </output>
    );
  const own = actions?.userid === author.userid;
  const editable = own && now - date < editSeconds;
  return (
    <article ref={place} className={styles.comment}>
      <span className={styles.face}>
        {/* A placeholder picture has a negative id and no file of its own. */}
        <Picture
          image={author.image && author.image.id > 0 ? author.image : null}
          size="mini"
          alt=""
          initial={author.username}
        />
      </span>
      <div className={styles.words}>
        <p className={styles.who}>
          <strong>{author.username}</strong>{' '}
          <span>{`${timeAgo(date, now)}${changed > 0 ? `, ${commentTexts.changed}` : ''}`}</span>
        </p>
        {editing && actions ? (
          <CommentBox
            draftKey={`comment-edit-${commentid}`}
            label={commentTexts.edit}
            action={commentTexts.save}
            initial={comment.text_raw}
            focus
            onSend={async (text) => {
              await actions.edit(commentid, text);
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <RichText html={comment.text_rendered} />
        )}
        {editing ? null : (
          <div className={styles.actions}>
            {onReply ? (
              <button type="button" data-begins="replying" onClick={onReply}>
                <IconArrowBackUp size="1.25rem" aria-hidden /> {commentTexts.reply}
              </button>
            ) : null}
            {editable ? (
              <button type="button" data-begins="editing" onClick={() => setEditing(true)}>
                <IconPencil size="1.25rem" aria-hidden /> {commentTexts.edit}
              </button>
            ) : null}
            {actions && (own || actions.isAdmin) ? (
              <button type="button" data-begins="leaving" onClick={() => actions.remove(commentid)}>
                <IconTrash size="1.25rem" aria-hidden /> {commentTexts.remove}
              </button>
            ) : null}
          </div>
        )}
      </div>
    </article>
  );
}
