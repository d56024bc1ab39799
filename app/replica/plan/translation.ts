import type { FieldConflict } from '../../../shared/model/journal.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { unpackGuide } from '../../store/guides/document.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { ReplicaReader } from '../replica.ts';
import { layOver, layOverStep } from '../../store/translations/document.ts';
import type { Translation } from '../../store/translations/reader.ts';
import { same } from '../../../shared/merge/value.ts';
import { operationOf } from '../operations/index.ts';
import { conflictPlan, decisionOn, editBody, isOverruled } from './plan.ts';
import type { Plan, Sent } from './plan.ts';

/** Returns whether an edit changes a translation: it uses an operation of the guide, but the guide stays as it is. */
export const isTranslation = (s: ReplicaReader, { route, query, sequence }: JournalEntry): boolean =>
  query['langid'] !== undefined &&
  operationOf(route).translates === true &&
  s.journal.touches(sequence).some(({ kind }) => kind === 'translations');

/** Returns the guide of a translation that this desk does not have: a stick may bring the edit before the guide has been read. */
export function guideToFetch(
  s: ReplicaReader,
  entry: JournalEntry,
): { kind: 'guide'; id: number } | undefined {
  const id = Number(entry.params['guideid']);
  return isTranslation(s, entry) && !s.guides.row(id) ? { kind: 'guide', id } : undefined;
}

/**
 * Plans an edit of a translation as it was written, without fields that a person discarded. The site's 409 shows its version, if
 * that is newer.
 */
export function planTranslation({ route, params, query, body, resolution }: JournalEntry): Plan {
  const decisions = Object.entries(resolution?.fields ?? {});
  const givenUp = decisions.flatMap(([field, { theirs, value }]) => (same(theirs, value) ? [field] : []));
  if (givenUp.length === 0) return { kind: 'send', route, params, query, body };
  const left = Object.entries((body ?? {}) as object).filter(([field]) => !givenUp.includes(field));
  if (left.length === 0) return { kind: 'nothing' };
  return { kind: 'send', route, params, query, body: Object.fromEntries(left) };
}

/** Plans an edit of a translation on what is stored here, for a replay, with what a person decided in place of its own values. */
export function translationHere(s: ReplicaReader, entry: JournalEntry): Plan {
  const plan = planTranslation(entry);
  if (plan.kind !== 'send') return plan;
  const { route, params, query } = plan;
  const decided = entry.resolution?.fields ?? {};
  const ownOrDecided = ([field, mine]: [string, unknown]): [string, unknown] => [
    field,
    decided[field]?.value ?? mine,
  ];
  const body = plan.body && Object.fromEntries(Object.entries(editBody(plan)).map(ownOrDecided));
  const [guideid, langid] = [Number(params['guideid']), query['langid'] ?? ''];
  // The edit is shown as soon as the guide has been read (SPEC J10.4).
  if (!isHere(s, guideid, params['stepid'])) return { kind: 'nothing' };
  const { revisionid } = params['stepid']
    ? s.translations.requireStepOf(guideid, Number(params['stepid']), langid)
    : (s.translations.find(guideid, langid) ?? s.guides.working(guideid).body);
  return { kind: 'send', route, params, query: { ...query, revisionid: String(revisionid) }, body };
}

const isHere = (s: ReplicaReader, guideid: number, stepid: string | undefined): boolean =>
  s.guides.row(guideid) !== undefined &&
  (stepid === undefined || s.guides.working(guideid).steps.some((step) => step.stepid === Number(stepid)));

/**
 * Plans an edit of a translation on the version in a 409's body: the guide or step as read in that language. `undefined` if the
 * body is no version, or the guide is not here.
 */
export function planOnTranslated(
  s: ReplicaReader,
  entry: JournalEntry,
  sent: Sent,
  current: unknown,
): Plan | undefined {
  if (!isVersion(current) || guideToFetch(s, entry)) return undefined;
  const { params, query } = entry;
  const { revisionid } = current;
  const again: Sent = { ...sent, query: { ...sent.query, revisionid: String(revisionid) } };
  const guideid = Number(params['guideid']);
  const texts = textsBefore(s, entry, guideid, query['langid'] ?? '');
  const laidOver = ({ body: guide, steps }: GuideDocument): Record<string, unknown> => {
    const step = steps.find(({ stepid }) => stepid === Number(params['stepid']));
    return step
      ? shownOf(layOverStep(step as unknown as Step, texts))
      : shownOf(layOver(guide as unknown as Guide, texts));
  };
  // Untranslated fields show the guide's text, with or without its pending edits.
  const [base, edited] = [laidOver(siteDocument(s, guideid)), laidOver(s.guides.working(guideid))];
  const theirs = shownOf(current as Shown);
  const body = { ...(entry.body as Record<string, unknown> | null) };
  const whole = entry.route.startsWith('DELETE ');
  const conflicts: FieldConflict[] = [];
  for (const field of whole ? Object.keys(base) : Object.keys(body)) {
    const [was, mine, their] = [base[field], whole ? null : body[field], theirs[field]];
    const isHeld = [was, edited[field], textsOf(mine)].some((known) => same(known, their));
    if (isHeld && !isOverruled(entry, { field, mine })) continue;
    const decision = decisionOn(entry, field, their);
    if (!decision) conflicts.push({ field, base: was, mine, theirs: their });
    else if (same(decision.value, their)) delete body[field];
    else body[field] = decision.value;
  }
  if (conflicts.length > 0) return conflictPlan(conflicts);
  if (whole) return again;
  return Object.keys(body).length === 0 ? { kind: 'nothing' } : { ...again, body };
}

const isVersion = (answer: unknown): answer is { revisionid: number } =>
  typeof answer === 'object' &&
  answer !== null &&
  'revisionid' in answer &&
  typeof answer.revisionid === 'number';

function siteDocument(s: ReplicaReader, guideid: number): GuideDocument {
  const remote = s.siteVersions.get('guide', guideid);
  return remote instanceof Buffer ? s.idMap.resolve(unpackGuide(remote)) : s.guides.working(guideid);
}

type Shown = Partial<Pick<Guide, 'title' | 'summary' | 'introduction_raw' | 'conclusion_raw'>> &
  Partial<Pick<Step, 'lines'>>;

/** Returns the texts by the field names that edits use. */
const shownOf = ({
  title,
  summary,
  introduction_raw,
  conclusion_raw,
  lines,
}: Shown): Record<string, unknown> =>
  lines
    ? { title, lines: textsOf(lines.map(({ text_raw: text }) => ({ text }))) }
    : { title, summary, introduction: introduction_raw, conclusion: conclusion_raw };

/** Returns the texts of written lines, the only part of them that is translated; any other value as it is. */
const textsOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((line: { text?: unknown }) => line.text) : value;

function textsBefore(
  s: ReplicaReader,
  { sequence }: JournalEntry,
  guideid: number,
  langid: string,
): Translation['texts'] {
  const before = s.journal.before(sequence, 'translations', guideid);
  const list = before ? (s.idMap.resolve(JSON.parse(before.toString())) as Translation[] | null) : null;
  return list?.find((one) => one.langid === langid)?.texts ?? { steps: {} };
}
