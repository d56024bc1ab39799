import type { Guide } from '../../../shared/model/guide.ts';
import type { RemoteEntry } from '../../store/work-log/remote.ts';
import { askSite } from './ask-site.ts';
import type { Question } from './ask-site.ts';

/** Whether the site's copy holds the edit, and the answer to go by. */
export interface ReadBack {
  shown: boolean;
  answer: unknown;
}

type Look = (question: Question, answer: unknown) => Promise<ReadBack>;

/** For answers that show nothing of the edit (CONTRACT 5, 4.10, 9, 10.2). */
const looks: Readonly<Record<string, Look>> = {
  'PUT /user/favorites/guides/{guideid}': marked('favorited', true),
  'DELETE /user/favorites/guides/{guideid}': marked('favorited', false),
  'PUT /guides/{guideid}/completed': marked('completed', true),
  'DELETE /guides/{guideid}/completed': marked('completed', false),
  'PUT /guides/{guideid}/tag': tagged(true),
  'DELETE /guides/{guideid}/tag': tagged(false),
  'DELETE /guides/{guideid}': gone,
  'DELETE /wikis/{namespace}/{title}': gone,
  'DELETE /comments/{commentid}': gone,
  'DELETE /work_log/{entryid}': gone,
  'POST /step_forms/{stepid}': form,
};

/**
 * Reads what a site of others has after it said yes, where its answer does not show it (SPEC.md, J6). Such a site may read
 * from a copy that is behind.
 *
 * @throws RemoteError when the site cannot be asked
 */
export async function readBack(question: Question, answer: unknown): Promise<ReadBack> {
  const { route } = question.sent;
  if (/^(POST|PUT) \/work_log/.test(route)) return run(question, answer);
  const look = looks[route];
  return look ? look(question, answer) : { shown: true, answer };
}

function marked(field: 'favorited' | 'completed', wanted: boolean): Look {
  return async (question, answer) => {
    const guide = await askSite<Guide>(
      question,
      `/guides/${question.sent.params['guideid']}?excludePrerequisiteSteps`,
    );
    // What cannot be seen (any more) shows nothing, and sites may leave this out.
    return { shown: (guide?.[field] ?? wanted) === wanted, answer };
  };
}

function tagged(wanted: boolean): Look {
  return async (question, answer) => {
    const { params, body } = question.sent;
    const tags = await askSite<string[]>(question, `/guides/${params['guideid']}/tags`);
    const { tag } = body as { tag: string };
    const isThere = tags?.some((name) => name.toLowerCase() === tag.trim().toLowerCase());
    return { shown: (isThere ?? wanted) === wanted, answer };
  };
}

async function gone(question: Question, answer: unknown): Promise<ReadBack> {
  const path = question.sent.route
    .slice('DELETE '.length)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(question.sent.params[name] ?? ''));
  const there = await askSite<{ status?: unknown }>(question, path);
  return { shown: there === undefined || there.status === 'deleted', answer };
}

async function form(question: Question, answer: unknown): Promise<ReadBack> {
  const { params, body } = question.sent;
  const { fields } = body as { fields: unknown[] };
  if (fields.length === 0 || hasFields(answer))
    return { shown: true, answer: fields.length === 0 ? null : answer };
  const there = await askSite<unknown>(question, `/step_forms/stepid/${params['stepid']}`);
  return { shown: hasFields(there), answer: there };
}

/** Whether an answer is a form. */
export const hasFields = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'fields' in answer && Array.isArray(answer.fields);

/** Some operations on a run answer with a part of it, or with nothing. */
async function run(question: Question, answer: unknown): Promise<ReadBack> {
  const { params, body } = question.sent;
  const isWhole = typeof answer === 'object' && answer !== null && 'entryid' in answer && 'guideid' in answer;
  const there = isWhole
    ? (answer as RemoteEntry)
    : await askSite<RemoteEntry>(question, `/work_log/${params['entryid']}`);
  const { fields = {} } = (body ?? {}) as { fields?: Record<string, unknown> };
  const values = (there?.['work_data'] ?? []) as { field_revisionid: unknown; value: unknown }[];
  const shown = Object.entries(fields).every(([id, value]) =>
    isSame(value, values.find((one) => String(one.field_revisionid) === id)?.value),
  );
  return { shown: there !== undefined && shown, answer: there };
}

function isSame(wanted: unknown, there: unknown): boolean {
  if (wanted === null) return there === undefined;
  const text = typeof wanted === 'boolean' ? String(Number(wanted)) : String(wanted).trim();
  const found = String(there ?? '').trim();
  return found === text || (text !== '' && Number(found) === Number(text));
}
