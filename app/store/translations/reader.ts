import { notFound } from '../../../shared/errors.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { TranslationState } from '../../../shared/model/translation.ts';
import type { GuideRow } from '../guides/reader.ts';
import { sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { changedTexts, layOver, layOverStep, unpackTexts } from './document.ts';
import type { TranslatedTexts } from './document.ts';

/** A translation of a guide, as in the feed. */
export interface Translation {
  langid: string;
  revisionid: number;
  source_revisionid: number;
  userid: number;
  created_date: number;
  modified_date: number;
  texts: TranslatedTexts;
}

interface TranslationRow extends Omit<Translation, 'texts'> {
  body: Buffer;
  deleted: number;
}

const columns = 'langid, revisionid, source_revisionid, userid, created_date, modified_date, body, deleted';

/** Reads translations of guides. Everyone who may see a guide may see its translations. */
export class TranslationReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns the languages of a guide, its own first. */
  langids({ guideid, langid }: Pick<GuideRow, 'guideid' | 'langid'>): string[] {
    const others = this.s.db.all(sql<{ langid: string }>`SELECT langid FROM translation
       WHERE guideid = ${guideid} AND langid <> ${langid} AND deleted = 0
       ORDER BY langid`);
    return [langid, ...others.map((row) => row.langid)];
  }

  /** Returns the texts of a guide in the language that the viewer reads; undefined if that is its own, or it is not translated. */
  shown({ guideid, langid }: Pick<GuideRow, 'guideid' | 'langid'>): Translation | undefined {
    const wanted = this.s.langid;
    return wanted === undefined || wanted === langid ? undefined : this.find(guideid, wanted);
  }

  /** Returns a guide's title in the language that the viewer reads. */
  titleOf(row: Pick<GuideRow, 'guideid' | 'langid' | 'title'>): string {
    return this.shown(row)?.texts.title ?? row.title;
  }

  /** Returns a guide's row as lists show it, in the language that the viewer reads. A row that is in it already stays as it is. */
  listed<Row extends GuideRow>(row: Row): Row {
    const own = this.shown(row);
    if (!own) return row;
    const { langid, revisionid, texts } = own;
    const { title = row.title, summary } = texts;
    const listed = { locale: langid, langid, title, ...(summary !== undefined && { summary }) };
    return {
      ...row,
      langid,
      title,
      revisionid,
      modified_date: Math.max(row.modified_date, own.modified_date),
      summary: JSON.stringify({ ...(JSON.parse(row.summary) as object), ...listed }),
    };
  }

  find(guideid: number, langid: string): Translation | undefined {
    const row = this.row(guideid, langid);
    return row && !row.deleted ? translationOf(row) : undefined;
  }

  /** @throws AppError `not-found` */
  require(guideid: number, langid: string): Translation {
    const found = this.find(guideid, langid);
    if (!found) throw notFound('Translation');
    return found;
  }

  /**
   * Translates a guide's answer; returns the answer itself if there is no translation (CONTRACT 4.9). Steps of
   * prerequisites are translated as far as those have the language.
   */
  compose(row: Pick<GuideRow, 'guideid' | 'langid'>, answer: string, langid: string): string {
    const own = langid === row.langid ? undefined : this.find(row.guideid, langid);
    return own ? this.laidOver(row.guideid, answer, own) : answer;
  }

  /** Translates a guide's answer with the texts of a translation's old revision; undefined if there is no such revision. */
  composeRevision(guideid: number, answer: string, langid: string, revisionid: number): string | undefined {
    const row = this.s.db
      .one(sql<TranslationRow>`SELECT langid, revisionid, source_revisionid, userid, date AS created_date, date AS modified_date, body, 0 AS deleted
       FROM translation_revision
       WHERE guideid = ${guideid} AND langid = ${langid} AND revisionid = ${revisionid}`);
    return row && this.laidOver(guideid, answer, translationOf(row));
  }

  /** Returns the answer to a write: `GuideReader.written`, translated. */
  written(guideid: number, langid: string): string {
    const answer = this.s.guides.written(guideid);
    return this.compose({ guideid, langid: this.languageOf(guideid) }, answer, langid);
  }

  /** Returns whether a write with this langid is for a translation and not the guide itself. */
  isOther(guideid: number, langid: string | undefined): langid is string {
    return langid !== undefined && langid !== this.languageOf(guideid);
  }

  /** Returns a translated step of the guide. @throws AppError `not-found` */
  requireStepOf(guideid: number, stepid: number, langid: string): Step {
    const step = this.s.guides.requireStepOf(guideid, stepid);
    return layOverStep(step, this.find(guideid, langid)?.texts ?? { steps: {} });
  }

  /** Returns all translations of a guide for the feed; undefined if the viewer may not see the guide. */
  ofGuide(guideid: number): Translation[] | undefined {
    const row = this.s.guides.row(guideid);
    if (!row || !this.s.guides.isVisible(row)) return undefined;
    return this.s.db
      .all(sql<TranslationRow>`SELECT ${sql.raw(columns)} FROM translation
         WHERE guideid = ${guideid} AND deleted = 0
         ORDER BY langid`)
      .map(translationOf);
  }

  /** Returns a guide's translations with what has changed since in the version that readers see or, for editors, in the draft. */
  states(row: GuideRow, version: 'readers' | 'draft'): TranslationState[] {
    const options = { prerequisiteSteps: false };
    const answer =
      version === 'draft' ? this.s.guides.draftAnswer(row, options) : this.s.guides.answer(row, options);
    const guide = JSON.parse(answer) as Guide;
    return this.langids(row)
      .slice(1)
      .map((langid) => ({ langid, changed: changedTexts(guide, this.require(row.guideid, langid).texts) }));
  }

  private laidOver(guideid: number, answer: string, own: Translation): string {
    const { langid } = own;
    const guide = JSON.parse(answer) as Guide;
    const texts = new Map([[guideid, own.texts]]);
    for (const step of guide.steps) {
      if (texts.has(step.guideid)) continue;
      texts.set(step.guideid, this.find(step.guideid, langid)?.texts ?? { steps: {} });
    }
    return JSON.stringify({
      ...layOver(guide, own.texts),
      locale: langid,
      langid,
      revisionid: own.revisionid,
      modified_date: Math.max(guide.modified_date, own.modified_date),
      steps: guide.steps.map((step) => layOverStep(step, texts.get(step.guideid) ?? { steps: {} })),
    });
  }

  private languageOf(guideid: number): string {
    return this.s.guides.requireVisible(guideid).langid;
  }

  /** Includes deleted translations. */
  protected row(guideid: number, langid: string): TranslationRow | undefined {
    return this.s.db.one(sql<TranslationRow>`SELECT ${sql.raw(columns)} FROM translation
       WHERE guideid = ${guideid} AND langid = ${langid}`);
  }
}

export const translationOf = ({ body, deleted: _, ...row }: TranslationRow): Translation => ({
  ...row,
  texts: unpackTexts(body),
});
