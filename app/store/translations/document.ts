import type { Guide, Line, Step } from '../../../shared/model/guide.ts';
import { pack, unpack } from '../compress.ts';

export interface Text {
  raw: string;
  rendered: string;
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
  /** By stepid. */
  steps: Record<string, TranslatedStep>;
}

export interface TranslatedStep {
  revisionid: number;
  /** The source step's revision that this translates. */
  source_revisionid: number;
  title?: string;
  /** Texts of the step's lines by `lineKey`. */
  lines: Record<string, Text>;
}

/** Returns the key of a line: its lineid or, as on some sites that have none, its position. */
export const lineKey = ({ lineid }: Pick<Line, 'lineid'>, index: number): string =>
  lineid === null ? `at ${index}` : String(lineid);

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
