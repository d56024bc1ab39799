import type { Comment, Data, Guide, Wiki } from '../plain-site/data.ts';
import { markOfPhoto } from './photo.ts';

const values = <T>(map: Map<number, T>): T[] => [...map.values()];

const guideText = (guide: Guide | undefined): unknown => {
  if (!guide || guide.deleted) return null;
  const { title, summary, introduction, conclusion, parts, tools } = guide.fields;
  return [
    [title, summary, introduction, conclusion],
    [...parts, ...tools].map(({ name }) => name),
    guide.steps.map((step) => [step.title, step.lines.map(({ text }) => text)]),
  ];
};

const wikiText = ({ deleted, title, fields }: Wiki): unknown =>
  deleted ? null : [title, fields.contents, fields.description, fields.info.map(({ value }) => value)];

const commentText = ({ deleted, text }: Comment): unknown => (deleted ? null : text);

/** Returns the written content that a request to this path may change, by the parts of the path without the query. */
export function contentAt(data: Data, path: string): unknown {
  if (path.endsWith('/tag'))
    return [...values(data.guides), ...values(data.wikis)].map(({ tags }) => [...tags]);
  if (path.startsWith('/comments')) return values(data.comments).map(commentText);
  if (path.startsWith('/work_log'))
    return values(data.runs).map((run) => [run.workorderid, [...run.values.values()]]);
  if (path.startsWith('/translation_glossary'))
    return values(data.terms).map(({ term, translations }) => [term, translations]);
  if (path.startsWith('/users/')) return values(data.people).map(({ location }) => location);
  if (path.startsWith('/user/media/images'))
    return values(data.pictures).flatMap((picture) => (picture.srcid === null ? markOfPhoto(picture) : []));
  if (path.startsWith('/wikis')) return values(data.wikis).map(wikiText);
  const [, stepid] = /^\/step_forms\/(\d+)/.exec(path) ?? [];
  if (stepid !== undefined) return data.forms.get(Number(stepid))?.fields.map(({ label }) => label) ?? null;
  const [, guideid] = /^\/guides\/(\d+)/.exec(path) ?? [];
  if (guideid !== undefined) return guideText(data.guides.get(Number(guideid)));
  return path === '/guides' ? values(data.guides).map(guideText) : null;
}
