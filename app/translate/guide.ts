import { createHash } from 'node:crypto';

import type { Guide } from '../../shared/model/guide.ts';
import type { Context } from '../context.ts';
import type { StoreReader } from '../store/store.ts';
import { Phrasebook } from './phrasebook.ts';
import type { Asked } from './phrasebook.ts';
import { askService, requireService } from './service.ts';
import type { TranslationService } from './service.ts';
import { translateLine, translateWiki } from './wiki.ts';

/**
 * A guide's answer, translated by machine; steps of prerequisites too. What the service said is kept, so that reading
 * it again asks nothing; the guide itself stays as it is.
 *
 * @param answer holed JSON of a full guide, and so is what comes back
 * @throws AppError `invalid` when nothing here can translate so; `unavailable` when the service does not answer
 */
export async function machineTranslated(ctx: Context, answer: string, target: string): Promise<string> {
  const guide = JSON.parse(answer) as Guide;
  const source = guide.locale;
  if (source === target) return answer;
  const service = requireService(ctx.config);
  const book = new Phrasebook(ctx.store.read(null, (s) => s.glossary.terms(source, target)));
  for (;;) {
    const translated = ctx.store.read(null, (s) => translate(s, guide, book));
    if (book.missing.size === 0) return JSON.stringify({ ...translated, locale: target, langid: target });
    await askMissing(ctx, service, book, { source, target });
  }
}

function translate(s: StoreReader, guide: Guide, book: Phrasebook): Guide {
  const introduction = translateWiki(guide.introduction_raw, book);
  const conclusion = translateWiki(guide.conclusion_raw, book);
  return {
    ...guide,
    title: book.plain(guide.title),
    summary: book.plain(guide.summary),
    introduction_raw: introduction,
    introduction_rendered: s.wikis.render(introduction),
    conclusion_raw: conclusion,
    conclusion_rendered: s.wikis.render(conclusion),
    steps: guide.steps.map((step) => ({
      ...step,
      title: book.plain(step.title),
      lines: step.lines.map((line) => {
        const text = translateLine(line.text_raw, book);
        return { ...line, text_raw: text, text_rendered: s.wikis.renderLine(text) };
      }),
    })),
  };
}

/** Fills the book from what was asked before, then from the service. */
async function askMissing(
  ctx: Context,
  service: TranslationService,
  book: Phrasebook,
  languages: { source: string; target: string },
): Promise<void> {
  const hashOf = ({ format, text }: Asked): string =>
    createHash('sha256')
      .update(JSON.stringify([service.url, languages, format, text]))
      .digest('base64url');
  const asked = [...book.missing.values()].map((one) => ({ ...one, hash: hashOf(one) }));
  const known = ctx.store.read(null, (s) => s.machine.known(asked.map(({ hash }) => hash)));
  for (const one of asked) {
    const text = known.get(one.hash);
    if (text !== undefined) book.answer(one, text);
  }
  for (const format of ['text', 'html'] as const) {
    const unknown = asked.filter((one) => one.format === format && !known.has(one.hash));
    if (unknown.length === 0) continue;
    const texts = unknown.map(({ text }) => text);
    const answers = await askService(service, { ...languages, format, texts });
    ctx.store.transact(null, (s) =>
      s.machine.keep(new Map(unknown.map(({ hash }, index) => [hash, answers[index] ?? '']))),
    );
    for (const [index, one] of unknown.entries()) book.answer(one, answers[index] ?? '');
  }
}
