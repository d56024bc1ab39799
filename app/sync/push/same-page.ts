import type { Wiki } from '../../../shared/model/wiki.ts';
import { documentOf } from '../../store/wikis/document.ts';
import type { WikiBody } from '../../store/wikis/document.ts';
import { askSite } from './ask-site.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import type { Question } from './ask-site.ts';

const edit = 'PATCH /wikis/{namespace}/{title}';

/**
 * What making a page comes to where somebody else made one under its title first: an edit of that page, merged with it as if
 * both had begun with an empty one.
 *
 * @returns `undefined` for any other edit, and where the hub has no such page
 */
export async function planOnSamePage(question: Question): Promise<Plan | undefined> {
  const { entry, sent } = question;
  if (sent.route !== 'POST /wikis') return undefined;
  const { namespace, title, langid = entry.query['langid'], ...fields } = sent.body as NewPage;
  const language = langid === undefined ? '' : `?langid=${langid}`;
  const page = await askSite<Wiki>(question, `/wikis/${namespace}/${encodeURIComponent(title)}${language}`);
  if (!page) return undefined;
  const theirs = documentOf(structuredClone(page));
  const params = { namespace, title: page.title };
  const query: Record<string, string> = langid === undefined ? {} : { langid };
  const plan = planOf(
    { ...entry, route: edit, params, query, body: fields },
    { before: { kind: 'wiki', ...theirs, body: emptied(theirs.body) }, theirs: { kind: 'wiki', ...theirs } },
  );
  if (plan.kind !== 'nothing') return plan;
  return {
    kind: 'nothing',
    known: { sent: { kind: 'send', route: edit, params, query, body: {} }, answer: page },
  };
}

interface NewPage {
  namespace: string;
  title: string;
  langid?: string;
}

const emptied = (page: WikiBody): WikiBody => ({
  ...page,
  contents_raw: '',
  display_title: page.title,
  page_title: null,
  description: '',
  image: null,
  table_of_contents: false,
  flags: [],
  info: [],
  repairability_score: null,
  suppliers: [],
});
