import { z } from 'zod';

import { guide } from '../../../../shared/model/guide.ts';
import { decision } from '../../../../shared/model/journal.ts';
import { wiki } from '../../../../shared/model/wiki.ts';
import type { ReplicaWriter } from '../../../replica/replica.ts';
import { decide, requireOwn } from '../../../replica/decisions/decide.ts';
import { editedDocument } from '../../../replica/plan/plan-entry.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';

export const previewDecision = defineEndpoint({
  route: 'POST /benchside/journal/{entryid}/preview',
  summary:
    'The guide or page as it would be here after a decision, which is not made; null when it would be gone, or is not shown to this person',
  auth: 'user',
  may: ['owner', 'admin'],
  profile: 'desk',
  params: z.object({ entryid: z.string() }),
  body: decision,
  response: z.object({ guide: guide.nullable(), wiki: wiki.nullable() }),
  errors: ['not-found', 'forbidden', 'invalid'],
  example: { params: { entryid: '01a20a87-6049-778e-80c9-5808b6f7626b' }, body: { take: 'mine' } },
  handler: ({ params, body, actor, ctx }) => {
    try {
      ctx.store.transact(actor, (s) => {
        const entry = requireOwn(s, params.entryid);
        decide(s, ctx.replayer, entry, body);
        throw new Undone(textOf(s, editedDocument(s, entry)));
      });
    } catch (error) {
      if (error instanceof Undone) return new JsonText(error.text);
      throw error;
    }
    return { guide: null, wiki: null };
  },
});

/** Rolls a transaction back, and carries its result out. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly text: string;

  constructor(text: string) {
    super('a decision was only tried');
    this.text = text;
  }
}

function textOf(s: ReplicaWriter, document: ReturnType<typeof editedDocument>): string {
  const guide = document?.kind === 'guide' ? s.guides.row(document.id) : undefined;
  const wiki = document?.kind === 'wiki' ? s.wikis.row(document.id) : undefined;
  const guideText =
    guide && s.guides.isVisible(guide) ? s.guides.newestAnswer(guide, { prerequisiteSteps: false }) : 'null';
  const wikiText = wiki && !wiki.deleted && s.wikis.maySee(wiki) ? s.wikis.answer(wiki) : 'null';
  return `{"guide":${guideText},"wiki":${wikiText}}`;
}
