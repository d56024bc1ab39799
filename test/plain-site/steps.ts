import { commentsOn } from './comments.ts';
import type { Data, Guide, Line, Step } from './data.ts';
import { changed, guideOf, requireEditable } from './guides.ts';
import { bodyOf, conflict, invalid, notFound, ok, requireRevision } from './http.ts';
import type { Ask, Operations } from './http.ts';
import { imageOf } from './media.ts';
import { renderedLine } from './text.ts';

const bullets =
  /^(black|red|orange|yellow|light_blue|blue|green|violet|icon_note|icon_caution|icon_reminder)$/;

export function stepOf(ask: Ask, guide: Guide, index: number): Record<string, unknown> | undefined {
  const step = guide.steps[index];
  if (!step) return undefined;
  const { stepid, revisionid, title, lines, media } = step;
  const data = media.type === 'image' ? media.data.map((imageid) => imageOf(ask, imageid)) : [];
  return {
    title,
    lines: lines.map(({ text, ...line }) => ({ ...line, text_raw: text, text_rendered: renderedLine(text) })),
    guideid: guide.guideid,
    stepid,
    orderby: index + 1,
    revisionid,
    media: { type: 'image', data },
    comments: commentsOn(ask, 'step', stepid),
  };
}

type Written = Partial<Line>[];

/** A line that names one of the step's keeps its id; the others get new ones. */
function writtenLines(data: Data, given: unknown, before: readonly Line[]): Line[] {
  if (!Array.isArray(given) || given.length < 1 || given.length > 8)
    throw invalid('lines', 'A step has 1 to 8 lines', 'missing_field');
  return (given as Written).map(({ lineid, text = '', bullet = 'black', level = 0 }, index) => {
    if (text.length < 1 || text.length > 350)
      throw invalid('lines', `Line ${index + 1} has 1 to 350 characters`);
    if (!bullets.test(bullet)) throw invalid('lines', `Line ${index + 1} has an unknown bullet`);
    const above = (given as Written)[index - 1]?.level ?? -1;
    if (level < 0 || level > Math.min(2, above + 1)) throw invalid('lines', `Line ${index + 1} is too deep`);
    const known = before.some((line) => line.lineid === lineid) ? lineid : undefined;
    return { lineid: known ?? data.next('line'), text, bullet, level };
  });
}

function writtenMedia({ data }: Ask, given: unknown): Step['media'] {
  const media = given as Partial<Step['media']>;
  if (media.type === 'image' && Array.isArray(media.data)) {
    if (media.data.length > 3 || media.data.some((id) => !data.pictures.has(id)))
      throw invalid('media', 'A step shows up to 3 pictures of a media manager');
    return { type: 'image', data: media.data };
  }
  if (media.type === 'object' && media.data === null) return { type: 'object', data: null };
  throw invalid('media', 'media is not understood');
}

function requireStep(ask: Ask): { guide: Guide; step: Step; index: number } {
  const guide = requireEditable(ask);
  const index = guide.steps.findIndex((step) => step.stepid === Number(ask.params['stepid']));
  const step = guide.steps[index];
  if (!step) throw notFound('Step');
  requireRevision(ask, step.revisionid, () => stepOf(ask, guide, index));
  return { guide, step, index };
}

const content = ({ title, lines, media }: Step): string => JSON.stringify([title, lines, media]);

export const steps: Operations = {
  'POST /guides/{guideid}/steps': (ask) => {
    const guide = requireEditable(ask);
    const { orderby, title = '', lines, media } = bodyOf(ask);
    const given = ask.query.get('revisionid');
    if (given !== null && Number(given) !== guide.revisionid) throw conflict(guideOf(ask, guide));
    if (typeof orderby !== 'number' || orderby < 1 || orderby > guide.steps.length + 1)
      throw invalid('orderby', `orderby is 1 to ${guide.steps.length + 1}`, 'missing_field');
    const step: Step = {
      stepid: ask.data.next('step'),
      revisionid: ask.data.next('revision'),
      title: String(title),
      lines: writtenLines(ask.data, lines, []),
      media: media === undefined ? { type: 'image', data: [] } : writtenMedia(ask, media),
    };
    guide.steps.splice(orderby - 1, 0, step);
    changed(ask.data, guide);
    return ok(guideOf(ask, guide), 201);
  },
  'PATCH /guides/{guideid}/steps/{stepid}': (ask) => {
    const { guide, step, index } = requireStep(ask);
    const { title, lines, media } = bodyOf(ask);
    const next: Step = {
      ...step,
      ...(title === undefined ? {} : { title: String(title) }),
      ...(lines === undefined ? {} : { lines: writtenLines(ask.data, lines, step.lines) }),
      ...(media === undefined ? {} : { media: writtenMedia(ask, media) }),
    };
    if (content(next) !== content(step)) {
      guide.steps[index] = { ...next, revisionid: ask.data.next('revision') };
      changed(ask.data, guide);
    }
    return ok(stepOf(ask, guide, index));
  },
  'DELETE /guides/{guideid}/steps/{stepid}': (ask) => {
    const { guide, step } = requireStep(ask);
    guide.steps = guide.steps.filter((one) => one !== step);
    changed(ask.data, guide);
    return ok(guideOf(ask, guide));
  },
};
