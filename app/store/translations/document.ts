import type { Guide, Line, Step } from '../../../shared/model/guide.ts';
import { pack, unpack } from '../compress.ts';

export interface Text {
  raw: string;
  rendered: string;
}

/**
 * A guide's texts in another language. They lie over its source, whose structure, pictures and settings are theirs too:
 * what is not here shows the source's text. Addresses have holes.
 */
export interface TranslatedTexts {
  title?: string;
  summary?: string;
  introduction?: Text;
  conclusion?: Text;
  /** By stepid. */
  steps: Record<string, TranslatedStep>;
}

export interface TranslatedStep {
  revisionid: number;
  /** The step's own revision this was written over. */
  source_revisionid: number;
  title?: string;
  /** By `lineKey`. */
  lines: Record<string, Text>;
}

/** A line without an id, as some sites have them, is known by its place. */
export const lineKey = ({ lineid }: Pick<Line, 'lineid'>, index: number): string =>
  lineid === null ? `at ${index}` : String(lineid);

export const packTexts = (texts: TranslatedTexts): Buffer => pack(JSON.stringify(texts));
export const unpackTexts = (blob: Buffer): TranslatedTexts => JSON.parse(unpack(blob)) as TranslatedTexts;

/** The guide's own texts, translated; its steps are `layOverStep`'s. */
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

/** The revision changes whenever the translation or its source does, so that an edit of either makes it stale. */
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
