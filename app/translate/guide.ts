import { createHash } from 'node:crypto';

import { invalid, unauthorized } from '../../shared/errors.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../store/actor.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { Phrasebook } from './phrasebook.ts';
import type { Asked } from './phrasebook.ts';
import { askService, requireService } from './service.ts';
import type { TranslationService } from './service.ts';
import { translateLine, translateWiki } from './wiki.ts';

/**
 * Translates a guide's answer by machine, including steps of prerequisites. The service's answers are cached, so reading
 * it again asks nothing; the guide itself is unchanged. Only people who signed in cause requests to the service
 * (decision 0023).
 *
 * @param answer templated JSON of a full guide
 * @returns the same, translated
 * @throws AppError `invalid` if translation is not possible; `unauthorized` if the service is needed and nobody is
 * signed in; `unavailable` if the service does not answer or today's budget is used up
 */
export async function machineTranslated(
  ctx: Context,
  viewer: Viewer,
  answer: string,
  target: string,
): Promise<string> {
  const guide = JSON.parse(answer) as Guide;
  const source = guide.locale;
  if (source === target) return answer;
  const service = requireService(ctx.config);
  const book = new Phrasebook(ctx.store.read(null, (s) => s.glossary.terms(source, target)));
  for (;;) {
    const translated = ctx.store.read(null, (s) => translate(s, guide, book));
    if (book.missing.size === 0) return JSON.stringify({ ...translated, locale: target, langid: target });
    await askMissing(ctx, viewer, book, { service, source, target });
  }
}

function translate(s: ReplicaReader, guide: Guide, book: Phrasebook): Guide {
  const introduction = translateWiki(guide.introduction_raw, book);
  const conclusion = translateWiki(guide.conclusion_raw, book);
  return {
    ...guide,
    title: book.plain(guide.title),
    summary: book.plain(guide.summary),
    introduction_raw: introduction,
    introduction_rendered: s.wikis.renderAgain(introduction, guide.introduction_rendered),
    conclusion_raw: conclusion,
    conclusion_rendered: s.wikis.renderAgain(conclusion, guide.conclusion_rendered),
    steps: guide.steps.map((step) => ({
      ...step,
      title: book.plain(step.title),
      lines: step.lines.map((line) => {
        const text = translateLine(line.text_raw, book);
        return { ...line, text_raw: text, text_rendered: s.wikis.renderLineAgain(text, line.text_rendered) };
      }),
    })),
  };
}

/** Fills the phrasebook from the cache, then from the service. */
async function askMissing(
  ctx: Context,
  viewer: Viewer,
  book: Phrasebook,
  { service, ...languages }: { service: TranslationService; source: string; target: string },
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
  const unknown = asked.filter(({ hash }) => !known.has(hash));
  if (unknown.length === 0) return;
  if (!viewer) throw unauthorized('Sign in to have this guide translated by machine.');
  requireLanguage(ctx, languages.target);
  for (const format of ['text', 'html'] as const) {
    const batch = unknown.filter((one) => one.format === format);
    if (batch.length === 0) continue;
    const texts = batch.map(({ text }) => text);
    const characters = texts.join('').length;
    ctx.store.note((s) => s.machine.spend(viewer.userid, characters));
    let done = 0;
    try {
      for await (const answers of askService(service, { ...languages, format, texts })) {
        const answered = batch.slice(done, done + answers.length);
        done += answers.length;
        ctx.store.transact(null, (s) =>
          s.machine.keep(new Map(answered.map(({ hash }, index) => [hash, answers[index] ?? '']))),
        );
        for (const [index, one] of answered.entries()) book.answer(one, answers[index] ?? '');
      }
    } catch (error) {
      // Refunds what was not translated.
      const refund = batch.slice(done).reduce((sum, { text }) => sum + text.length, 0);
      ctx.store.note((s) => s.machine.spend(viewer.userid, -refund));
      throw error;
    }
  }
}

const isLanguage = (langid: string): boolean =>
  new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(langid) !== undefined;

/** Accepts languages of the site and any other real one: the service itself says which of those it knows. */
function requireLanguage({ store }: Context, target: string): void {
  const { langids } = store.read(null, (s) => s.meta.site);
  if (!langids.includes(target) && !isLanguage(target))
    throw invalid('machineTranslateLangid', `${target} is not a language.`);
}
