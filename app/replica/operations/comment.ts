import type { Comment } from '../../../shared/model/comment.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import { mayHaveMade } from '../unknown-outcomes.ts';
import type { WikiRow } from '../../store/wikis/rows.ts';
import type { Question } from './question.ts';
import { editBody } from '../plan/plan.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { isComment } from './answers.ts';
import { absent, choose, undecidable } from './found.ts';
import type { Found } from './found.ts';
import type { QueuedOperations } from './operation.ts';
import { isGone } from './read-back.ts';

export const commentOperations = {
  'POST /comments/{context}/{contextid}': {
    answers: 'comment',
    creates: { kind: 'comment', id: 'commentid' },
    concurrent: true,
    adapt: onCurrentPage,
    probe: findCreated,
  },
  'PATCH /comments/{commentid}': { answers: 'comment', concurrent: true, probe: isEdited },
  'DELETE /comments/{commentid}': { readBack: isGone },
} satisfies QueuedOperations;

/** Returns the page itself, or the site's page that has its title since it was deleted. */
export function currentPage(s: ReplicaReader, wikiid: number): WikiRow | undefined {
  const row = s.wikis.row(wikiid);
  if (!row?.deleted) return row;
  const { namespace, title, langid } = row;
  const page = s.wikis.find(namespace, title, langid);
  return page?.title === title && page.langid === langid && page.wikiid > 0 ? page : undefined;
}

/**
 * Sends a comment on a page that was deleted and recreated to the new page. A reply becomes a first-level comment if its parent
 * stayed with the old page (SPEC J7.14).
 */
function onCurrentPage(s: ReplicaReader, { params }: JournalEntry, plan: Sent): Plan {
  const { context, contextid } = params;
  if (context !== 'wiki' && context !== 'info') return plan;
  const page = currentPage(s, Number(contextid));
  if (!page || page.wikiid === Number(contextid)) return plan;
  const { parentid, ...body } = plan.body as { text: string; parentid?: number | null };
  const isReplyThere = parentid && s.comments.target(parentid)?.wikiid === page.wikiid;
  return {
    ...plan,
    params: { ...params, contextid: String(page.wikiid) },
    body: isReplyThere ? { ...body, parentid } : body,
  };
}

async function findCreated(question: Question): Promise<Found> {
  const { context, contextid } = question.sent.params;
  const { text, parentid } = editBody(question.sent) as { text: string; parentid?: number | null };
  const isOfThis = (one: Comment): boolean =>
    one.context === context &&
    one.contextid === Number(contextid) &&
    one.author.userid === question.entry.userid &&
    (one.parentid ?? null) === (parentid ?? null);
  const idOf = ({ commentid }: Comment): number => commentid;
  const own: Comment[] = [];
  if (parentid) {
    const parent = await question.ask(`/comments/${parentid}`, isComment);
    own.push(...((parent?.replies ?? []) as Comment[]).filter(isOfThis));
  } else {
    const { entry } = question;
    const isNew = ({ commentid }: Comment): boolean =>
      question.read((s) => mayHaveMade(s, entry.entryid, 'comment', commentid));
    for await (const one of question.list(`/comments?context=${context}&order=DESC`, isComment, {
      idOf,
      while: isNew,
    }))
      if (isOfThis(one)) own.push(one);
  }
  const isAlike = (one: Comment): boolean => one.text_raw.trim() === text.trim();
  const found = choose(question, 'comment', own.filter(isAlike), idOf);
  const edited = own.filter((one) => one.modified_date > 0 && !isAlike(one));
  return found.kind === 'absent' && choose(question, 'comment', edited, idOf).kind !== 'absent'
    ? undecidable('the site has a new comment of yours there that was edited since')
    : found;
}

/**
 * Finds out whether the site has the edited text. Comments can be edited for some minutes only, so an edit that has arrived must
 * not be sent again later.
 */
async function isEdited(question: Question): Promise<Found> {
  const { sent } = question;
  const comment = await question.ask(`/comments/${sent.params['commentid']}`, isComment);
  const isThere = comment?.text_raw.trim() === String(editBody(sent)['text']).trim();
  return isThere ? { kind: 'arrived', sent, answer: comment } : absent;
}
