import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { isProvisional } from '../../store/aliases/aliases.ts';
import { adopt } from '../../store/aliases/rename.ts';
import { documentOf } from '../../store/guides/document.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreWriter } from '../../store/store.ts';
import { titleKey } from '../../store/wikis/document.ts';
import { guideContent, stepContent, withGuideFields, withStepFields } from '../merge/guide.ts';
import { same } from '../merge/value.ts';
import { wikiContent } from '../merge/wiki.ts';
import type { IdKind } from '../../store/meta.ts';
import type { UploadKind } from '../apply.ts';
import type { Round } from '../round.ts';
import { learn, makes, namesMade } from './learn.ts';
import { learnVersion } from './named-version.ts';
import { formBefore } from './on-current.ts';
import type { Plan } from './plan.ts';
import { hasFields } from './read-back.ts';
import { shapeOf } from './shape.ts';
import { isTranslation } from './translation.ts';

type Sent = Plan & { kind: 'send' };

/** The site has carried out an entry: what it answered is stored, and its ids take the place of ours. */
export function settle(round: Round, s: StoreWriter, entry: JournalEntry, sent: Sent, answer: unknown): void {
  const learned = learn(entry, sent, answer, formBefore(s, entry));
  for (const { kind, provisional } of learned)
    if (isUpload(kind)) round.apply.uploaded(s, kind, provisional, answer);
  for (const { kind, provisional, id } of learned) {
    if (isProvisional(provisional)) adopt(s, kind, provisional, id);
    else s.aliases.add(kind, provisional, id);
  }
  s.journal.setState(entry, 'done');
  for (const { kind, provisional } of learned) forgetProvisional(s, kind, provisional);
  // Of a translation the answer is the guide with it laid over; it comes by itself when the site is read.
  const shape = isTranslation(s, entry) ? 'other' : shapeOf(sent.route);
  if (shape !== 'other') learnVersion(s, entry, sent, answer, round.hub);
  if (shape === 'guide') round.apply.editedGuide(s, answer as Guide);
  else if (shape === 'wiki') round.apply.wiki(s, answer as Wiki);
  else if (shape === 'comment') round.apply.comment(s, answer as Comment);
  else if (shape === 'entry') round.apply.other(s, 'entry', (answer as { entryid: number }).entryid, answer);
  else if (shape === 'form') round.apply.other(s, 'form', Number(sent.params['stepid']), answer ?? undefined);
  for (const { kind, id } of s.journal.touches(entry.sequence)) round.apply.settled(s, kind, id);
}

const isUpload = (kind: IdKind): kind is UploadKind =>
  kind === 'image' || kind === 'video' || kind === 'document';

/**
 * Whether an answer has what the operation has to answer, of the id that was asked for. An answer may arrive without its
 * body, or be that of a captive portal.
 */
export function isWhole({ route, params }: Sent, answer: unknown): boolean {
  const fields: Partial<Record<string, unknown>> =
    typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const has = (id: string): boolean =>
    Number.isSafeInteger(fields[id]) && (params[id] === undefined || Number(params[id]) === fields[id]);
  if (makes(route) && !namesMade(route, answer)) return false;
  switch (shapeOf(route)) {
    case 'guide':
      return has('guideid') && Array.isArray(fields['steps']);
    case 'step':
      return has('stepid') && Array.isArray(fields['lines']);
    case 'wiki':
      return has('wikiid');
    case 'comment':
      return has('commentid');
    case 'entry':
      return has('entryid') && has('guideid');
    case 'form':
      return answer === null || hasFields(answer);
    case 'other':
      return !fields['error'];
  }
}

/** The row made here gives way to the site's, which has another id. */
function forgetProvisional(s: StoreWriter, kind: string, provisional: number): void {
  if (kind === 'guide') s.guides.forget(provisional);
  else if (kind === 'wiki') s.wikis.forget(provisional);
  else if (kind === 'comment') s.comments.forget(provisional);
  else if (kind === 'form') s.forms.forgetRevision(provisional);
}

/**
 * Whether the site's answer shows the edit (SPEC J6): a site may say yes and keep something else. Answers without a
 * document show nothing and are believed; the next pull brings what the site has.
 */
export function shows(sent: Sent, answer: unknown): boolean {
  const fields = (sent.body ?? {}) as Record<string, unknown>;
  switch (sent.route) {
    case 'POST /guides':
    case 'PATCH /guides/{guideid}': {
      const content = guideContent(documentOf(answer as Guide).document);
      return alike(withGuideFields(content, filed(titled(fields), content.category)), content);
    }
    case 'PATCH /guides/{guideid}/steps/{stepid}': {
      const content = stepContent(answer as Step);
      const wanted = withStepFields(content, fields as never, []);
      return alike(withoutIds(wanted), withoutIds(content));
    }
    case 'PATCH /wikis/{namespace}/{title}': {
      const content = wikiContent(answer as never);
      const known = Object.entries(fields).filter(([field, value]) => field in content && value !== '');
      return known.every(([field, value]) => alike(content[field as keyof typeof content], value));
    }
    case 'PUT /guides/{guideid}/steporder': {
      const { guideid, steps } = answer as Guide;
      const own = steps.filter((step) => step.guideid === guideid).map((step) => step.stepid);
      return same(own, fields['stepids']);
    }
    default:
      return true;
  }
}

/** Sites may drop blanks at the ends of what people write. */
const alike = (a: unknown, b: unknown): boolean => same(trimmed(a), trimmed(b));

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, trimmed(item)]));
}

/** Sites keep one language a guide, and a title of their own for none. */
const titled = ({ title, ...fields }: Record<string, unknown>): Record<string, unknown> =>
  title === '' || title === undefined ? fields : { ...fields, title };

/** A site knows a category whatever its case (`categoryNamed`). */
const filed = (fields: Record<string, unknown>, category: string): Record<string, unknown> =>
  isCategory(fields['category'], category) ? { ...fields, category } : fields;

export const isCategory = (asked: unknown, category: string): boolean =>
  typeof asked === 'string' && titleKey(asked) === titleKey(category);

const withoutIds = (content: ReturnType<typeof stepContent>): unknown => ({
  ...content,
  lines: content.lines.map(({ lineid: _, ...line }) => line),
});
