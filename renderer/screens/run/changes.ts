import type { Guide, Line, Step } from '../../../shared/model/guide.ts';
import { sameImages } from './same-images.ts';

export type ChangeKind =
  | 'caution'
  | 'line'
  | 'step added'
  | 'step removed'
  | 'title'
  | 'pictures'
  | 'order'
  | 'tools'
  | 'text';

/** A change of a guide; `before` and `after` are inline HTML of the API. */
export interface GuideChange {
  kind: ChangeKind;
  /** The changed step, or the removed one; null for changes of the whole guide. */
  step: Step | null;
  before: string | null;
  after: string | null;
}

/** The parts of a guide that are instructions. */
export type GuideWords = Pick<
  Guide,
  | 'guideid'
  | 'revisionid'
  | 'title'
  | 'steps'
  | 'tools'
  | 'parts'
  | 'summary'
  | 'introduction_raw'
  | 'conclusion_raw'
>;

/** Returns a guide's instructions, without the steps of prerequisites, which have their own revisions. */
export const instructionTexts = ({
  guideid,
  revisionid,
  title,
  steps,
  tools,
  parts,
  summary,
  introduction_raw,
  conclusion_raw,
}: Guide): GuideWords => ({
  guideid,
  revisionid,
  title,
  steps: ownSteps({ guideid, steps }),
  tools,
  parts,
  summary,
  introduction_raw,
  conclusion_raw,
});

const ownSteps = ({ guideid, steps }: Pick<Guide, 'guideid' | 'steps'>): Step[] =>
  steps.filter((step) => step.guideid === guideid);

const rank: readonly ChangeKind[] = [
  'caution',
  'step added',
  'step removed',
  'order',
  'line',
  'title',
  'pictures',
  'tools',
  'text',
];

/** Returns the changes of a guide that matter during work: cautions first, then by importance. */
export function changesBetween(before: GuideWords, after: GuideWords): GuideChange[] {
  const [old, now] = [ownSteps(before), ownSteps(after)];
  const found: GuideChange[] = [];
  for (const step of now) {
    const was = old.find(({ stepid }) => stepid === step.stepid);
    if (was) found.push(...stepChanges(was, step));
    else found.push(...wholeStep(step, 'step added'));
  }
  for (const step of old) {
    if (!now.some(({ stepid }) => stepid === step.stepid)) found.push(...wholeStep(step, 'step removed'));
  }
  const kept = (steps: Step[], others: Step[]): number[] =>
    steps.map(({ stepid }) => stepid).filter((id) => others.some(({ stepid }) => stepid === id));
  if (kept(old, now).join() !== kept(now, old).join()) found.push(whole('order', null, null));
  found.push(...guideChanges(before, after));
  return found.toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind));
}

const whole = (kind: ChangeKind, before: string | null, after: string | null): GuideChange => ({
  kind,
  step: null,
  before,
  after,
});

const isCaution = (line: Line | undefined): boolean => line?.bullet === 'icon_caution';

/** Lists the cautions of an added or removed step separately, so that nobody overlooks one. */
function wholeStep(step: Step, kind: 'step added' | 'step removed'): GuideChange[] {
  const cautions = step.lines.filter(isCaution).map(({ text_rendered: text }): GuideChange => {
    const added = kind === 'step added';
    return { kind: 'caution', step, before: added ? null : text, after: added ? text : null };
  });
  return [{ kind, step, before: null, after: null }, ...cautions];
}

function stepChanges(was: Step, step: Step): GuideChange[] {
  const found: GuideChange[] = [];
  const add = (kind: ChangeKind, before: string | null, after: string | null): void => {
    found.push({ kind, step, before, after });
  };
  for (const [before, after] of pairs(was.lines, step.lines)) {
    if (before?.text_raw === after?.text_raw && before?.bullet === after?.bullet) continue;
    const kind = isCaution(before) || isCaution(after) ? 'caution' : 'line';
    add(kind, before?.text_rendered ?? null, after?.text_rendered ?? null);
  }
  if (was.title !== step.title) add('title', escaped(was.title), escaped(step.title));
  if (!sameImages(was, step)) add('pictures', null, null);
  return found;
}

/** Pairs old and new lines: by lineid; lines without one by text, then by place. */
function pairs(old: readonly Line[], now: readonly Line[]): [Line | undefined, Line | undefined][] {
  const left = [...old];
  const take = (matches: (line: Line, place: number) => boolean): Line | undefined => {
    const at = left.findIndex((line) => matches(line, old.indexOf(line)));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const sure = now.map(
    (line) =>
      take(({ lineid }) => lineid !== null && lineid === line.lineid) ??
      take(({ text_raw, bullet }) => text_raw === line.text_raw && bullet === line.bullet),
  );
  const found = now.map((line, place): [Line | undefined, Line | undefined] => [
    sure[place] ??
      take(
        (other, at) => at === place && other.bullet === line.bullet && (other.lineid ?? line.lineid) === null,
      ),
    line,
  ]);
  return [...found, ...left.map((line): [Line, undefined] => [line, undefined])];
}

function guideChanges(before: GuideWords, after: GuideWords): GuideChange[] {
  const found: GuideChange[] = [];
  if (before.title !== after.title) found.push(whole('title', escaped(before.title), escaped(after.title)));
  const items = ({ tools, parts }: GuideWords): string =>
    JSON.stringify(
      [tools, parts].map((list) =>
        list.map(({ text, quantity, notes, isoptional }) => [text, quantity, notes, isoptional]),
      ),
    );
  if (items(before) !== items(after)) found.push(whole('tools', null, null));
  const texts = ({ introduction_raw, conclusion_raw, summary }: GuideWords): string =>
    JSON.stringify([introduction_raw, conclusion_raw, summary]);
  if (texts(before) !== texts(after)) found.push(whole('text', null, null));
  return found;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
