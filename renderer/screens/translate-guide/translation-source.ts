import { limits, longestText } from '../../../shared/limits.ts';
import { mergeText } from '../../../shared/merge/text.ts';
import type { Merged } from '../../../shared/merge/value.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { ChangedText } from '../../../shared/model/translation.ts';
import { api } from '../../api/client.ts';
import { readTranslations, readWorkingGuide } from '../../api/queries/guides.ts';
import { draftBody, editsOf } from '../../features/edit/draft-body.ts';
import type { DocumentSource, Edit, Unit } from '../../features/edit/editor-types.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { stepValue } from '../../features/edit/step-value.ts';

/** The newest version of a guide as it was written, and the same in another language; with its own steps only. */
export interface TranslatedGuide {
  original: Guide;
  translated: Guide;
  /** The translated texts whose original has changed since. */
  changed: readonly ChangedText[];
}

const textFields = ['title', 'summary', 'introduction', 'conclusion'] as const;
type TextField = (typeof textFields)[number];

const isTextField = (kind: string): kind is TextField => textFields.some((name) => name === kind);

/** A text to translate: a field of the guide, `step-title` with the step's key, or `line` with the step's key and the line's index. */
export const unitsOf = ({ original }: TranslatedGuide, keyOf: (stepid: number) => string): Unit[] => [
  ...textFields.map((name): Unit => [name]),
  ...original.steps.flatMap(({ stepid, lines }): Unit[] => [
    ['step-title', keyOf(stepid)],
    ...lines.map((_line, index): Unit => ['line', `${keyOf(stepid)} ${index}`]),
  ]),
];

const fieldText = (guide: Guide, name: TextField): string =>
  name === 'introduction' || name === 'conclusion' ? guide[`${name}_raw`] : guide[name];

/** Adapts a guide's texts in another language to the editor. A text that is not translated is empty. */
export class TranslationSource implements DocumentSource<TranslatedGuide> {
  readonly draftKey: string;
  private guideid: number;
  private readonly langid: string;
  /** The site's stepids of steps that were made at this desk, by the key that they had first. */
  private readonly ids = new Map<string, number>();

  constructor(guideid: number, langid: string) {
    this.guideid = guideid;
    this.langid = langid;
    this.draftKey = `translation-${guideid}-${langid}`;
  }

  async load(): Promise<TranslatedGuide> {
    const [original, translated, translations] = await Promise.all([
      readWorkingGuide(this.guideid),
      readWorkingGuide(this.guideid, undefined, this.langid),
      readTranslations(this.guideid, true),
    ]);
    const changed = translations.find(({ langid }) => langid === this.langid)?.changed ?? [];
    return { original, translated, changed };
  }

  /** Returns whether the original of a translated text has changed since. */
  isChanged({ changed }: TranslatedGuide, [kind, key = '']: Unit): boolean {
    const [stepKey, index] = key.split(' ');
    return changed.some(
      ({ field, stepid, line }) =>
        field === kind &&
        (stepid === null || (stepid === this.idOf(stepKey) && (line === null || line === Number(index)))),
    );
  }

  /** Saves that the translations of a guide's own texts, or of one step, still fit their originals. */
  async confirm(doc: TranslatedGuide, units: readonly Unit[]): Promise<TranslatedGuide> {
    const { langid } = this;
    const { guideid, revisionid } = doc.translated;
    const fields = units.flatMap(([kind]) => (isTextField(kind) ? [kind] : []));
    const [source, step] = [doc.original, doc.translated].map((guide) =>
      this.stepOf(guide, units[0]?.[1]?.split(' ')[0]),
    );
    if (fields.length > 0)
      await api('PATCH /guides/{guideid}', {
        params: { guideid },
        query: { revisionid, langid },
        body: Object.fromEntries(fields.map((name) => [name, fieldText(doc.translated, name)])),
      });
    else if (source && step)
      await api('PATCH /guides/{guideid}/steps/{stepid}', {
        params: { guideid, stepid: step.stepid },
        query: { revisionid: step.revisionid, langid },
        body: { title: step.title, lines: linesWith(source, step) },
      });
    return this.load();
  }

  /** Returns the text as it was written; undefined if the guide no longer has it. */
  originalOf({ original }: TranslatedGuide, unit: Unit): string | undefined {
    return this.textIn(original, unit);
  }

  read(doc: TranslatedGuide, unit: Unit): string | undefined {
    const text = this.textIn(doc.translated, unit);
    return text === this.originalOf(doc, unit) ? text && '' : text;
  }

  async save(doc: TranslatedGuide, unit: Unit, value: unknown): Promise<TranslatedGuide> {
    const [kind, key = ''] = unit;
    const text = String(value).trim() === '' ? (this.originalOf(doc, unit) ?? '') : String(value);
    const { guideid, revisionid } = doc.translated;
    const { langid } = this;
    if (isTextField(kind))
      await api('PATCH /guides/{guideid}', {
        params: { guideid },
        query: { revisionid, langid },
        body: { [kind]: text },
      });
    else {
      const [stepKey, index] = key.split(' ');
      const [step, source] = [doc.translated, doc.original].map((guide) => this.stepOf(guide, stepKey));
      // It was deleted meanwhile; the editor learns that with the next version.
      if (!step || !source) return this.load();
      await api('PATCH /guides/{guideid}/steps/{stepid}', {
        params: { guideid, stepid: step.stepid },
        query: { revisionid: step.revisionid, langid },
        body:
          kind === 'step-title' ? { title: text } : { lines: linesWith(source, step, Number(index), text) },
      });
    }
    return this.load();
  }

  same(_unit: Unit, a: unknown, b: unknown): boolean {
    return a === b;
  }

  check([kind]: Unit, value: unknown): string | null {
    const { length } = String(value);
    const most = mostOf(kind);
    return length > most ? guideFieldTexts.check.tooLong(length, most) : null;
  }

  waits(): boolean {
    return false;
  }

  merge(_unit: Unit, base: unknown, mine: unknown, theirs: unknown): Merged<unknown> {
    return mergeText(String(base ?? ''), String(mine ?? ''), String(theirs ?? ''));
  }

  reconcile(_unit: Unit, mine: unknown, theirs: unknown, sent?: unknown): unknown {
    return sent === undefined || mine === sent ? theirs : mine;
  }

  arrived({ original: before }: TranslatedGuide, { original: after }: TranslatedGuide): void {
    this.guideid = after.guideid;
    for (const [index, { stepid }] of before.steps.entries()) {
      const now = after.steps[index];
      if (stepid < 0 && now && !after.steps.some((step) => step.stepid === stepid))
        this.ids.set(this.keyOf(stepid), now.stepid);
    }
  }

  renamed(_unit: Unit, value: unknown): unknown {
    return value;
  }

  writeDraft(_doc: TranslatedGuide, edits: readonly Edit[]): Draft['body'] {
    return draftBody(edits);
  }

  readDraft(_doc: TranslatedGuide, body: Draft['body']): Edit[] {
    return editsOf(body);
  }

  takeDraft(doc: TranslatedGuide, body: Draft['body']): Edit[] {
    return this.readDraft(doc, body);
  }

  keyOf(stepid: number): string {
    for (const [key, id] of this.ids) if (id === stepid) return key;
    return String(stepid);
  }

  private textIn(guide: Guide, [kind, key = '']: Unit): string | undefined {
    if (isTextField(kind)) return fieldText(guide, kind);
    const [stepKey, index] = key.split(' ');
    const step = this.stepOf(guide, stepKey);
    return kind === 'step-title' ? step?.title : step?.lines[Number(index)]?.text_raw;
  }

  private idOf(key = ''): number {
    return this.ids.get(key) ?? Number(key);
  }

  private stepOf({ steps }: Guide, key = ''): Step | undefined {
    const id = this.idOf(key);
    return steps.find(({ stepid }) => stepid === id);
  }
}

const mostOf = (kind: string): number => {
  if (isTextField(kind)) return longestText.guide[kind];
  return kind === 'step-title' ? limits.step.title.max : limits.step.line.max;
};

/** Returns a step's translated lines, perhaps one of them with a new text, in the form of the source, which a translation must keep. */
const linesWith = (source: Step, translated: Step, changed?: number, text = '') =>
  stepValue(source).lines.map(({ lineid, bullet, level }, index) => ({
    ...(lineid === null ? {} : { lineid }),
    bullet,
    level,
    text:
      index === changed ? text : (translated.lines[index]?.text_raw ?? source.lines[index]?.text_raw ?? ''),
  }));
