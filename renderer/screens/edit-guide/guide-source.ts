import type { Draft } from '../../../shared/model/draft.ts';
import type { Guide, Line, Step } from '../../../shared/model/guide.ts';
import { api } from '../../api/client.ts';
import { readWorkingGuide } from '../../api/queries/guides.ts';
import { draftBody, editsOf } from '../../features/edit/draft-body.ts';
import type { Edit, DocumentSource, Unit } from '../../features/edit/editor-types.ts';
import { mergeOrder, mergeSet } from '../../../shared/merge/sequence.ts';
import type { Merged } from '../../../shared/merge/value.ts';
import { withMissing } from '../../features/edit/with-missing.ts';
import { fieldOf, isField, mergeField, sameField } from '../../features/edit/guide-fields.ts';
import type { LineValue, StepValue } from '../../features/edit/step-value.ts';
import {
  takeStoreIds,
  keepKeys,
  checkStep,
  mergeSteps,
  sameStep,
  stepPatch,
  stepValue,
  toWrite,
} from '../../features/edit/step-value.ts';

export interface GuideEditorValues {
  /** The newest version, which edits are based on, with its own steps only. */
  guide: Guide;
  tags: string[];
}

interface AddedStep {
  key: string;
  /** Key of the step before it; null for the first. */
  after: string | null;
}

/**
 * Adapts a guide to the editor. Steps have keys that stay the same while the editor is open: a step has no stepid before its
 * first line is saved, and the site replaces its provisional one.
 */
export class GuideSource implements DocumentSource<GuideEditorValues> {
  readonly draftKey: string;
  guideid: number;
  /** Steps that the store does not have yet. */
  added: AddedStep[] = [];
  private readonly ids = new Map<string, number>();
  /** The site's lineids of lines that were made at this desk, by provisional lineid. */
  private readonly lineids = new Map<number, number>();

  constructor(guideid: number) {
    this.guideid = guideid;
    this.draftKey = `guide-${guideid}`;
  }

  async load(): Promise<GuideEditorValues> {
    const [guide, tags] = await Promise.all([this.loadGuide(), this.loadTags()]);
    return { guide, tags };
  }

  read({ guide, tags }: GuideEditorValues, [kind, key]: Unit): unknown {
    if (isField(kind)) return fieldOf(kind).read(guide);
    if (kind === 'tags') return tags;
    if (kind === 'order') return guide.steps.map(({ stepid }) => this.keyOf(stepid));
    const step = this.stepOf(guide, key);
    return step && stepValue(step);
  }

  async save(doc: GuideEditorValues, unit: Unit, value: unknown): Promise<GuideEditorValues> {
    const [kind, key = ''] = unit;
    const { guide, tags } = doc;
    const { guideid, revisionid } = guide;
    const call = { params: { guideid }, query: { revisionid } };
    if (kind === 'tags') return { guide, tags: await this.saveTags(tags, value as string[]) };
    if (kind === 'order') {
      const stepids = this.inOrder(doc, value as string[]).map((one) => this.idOf(one));
      return { tags, guide: await api('PUT /guides/{guideid}/steporder', { ...call, body: { stepids } }) };
    }
    if (isField(kind))
      return {
        tags,
        guide: await api('PATCH /guides/{guideid}', { ...call, body: fieldOf(kind).write(value) }),
      };
    const step = this.stepOf(guide, key);
    if (!step) return this.create(doc, key, value as StepValue, this.read(doc, ['order']) as string[]);
    const saved = await api('PATCH /guides/{guideid}/steps/{stepid}', {
      params: { guideid, stepid: step.stepid },
      query: { revisionid: step.revisionid },
      body: stepPatch(stepValue(step), value as StepValue),
    });
    if (saved.stepid !== step.stepid) this.ids.set(key, saved.stepid);
    // Saving a step also changes the guide's revision.
    return { tags, guide: await this.loadGuide() };
  }

  same([kind]: Unit, a: unknown, b: unknown): boolean {
    if (kind === 'step') return sameStep(a as StepValue | undefined, b as StepValue | undefined);
    return isField(kind) ? sameField(kind, a, b) : JSON.stringify(a) === JSON.stringify(b);
  }

  check([kind]: Unit, value: unknown): string | null {
    if (kind === 'step') return checkStep(value as StepValue);
    return isField(kind) ? (fieldOf(kind).check?.(value) ?? null) : null;
  }

  waits([kind]: Unit): boolean {
    // Saving half a name would create a page of that name.
    return kind === 'category' || kind === 'tools' || kind === 'parts';
  }

  merge([kind]: Unit, base: unknown, mine: unknown, theirs: unknown): Merged<unknown> {
    if (kind === 'step') return mergeSteps(base as StepValue, mine as StepValue, theirs as StepValue);
    if (isField(kind)) return mergeField(kind, base, mine, theirs);
    const [b, m, t] = [base, mine, theirs] as [string[], string[], string[]];
    if (kind === 'tags') return mergeSet(b, m, t);
    const there = (keys: string[]): string[] => keys.filter((key) => t.includes(key));
    return mergeOrder(there(b), there(m), t, (one, other) => one.localeCompare(other));
  }

  reconcile([kind]: Unit, mine: unknown, theirs: unknown, sent?: unknown): unknown {
    if (kind !== 'step') return sent === undefined || mine === sent ? theirs : mine;
    if (theirs === undefined) return mine;
    if (sent !== undefined) return takeStoreIds(mine as StepValue, sent as StepValue, theirs as StepValue);
    return keepKeys(mine as StepValue, theirs as StepValue);
  }

  arrived({ guide: before }: GuideEditorValues, { guide: after }: GuideEditorValues): void {
    this.guideid = after.guideid;
    for (const [id, now] of renames(before.steps, after.steps, ({ stepid }) => stepid, contentOf)) {
      this.ids.set(this.keyOf(id), now);
      const [old, fresh] = [this.find(before, id), this.find(after, now)];
      this.noteLines(old, fresh);
    }
    for (const step of before.steps) this.noteLines(step, this.find(after, step.stepid));
    this.added = this.added.filter(({ key }) => !this.stepOf(after, key));
  }

  renamed([kind]: Unit, value: unknown): unknown {
    if (kind !== 'step' || value === undefined) return value;
    const step = value as StepValue;
    const isOld = ({ lineid }: LineValue): boolean => lineid !== null && this.lineids.has(lineid);
    return step.lines.some(isOld)
      ? {
          ...step,
          lines: step.lines.map((line) =>
            isOld(line) ? { ...line, lineid: this.lineids.get(line.lineid ?? 0) ?? null } : line,
          ),
        }
      : step;
  }

  writeDraft(_doc: GuideEditorValues, edits: readonly Edit[]): Draft['body'] {
    const settled = (key: string): string => String(this.ids.get(key) ?? key);
    const settledAll = (value: unknown): unknown =>
      Array.isArray(value) ? value.map((key) => settled(String(key))) : value;
    const kept = edits.map(({ unit: [kind, key], base, value }): Edit => {
      if (kind === 'order') return { unit: [kind], base: settledAll(base), value: settledAll(value) };
      return { unit: key === undefined ? [kind] : [kind, settled(key)], base, value };
    });
    const added = this.added.map(({ key, after }) => ({
      key,
      after: after === null ? null : settled(after),
    }));
    return draftBody(kept, { added });
  }

  readDraft(doc: GuideEditorValues, body: Draft['body']): Edit[] {
    const added = addedIn(body);
    const written = (step: StepValue): string =>
      JSON.stringify({ ...toWrite(step), lines: toWrite(step).lines.map(({ lineid: _, ...line }) => line) });
    const present = new Set(doc.guide.steps.map((step) => written(stepValue(step))));
    // The program may have ended between creating a step and deleting its draft.
    const isMade = ({ unit: [kind, key], value }: Edit): boolean =>
      kind === 'step' && added.some((one) => one.key === key) && present.has(written(value as StepValue));
    return editsOf(body).filter((edit) => !isMade(edit));
  }

  takeDraft(doc: GuideEditorValues, body: Draft['body']): Edit[] {
    const edits = this.readDraft(doc, body);
    this.added = addedIn(body).filter(({ key }) => edits.some(({ unit }) => unit[1] === key));
    return edits;
  }

  /** Creates a step from its draft. @param order keys of all steps in the wanted order */
  async create(
    doc: GuideEditorValues,
    key: string,
    value: StepValue,
    order: string[],
  ): Promise<GuideEditorValues> {
    const { guide, tags } = doc;
    const shown = this.displayed(doc, order);
    const before = shown.slice(0, Math.max(0, shown.indexOf(key)));
    const orderby = before.filter((other) => this.stepOf(guide, other)).length + 1;
    const { media, ...words } = toWrite(value);
    const body = { ...words, orderby, ...(media.data === 0 ? {} : { media }) };
    const made = await api('POST /guides/{guideid}/steps', { params: { guideid: guide.guideid }, body });
    const known = new Set(guide.steps.map(({ stepid }) => stepid));
    const fresh = made.steps.filter(({ stepid }) => !known.has(stepid));
    const step = fresh.find((one) => one.orderby === orderby) ?? fresh[0];
    if (step) this.ids.set(key, step.stepid);
    return { guide: made, tags };
  }

  keyOf(stepid: number): string {
    for (const [key, id] of this.ids) if (id === stepid) return key;
    return String(stepid);
  }

  stepOf(guide: Guide, key: string | undefined): Step | undefined {
    return key === undefined ? undefined : this.find(guide, this.idOf(key));
  }

  /** Returns the keys of the steps to show: in the wanted order, with the unsaved steps in their places. */
  displayed(doc: GuideEditorValues, order: string[]): string[] {
    const keys = this.inOrder(doc, order);
    for (const { key, after } of this.added) {
      const place = after === null ? 0 : keys.indexOf(after) + 1;
      keys.splice(after !== null && place === 0 ? keys.length : place, 0, key);
    }
    return keys;
  }

  /** Updates the places of the unsaved steps from the order `keys`. */
  place(keys: readonly string[]): void {
    this.added = this.added
      .map(({ key }) => ({ key, after: keys[keys.indexOf(key) - 1] ?? null }))
      .sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
  }

  private inOrder({ guide }: GuideEditorValues, order: readonly string[]): string[] {
    const there = guide.steps.map(({ stepid }) => this.keyOf(stepid));
    return withMissing(
      order.filter((key) => there.includes(key)),
      there,
    );
  }

  private loadGuide(): Promise<Guide> {
    return readWorkingGuide(this.guideid);
  }

  private loadTags(): Promise<string[]> {
    return api('GET /guides/{guideid}/tags', { params: { guideid: this.guideid } });
  }

  private async saveTags(before: readonly string[], after: readonly string[]): Promise<string[]> {
    const params = { guideid: this.guideid };
    for (const tag of before.filter((one) => !after.includes(one)))
      await api('DELETE /guides/{guideid}/tag', { params, body: { tag } });
    for (const tag of after.filter((one) => !before.includes(one)))
      await api('PUT /guides/{guideid}/tag', { params, body: { tag } });
    return this.loadTags();
  }

  private noteLines(before: Step | undefined, after: Step | undefined): void {
    const lines = [before, after].map((step) => (step?.lines ?? []).filter(({ lineid }) => lineid !== null));
    for (const [id, now] of renames(lines[0] ?? [], lines[1] ?? [], ({ lineid }) => lineid ?? 0, textOf))
      this.lineids.set(id, now);
  }

  private idOf(key: string): number {
    return this.ids.get(key) ?? Number(key);
  }

  private find({ steps }: Guide, stepid: number): Step | undefined {
    return steps.find((step) => step.stepid === stepid);
  }
}

const addedIn = (body: Draft['body']): AddedStep[] =>
  Array.isArray(body['added']) ? (body['added'] as AddedStep[]) : [];

const textOf = ({ text_raw: text, bullet, level }: Line): unknown => [text, bullet, level];
const contentOf = ({ title, lines }: Step): unknown => [title, lines.map(textOf)];

/** Maps each vanished provisional id to the site's id of the item with the same content, or else in the same place. */
function renames<Item>(
  before: readonly Item[],
  after: readonly Item[],
  idOf: (item: Item) => number,
  saysOf: (item: Item) => unknown,
): Map<number, number> {
  const isIn = (list: readonly Item[], item: Item): boolean => list.some((one) => idOf(one) === idOf(item));
  const gone = before.filter((item) => idOf(item) < 0 && !isIn(after, item));
  const fresh = after.filter((item) => idOf(item) > 0 && !isIn(before, item));
  const says = (item: Item): string => JSON.stringify(saysOf(item));
  const found = new Map<number, number>();
  for (const [index, item] of gone.entries()) {
    const taken = [...found.values()];
    const now =
      fresh.find((other) => says(other) === says(item) && !taken.includes(idOf(other))) ??
      (gone.length === fresh.length ? fresh[index] : undefined);
    if (now) found.set(idOf(item), idOf(now));
  }
  return found;
}
