import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { IdKind } from '../../store/meta.ts';
import type { Plan } from './plan.ts';

/** A provisional id and what the site gave for it. */
export interface Learned {
  kind: IdKind;
  provisional: number;
  id: number;
}

const glossaryRoute = 'PUT /translation_glossary/entries';

type Answer = Readonly<Record<string, unknown>>;

/** Where an answer names the one thing that was made. */
const made: Readonly<Record<string, { kind: IdKind; idIn(answer: Answer): unknown }>> = {
  'POST /guides': { kind: 'guide', idIn: (answer) => answer['guideid'] },
  'POST /wikis': { kind: 'wiki', idIn: (answer) => answer['wikiid'] },
  'POST /comments/{context}/{contextid}': { kind: 'comment', idIn: (answer) => answer['commentid'] },
  'POST /work_log': { kind: 'entry', idIn: (answer) => answer['entryid'] },
  'POST /guides/releases': { kind: 'release', idIn: (answer) => answer['releaseid'] },
  'POST /user/media/images': { kind: 'image', idIn: (answer) => idOf(answer['image']) },
  'POST /user/media/images/{imageid/guid}': { kind: 'image', idIn: (answer) => idOf(answer['image']) },
  'POST /user/media/documents': { kind: 'document', idIn: (answer) => answer['documentid'] },
  'POST /user/media/videos': { kind: 'video', idIn: (answer) => answer['videoid'] },
  'POST /benchside/teams': { kind: 'team', idIn: (answer) => answer['teamid'] },
};

/** Whether an operation answers with the id of what it made. */
export const makes = (route: string): boolean => route in made || route === glossaryRoute;

/** Whether an answer names what was made. */
export function namesMade(route: string, answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  const one = made[route];
  return one ? Number.isSafeInteger(one.idIn(answer as Answer)) : entriesOf(answer) !== undefined;
}

/**
 * The ids that the site gave for the provisional ones of an entry, read from its answer. Pure.
 *
 * @param before the form of a step as it was before the edit
 */
export function learn(
  entry: JournalEntry,
  sent: Plan & { kind: 'send' },
  answer: unknown,
  before?: Form | null,
): Learned[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const one = made[sent.route];
  if (one) {
    const provisional = issued(entry, one.kind).at(-1);
    const id = one.idIn(answer as Answer);
    return provisional !== undefined && typeof id === 'number' ? [{ kind: one.kind, provisional, id }] : [];
  }
  switch (sent.route) {
    case 'POST /guides/{guideid}/steps':
      return learnStep(entry, sent, answer as Guide);
    case 'PATCH /guides/{guideid}/steps/{stepid}':
      return learnLines(entry, sent, answer as Step);
    case 'POST /step_forms/{stepid}':
      return learnForm(entry, answer as Form, before);
    // Somebody made a page under the same title first, of which this became an edit.
    case 'PATCH /wikis/{namespace}/{title}':
      return pairs('wiki', entry.route === 'POST /wikis' ? issued(entry, 'wiki').slice(-1) : [], [
        (answer as { wikiid?: number }).wikiid,
      ]);
    case glossaryRoute:
      return learnGlossary(entry, sent, answer);
    default:
      return [];
  }
}

function learnStep(entry: JournalEntry, sent: Plan & { kind: 'send' }, guide: Guide): Learned[] {
  const { orderby } = sent.body as { orderby: number };
  const step = guide.steps.filter((one) => one.guideid === guide.guideid)[orderby - 1];
  // An edit of a step that the site deleted made it again: at a hub under the same id.
  const provisional = issued(entry, 'step')[0] ?? Number(entry.params['stepid']);
  if (!step || Number.isNaN(provisional)) return [];
  if (provisional === step.stepid) return learnLines(entry, sent, step);
  return [{ kind: 'step', provisional, id: step.stepid }, ...learnLines(entry, sent, step)];
}

/** Lines that were new have their ids in the order in which they were written. */
function learnLines(entry: JournalEntry, sent: Plan & { kind: 'send' }, step: Step): Learned[] {
  const written = (sent.body as { lines?: { lineid?: number | null }[] }).lines ?? [];
  const provisional = issued(entry, 'line');
  const fresh = step.lines.filter((_line, index) => {
    const lineid = written[index]?.lineid;
    return lineid === undefined || lineid === null || lineid <= 0;
  });
  return pairs(
    'line',
    provisional,
    fresh.map((line) => line.lineid),
  );
}

export interface Form {
  form_revisionid?: number | null;
  fields?: Field[];
}

interface Field {
  field_guid?: string;
  field_revisionid: number;
  field_type: string;
  label: string;
}

/** What was entered into a field that the site's form lacks is of the field as it was before. */
function learnForm(entry: JournalEntry, form: Form, before: Form | null | undefined): Learned[] {
  const { fields: mine = [] } = entry.body as Form;
  const guids = new Set(mine.flatMap(({ field_guid }) => field_guid ?? []));
  const left = [...(form.fields ?? [])];
  const take = (isIt: (field: Field) => boolean): Field | undefined => {
    const at = left.findIndex(isIt);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const theirs = mine.map(
    ({ field_guid, field_type, label }) =>
      (field_guid && take((one) => one.field_guid === field_guid)) ||
      take(
        (one) => !guids.has(one.field_guid ?? '') && one.field_type === field_type && one.label === label,
      ) ||
      before?.fields?.find((one) => one.field_guid === field_guid),
  );
  return [
    ...pairs('form', issued(entry, 'form'), [form.form_revisionid]),
    ...pairs(
      'field',
      issued(entry, 'field'),
      theirs.map((field) => field?.field_revisionid),
    ),
  ];
}

/** New entries of the glossary come back in the order in which they were sent, after those that were known. */
function learnGlossary(entry: JournalEntry, sent: Plan & { kind: 'send' }, answer: unknown): Learned[] {
  const known = new Set(
    listOf(sent.body).flatMap((one) =>
      typeof one.entryid === 'number' && one.entryid > 0 ? [one.entryid] : [],
    ),
  );
  const provisional = issued(entry, 'glossary');
  const fresh = listOf(answer)
    .map((one) => one.entryid)
    .filter((id): id is number => typeof id === 'number' && !known.has(id))
    .sort((a, b) => a - b);
  return pairs('glossary', provisional, fresh.slice(-provisional.length));
}

const listOf = (value: unknown): { entryid?: number }[] => entriesOf(value) ?? [];

function entriesOf(value: unknown): { entryid?: number }[] | undefined {
  const list = Array.isArray(value) ? value : (value as { entries?: unknown }).entries;
  return Array.isArray(list) ? (list as { entryid?: number }[]) : undefined;
}

/** Those that the site has not given its own for. */
const issued = (entry: JournalEntry, wanted: IdKind): number[] =>
  entry.issued.filter(({ kind, id }) => kind === wanted && id < 0).map(({ id }) => id);

function pairs(kind: IdKind, provisional: number[], ids: readonly (number | null | undefined)[]): Learned[] {
  return provisional.flatMap((from, index) => {
    const id = ids[index];
    return typeof id === 'number' && id > 0 ? [{ kind, provisional: from, id }] : [];
  });
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
