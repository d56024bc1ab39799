import { conflict, invalid, notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { GuideInput, StepInput } from '../../../shared/model/guide-input.ts';
import { searchFields } from '../guides/content.ts';
import { bytesOf, requireSize } from '../sizes.ts';
import { builder, listOf, sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { applyStepTexts, applyTexts } from './content.ts';
import { layOverStep, packTexts } from './document.ts';
import type { TranslatedTexts } from './document.ts';
import { TranslationReader, translationOf } from './reader.ts';
import type { Translation } from './reader.ts';

/** Edits translations; the viewer must be allowed to edit the guide. Every change makes a revision and a feed line. */
export class TranslationWriter extends TranslationReader {
  declare protected readonly s: StoreWriter;

  /**
   * @param revisionid the translation's revision or, without a translation, that of the version edits are made against
   * @throws AppError `conflict` with the translated guide; `invalid` for fields that only the source language has
   */
  update(guideid: number, langid: string, revisionid: number, fields: GuideInput): void {
    this.edit(guideid, langid, revisionid, (texts) => {
      applyTexts(this.s, texts, this.s.guides.working(guideid).body, langid, fields);
    });
  }

  /** @param revisionid the step's revision as the translated guide shows it */
  updateStep(guideid: number, stepid: number, langid: string, revisionid: number, fields: StepInput): void {
    this.edit(guideid, langid, undefined, (texts) => {
      const source = this.s.guides.requireStepOf(guideid, stepid);
      const shown = layOverStep(source, texts);
      if (shown.revisionid !== revisionid) throw conflict(shown);
      const own = texts.steps[stepid] ?? { revisionid: 0, source_revisionid: 0, lines: {} };
      const before = JSON.stringify(own);
      applyStepTexts(this.s, own, source, fields);
      if (JSON.stringify(own) === before) return;
      // 0 marks the step for a new revision when the translation is saved.
      texts.steps[stepid] = { ...own, revisionid: 0, source_revisionid: source.revisionid };
    });
  }

  /** Deletes a translation. Its revisions stay; `restore` brings it back. */
  delete(guideid: number, langid: string, revisionid: number): void {
    this.s.guides.requireEditable(guideid);
    const found = this.require(guideid, langid);
    this.checkRevision(guideid, langid, revisionid);
    this.save(guideid, found, true);
  }

  /** @throws AppError `not-found` if there never was one; `invalid` if it is not deleted */
  restore(guideid: number, langid: string): void {
    this.s.guides.requireEditable(guideid);
    const row = this.row(guideid, langid);
    if (!row) throw notFound('Translation');
    if (!row.deleted) throw invalid('langid', 'This translation is not deleted.');
    this.save(guideid, translationOf(row));
  }

  /** Desk: stores all translations of a guide from the site and removes others. */
  putRemote(guideid: number, translations: readonly Translation[]): void {
    if (!this.s.guides.row(guideid)) return;
    this.s.db.run(sql`DELETE FROM translation
       WHERE guideid = ${guideid} AND langid NOT IN ${listOf(translations.map(({ langid }) => langid))}`);
    for (const translation of translations) this.put(guideid, translation);
    this.indexAgain(guideid);
  }

  private edit(
    guideid: number,
    langid: string,
    revisionid: number | undefined,
    change: (texts: TranslatedTexts) => void,
  ): void {
    this.s.guides.requireEditable(guideid);
    if (revisionid !== undefined) this.checkRevision(guideid, langid, revisionid);
    const now = Math.floor(this.s.now);
    const translation = this.find(guideid, langid) ?? {
      langid,
      revisionid: 0,
      source_revisionid: 0,
      userid: this.s.viewer?.userid ?? 0,
      created_date: now,
      modified_date: now,
      texts: { steps: {} },
    };
    const before = JSON.stringify(translation.texts);
    change(translation.texts);
    const after = JSON.stringify(translation.texts);
    if (after === before) return;
    const others = (this.ofGuide(guideid) ?? []).filter((other) => other.langid !== langid);
    const size = others.reduce((sum, { texts }) => sum + bytesOf(JSON.stringify(texts)), 0);
    requireSize(
      limits.guide.translations,
      { before: () => size + bytesOf(before), after: size + bytesOf(after) },
      'langid',
      (most) => `All translations of a guide together take at most ${most}.`,
    );
    this.save(guideid, translation);
  }

  private checkRevision(guideid: number, langid: string, revisionid: number): void {
    const current = this.find(guideid, langid) ?? this.s.guides.working(guideid).body;
    if (current.revisionid !== revisionid) throw conflict(JSON.parse(this.written(guideid, langid)));
  }

  private save(guideid: number, translation: Translation, deleted = false): void {
    const revisionid = this.s.meta.nextId('revision');
    for (const step of Object.values(translation.texts.steps)) {
      if (step.revisionid === 0) step.revisionid = revisionid;
    }
    const saved: Translation = {
      ...translation,
      revisionid,
      source_revisionid: this.s.guides.working(guideid).body.revisionid,
      modified_date: Math.floor(this.s.now),
    };
    this.put(guideid, saved, deleted);
    this.indexAgain(guideid);
    this.s.db
      .run(sql`INSERT INTO translation_revision (guideid, langid, revisionid, source_revisionid, userid, date, body)
       VALUES (${guideid}, ${saved.langid}, ${revisionid}, ${saved.source_revisionid}, ${this.s.viewer?.userid ?? 0}, ${this.s.now}, ${packTexts(saved.texts)})`);
    this.s.feed.record('translations', guideid);
  }

  private indexAgain(guideid: number): void {
    this.s.search.renew(guideid, () => searchFields(this.s.guides.document(guideid)));
  }

  private put(guideid: number, { texts, ...translation }: Translation, deleted = false): void {
    const changes = { ...translation, deleted: deleted ? 1 : 0, body: packTexts(texts) } as const;
    this.s.db.run(
      builder
        .insertInto('translation')
        .values({ guideid, ...changes })
        .onConflict((conflict) => conflict.columns(['guideid', 'langid']).doUpdateSet(changes)),
    );
  }
}
