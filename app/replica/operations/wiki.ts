import type { Wiki } from '../../../shared/model/wiki.ts';
import type { JournalEntry, Touch } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import { mayHaveMade } from '../unknown-outcomes.ts';
import { titleKey, wikiDocument } from '../../store/wikis/document.ts';
import type { StoredWiki, WikiBody } from '../../store/wikis/document.ts';
import { wikiContent, wikiRules } from '../merge/wiki.ts';
import type { Question } from './question.ts';
import {
  editBody,
  sendChanges,
  conflictPlan,
  applyDecisions,
  isOverruled,
  mergeEdit,
  onNoVersion,
  planWhole,
  requestFor,
} from '../plan/plan.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { alike } from './alike.ts';
import { isWiki, saysExists, saysOtherRequest } from './answers.ts';
import { absent, undecidable } from './found.ts';
import type { Found } from './found.ts';
import { issuedIds, pairs } from './ids.ts';
import type { IdMapping } from './ids.ts';
import type { QueuedOperations } from './operation.ts';
import { isGone } from './read-back.ts';

const creation = 'POST /wikis';
const edit = 'PATCH /wikis/{namespace}/{title}';

export const pageDeletion = 'DELETE /wikis/{namespace}/{title}';

export const wikiOperations = {
  [creation]: {
    answers: 'wiki',
    creates: { kind: 'wiki', id: 'wikiid' },
    namesPage: (s, { query, body }) => ({
      langid: query?.['langid'] ?? s.meta.site.langid,
      ...(body as NewPage),
    }),
    follows: translatedPages,
    sourceRevision,
    planOnRefusal: planOnRefused,
    probe: findCreated,
  },
  [edit]: {
    answers: 'wiki',
    merges: { kind: 'wiki', plan: planFields },
    follows: translatedPages,
    sourceRevision,
    mapIds: learnSamePage,
    shows: ({ body }, answer) => showsFields(body, answer),
  },
  [pageDeletion]: { merges: { kind: 'wiki', plan: planUnchanged }, readBack: isGone },
  'POST /wikis/{namespace}/{title}/revert': {
    answers: 'wiki',
    merges: { kind: 'wiki', plan: planUnchanged },
    repeatable: true,
  },
  'PUT /wikis/{namespace}/{title}/tag': { answers: 'wiki' },
  'DELETE /wikis/{namespace}/{title}/tag': { answers: 'wiki' },
  'PUT /wikis/CATEGORY/{title}/parent': {
    answers: 'wiki',
    merges: { kind: 'wiki', plan: planParent },
  },
} satisfies QueuedOperations;

/** Returns the revisionid of the page that a translation says it was made from. */
function sourceRevision(body: unknown): number | undefined {
  const { source_revisionid: source } = (body ?? {}) as { source_revisionid?: number | null };
  return source ?? undefined;
}

/** Returns the page in all its languages, if an edit names a source version that was made here. */
export function translatedPages(
  s: ReplicaReader,
  { params, body }: JournalEntry,
): (Touch & { kind: 'wiki' })[] {
  const source = sourceRevision(body);
  if (source === undefined || source >= 0) return [];
  const { namespace = '', title = '' } = { ...(body as Record<string, string>), ...params };
  const page = s.wikis.find(namespace, title);
  return page ? s.wikis.variants(page).map(({ wikiid }) => ({ kind: 'wiki', id: wikiid })) : [];
}

function planFields(entry: JournalEntry, { body: before }: StoredWiki, { body: theirs }: StoredWiki): Plan {
  const base = wikiContent(before);
  const mine = { ...base };
  for (const [field, value] of Object.entries(editBody(entry)))
    if (field in base && value !== undefined) Object.assign(mine, { [field]: value });
  if (mine.display_title === '') mine.display_title = before.title;
  const { changes, conflicts } = mergeEdit(entry, wikiRules, [base, mine, wikiContent(theirs)]);
  // The source version is not merged: the person who names it last has seen that version.
  const { source_revisionid: source } = editBody(entry);
  if (source !== undefined && source !== theirs.source_revisionid) changes['source_revisionid'] = source;
  return conflicts.length > 0 ? conflictPlan(conflicts) : sendChanges(entry, changes, theirs.revisionid);
}

function planUnchanged(
  entry: JournalEntry,
  { body: before }: StoredWiki,
  { body: theirs }: StoredWiki,
): Plan {
  return planWhole(entry, 'wiki', wikiContent(before), wikiContent(theirs), theirs.revisionid);
}

function planParent(entry: JournalEntry, { parent: base }: StoredWiki, theirs: StoredWiki): Plan {
  const { parent: mine = null } = editBody(entry) as { parent?: string | null };
  const keyOf = (parent: string | null): string | null => parent && titleKey(parent);
  const { revisionid } = theirs.body;
  if (keyOf(mine) === keyOf(theirs.parent)) return { kind: 'nothing' };
  const conflict = { field: 'parent', base, mine, theirs: theirs.parent };
  if (keyOf(base) === keyOf(theirs.parent) && !isOverruled(entry, conflict))
    return requestFor(entry, { revisionid });
  const { changes, conflicts } = applyDecisions(entry, { changes: {}, conflicts: [conflict] });
  return conflicts.length > 0 ? conflictPlan(conflicts) : sendChanges(entry, changes, revisionid);
}

function showsFields(fields: unknown, answer: unknown): boolean {
  const content = wikiContent(answer as Wiki);
  return Object.entries((fields ?? {}) as object).every(
    ([field, value]) =>
      !(field in content) || value === '' || alike(content[field as keyof typeof content], value),
  );
}

async function findCreated(question: Question): Promise<Found> {
  const { sent, entry } = question;
  const { namespace, title } = editBody(sent) as { namespace: string; title: string };
  const wiki = await question.ask(`/wikis/${namespace}/${encodeURIComponent(title)}`, isWiki);
  return wiki ? question.read((s) => foundPage(s, entry, sent, wiki)) : absent;
}

/** Decides whether the site's page with the title was made by this edit. */
export function foundPage(s: ReplicaReader, entry: JournalEntry, sent: Sent, wiki: Wiki): Found {
  // An older page cannot come from this edit.
  if (!mayHaveMade(s, entry.entryid, 'wiki', wiki.wikiid)) return absent;
  if (showsFields(sent.body, wiki)) return { kind: 'arrived', sent, answer: wiki };
  return undecidable('the site has a new page of this title with something else in it');
}

interface NewPage {
  namespace: string;
  title: string;
  langid?: string;
}

/** Plans a new page that a hub refused: it has a page of that title, or has the edit already as an edit of that page. */
async function planOnRefused(question: Question, refusal: unknown): Promise<Plan | undefined> {
  if (saysExists(refusal)) return planOnSamePage(question);
  const { namespace, title } = question.sent.body as NewPage;
  const sent: Sent = { ...question.sent, route: edit, params: { namespace, title }, body: {} };
  return saysOtherRequest(refusal) ? onNoVersion(sent) : undefined;
}

/**
 * Plans a new page whose title exists on the hub by now. It becomes an edit of the hub's page, merged from an empty base
 * (SPEC J7.8). `undefined` if the hub has no such page.
 */
async function planOnSamePage({ entry, sent, ask }: Question): Promise<Plan | undefined> {
  const { namespace, title, langid = entry.query['langid'], ...fields } = sent.body as NewPage;
  const language = langid === undefined ? '' : `?langid=${langid}`;
  const page = await ask(`/wikis/${namespace}/${encodeURIComponent(title)}${language}`, isWiki);
  if (!page) return undefined;
  const theirs = wikiDocument(structuredClone(page));
  const params = { namespace, title: page.title };
  const query: Record<string, string> = langid === undefined ? {} : { langid };
  const base = { ...theirs, body: emptied(theirs.body) };
  const plan = planFields({ ...entry, route: edit, params, query, body: fields }, base, theirs);
  if (plan.kind !== 'nothing') return plan;
  return {
    kind: 'nothing',
    known: { sent: { kind: 'send', route: edit, params, query, body: {} }, answer: page },
  };
}

const emptied = (page: WikiBody): WikiBody => ({
  ...page,
  contents_raw: '',
  display_title: page.title,
  page_title: null,
  description: '',
  image: null,
  table_of_contents: false,
  documents: [],
  flags: [],
  info: [],
  repairability_score: null,
  suppliers: [],
});

/** Pairs the id of a page whose creation became an edit of another person's page. */
function learnSamePage({ route, issued }: JournalEntry, _sent: Sent, answer: unknown): IdMapping[] {
  const provisional = route === creation ? issuedIds({ issued }, 'wiki').slice(-1) : [];
  return pairs('wiki', provisional, [(answer as Partial<Wiki>).wikiid]);
}
