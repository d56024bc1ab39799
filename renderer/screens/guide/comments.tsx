import type { ReactElement } from 'react';

import type { Comment } from '../../../shared/model/comment.ts';
import { Picture } from '../../components/picture.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { timeAgo } from '../../format.ts';
import styles from './comments.module.css';

type Remark = Omit<Comment, 'replies'>;

export const Comments = ({ comments, now }: { comments: Comment[]; now: number }): ReactElement => (
  <ul className={styles.comments}>
    {comments
      .filter(({ status }) => status !== 'deleted')
      .map((comment) => (
        <li key={comment.commentid}>
          <OneComment comment={comment} now={now} />
          {comment.replies.length > 0 ? (
            <ul className={styles.replies}>
              {comment.replies.map((reply) => (
                <li key={reply.commentid}>
                  <OneComment comment={reply} now={now} />
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
  </ul>
);

const OneComment = ({ comment, now }: { comment: Remark; now: number }): ReactElement => (
  <article className={styles.comment}>
    <span className={styles.face}>
      {/* A placeholder picture has a negative id and no file of its own. */}
      <Picture
        image={comment.author.image && comment.author.image.id > 0 ? comment.author.image : null}
        size="mini"
        alt=""
        initial={comment.author.username}
      />
    </span>
    <div className={styles.words}>
      <p className={styles.who}>
        <strong>{comment.author.username}</strong> <span>{timeAgo(comment.date, now)}</span>
      </p>
      <RichText html={comment.text_rendered} />
    </div>
  </article>
);
