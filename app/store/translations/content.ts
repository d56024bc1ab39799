import { AppError, invalid } from '../../../shared/errors.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { GuideInput, StepInput } from '../../../shared/model/guide-input.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import type { StoreReader } from '../aggregates.ts';
import { fingerprint, lineKey } from './document.ts';
import type { TranslatedStep, TranslatedTexts } from './document.ts';

const ownFields: readonly string[] = ['title', 'summary', 'introduction', 'conclusion', 'langid'];

/**
 * Applies an edit. A text that is empty or equal to the source's counts as untranslated and follows the source. A given text translates the
 * source as it is now, also if it stays the same.
 */
export function applyTexts(
  s: StoreReader,
  texts: TranslatedTexts,
  source: Pick<
    Guide,
    | 'title'
    | 'summary'
    | 'introduction_raw'
    | 'introduction_rendered'
    | 'conclusion_raw'
    | 'conclusion_rendered'
  >,
  langid: string,
  fields: GuideInput,
): void {
  checkFields(fields, langid);
  for (const field of ['title', 'summary'] as const) {
    const given = fields[field];
    if (given === undefined) continue;
    const text = translated(given, source[field]);
    const sources = { ...texts.sources };
    put(texts, field, text);
    put(sources, field, text === undefined ? undefined : fingerprint(source[field]));
    put(texts, 'sources', Object.keys(sources).length === 0 ? undefined : sources);
  }
  for (const field of ['introduction', 'conclusion'] as const) {
    const given = fields[field];
    if (given === undefined) continue;
    const raw = translated(given, source[`${field}_raw`]);
    const before = `${source[`${field}_rendered`]}${texts[field]?.rendered ?? ''}`;
    put(
      texts,
      field,
      raw === undefined
        ? undefined
        : {
            raw,
            rendered: s.wikis.render(raw, field, before),
            source: fingerprint(source[`${field}_raw`]),
          },
    );
  }
}

/**
 * Applies an edit of one step. All its lines are always given: one that stays the same translates the source as it is now only if the edit
 * changes no text.
 *
 * @throws AppError `invalid` if its lines are not those of the source
 */
export function applyStepTexts(
  s: StoreReader,
  own: TranslatedStep,
  source: Step,
  { title, lines, media }: StepInput,
): void {
  if (media !== undefined)
    throw invalid('media', 'Pictures belong to the source language: leave out langid to change them.');
  if (title !== undefined) {
    const text = translated(title, source.title);
    put(own, 'title', text);
    put(own, 'title_source', text === undefined ? undefined : fingerprint(source.title));
  }
  if (lines === undefined) return;
  const sameLines =
    lines.length === source.lines.length &&
    lines.every(({ lineid, bullet, level }, index) => {
      const line = source.lines[index];
      return (
        line !== undefined &&
        (!lineid || lineid === line.lineid) &&
        bullet === line.bullet &&
        level === line.level
      );
    });
  if (!sameLines) {
    throw invalid(
      'lines',
      'A translation has the lines of its source, with their lineids, bullets and levels: only texts can differ.',
    );
  }
  const given = source.lines.map((line, index) => {
    const key = lineKey(line, index);
    const raw = translated(lines[index]?.text ?? '', line.text_raw);
    return { line, key, raw, isSame: raw === own.lines[key]?.raw };
  });
  const confirms = given.every(({ isSame }) => isSame);
  for (const { line, key, raw, isSame } of given) {
    if (raw === undefined) delete own.lines[key];
    else if (!isSame || confirms) {
      const before = `${line.text_rendered}${own.lines[key]?.rendered ?? ''}`;
      const rendered = s.wikis.renderLine(raw, 'lines', before);
      own.lines[key] = { raw, rendered, source: fingerprint(line.text_raw) };
    }
  }
}

function checkFields(fields: GuideInput, langid: string): void {
  const foreign = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined || (ownFields.includes(field) && (field !== 'langid' || value === langid))
      ? []
      : [field],
  );
  if (foreign.length === 0) return;
  const message = 'belongs to the source language: leave out langid to change it';
  throw new AppError('invalid', `${foreign.join(', ')}: ${message}.`, {
    errors: foreign.map((field) => ({ field, message, code: 'invalid' })),
  });
}

function translated(given: string, source: string): string | undefined {
  const text = withoutPlaceholders(given);
  return text === '' || text === source ? undefined : text;
}

function put<T extends object, K extends keyof T>(into: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete into[key];
  else into[key] = value;
}
