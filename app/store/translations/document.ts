import { createHash } from 'node:crypto';

import type { Guide, Line, Step } from '../../../shared/model/guide.ts';
import type { ChangedText } from '../../../shared/model/translation.ts';
import { pack, unpack } from '../compress.ts';
import type { SearchFields } from '../search/analyse.ts';

export interface Text {
  raw: string;
  rendered: string;
  /** `fingerprint` of the text that this translates; absent if it was translated before fingerprints were kept. */
  source?: string;
}

/**
 * A guide's texts in another language, overlaid on the source guide, which supplies structure, pictures and settings. A
 * missing text shows the source's. Templated.
 */
export interface TranslatedTexts {
  title?: string;
  summary?: string;
  introduction?: Text;
  conclusion?: Text;
  /** Fingerprints of the source of `title` and `summary`. */
  sources?: { title?: string; summary?: string };
  /** By stepid. */
  steps: Record<string, TranslatedStep>;
}

export interface TranslatedStep {
  revisionid: number;
  /** The source step's revision that this translates. */
  source_revisionid: number;
  title?: string;
  /** Fingerprint of the source of `title`. */
  title_source?: string;
  /** Texts of the step's lines by `lineKey`. */
  lines: Record<string, Text>;
}

/** Returns the key of a line: its lineid or, as on some sites that have none, its position. */
export const lineKey = ({ lineid }: Pick<Line, 'lineid'>, index: number): string =>
  lineid === null ? `at ${index}` : String(lineid);

/** Returns a short hash, by which a later version of a text is told from the one that was translated. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Returns the translated texts whose original has changed since, in reading order, for the steps of `guide`. */
export function changedTexts(guide: Guide, texts: TranslatedTexts): ChangedText[] {
  const isOld = (source: string | undefined, now: string): boolean =>
    source !== undefined && source !== fingerprint(now);
  const { sources, introduction, conclusion } = texts;
  const fields: [ChangedText['field'], boolean][] = [
    ['title', isOld(sources?.title, guide.title)],
    ['summary', isOld(sources?.summary, guide.summary)],
    ['introduction', isOld(introduction?.source, guide.introduction_raw)],
  ];
  const steps = guide.steps.flatMap((step): ChangedText[] => {
    const own = texts.steps[step.stepid];
    if (!own) return [];
    const { stepid } = step;
    return [
      ...(isOld(own.title_source, step.title) ? [{ field: 'step-title' as const, stepid, line: null }] : []),
      ...step.lines.flatMap((line, index) =>
        isOld(own.lines[lineKey(line, index)]?.source, line.text_raw)
          ? [{ field: 'line' as const, stepid, line: index }]
          : [],
      ),
    ];
  });
  const ofGuide = (changed: typeof fields): ChangedText[] =>
    changed.flatMap(([field, is]) => (is ? [{ field, stepid: null, line: null }] : []));
  return [
    ...ofGuide(fields),
    ...steps,
    ...ofGuide([['conclusion', isOld(conclusion?.source, guide.conclusion_raw)]]),
  ];
}

/** Returns the texts by which a guide is also found. */
export const translatedFields = ({
  title = '',
  summary,
  introduction,
  conclusion,
  steps,
}: TranslatedTexts): SearchFields => ({
  title,
  category: '',
  items: '',
  text: [
    summary,
    introduction?.raw,
    ...Object.values(steps).flatMap((step) => [
      step.title,
      ...Object.values(step.lines).map(({ raw }) => raw),
    ]),
    conclusion?.raw,
  ].join('\n'),
});

export const packTexts = (texts: TranslatedTexts): Buffer => pack(JSON.stringify(texts));
export const unpackTexts = (blob: Buffer): TranslatedTexts => JSON.parse(unpack(blob)) as TranslatedTexts;

/** Overlays translated texts on a guide, except its steps (`layOverStep`). */
export function layOver(guide: Guide, texts: TranslatedTexts): Guide {
  const { title = guide.title, summary = guide.summary, introduction, conclusion } = texts;
  return {
    ...guide,
    title,
    summary,
    ...(introduction && { introduction_raw: introduction.raw, introduction_rendered: introduction.rendered }),
    ...(conclusion && { conclusion_raw: conclusion.raw, conclusion_rendered: conclusion.rendered }),
  };
}

/**
 * Overlays translated texts on a step. The revisionid changes with the translation and with its source, so that an edit
 * of either conflicts.
 */
export function layOverStep(step: Step, texts: TranslatedTexts): Step {
  const own = texts.steps[step.stepid];
  if (!own) return step;
  return {
    ...step,
    revisionid: own.source_revisionid === step.revisionid ? own.revisionid : step.revisionid,
    title: own.title ?? step.title,
    lines: step.lines.map((line, index) => {
      const text = own.lines[lineKey(line, index)];
      return text ? { ...line, text_raw: text.raw, text_rendered: text.rendered } : line;
    }),
  };
}
