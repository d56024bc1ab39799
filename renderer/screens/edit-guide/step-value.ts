import { limits } from '../../../shared/limits.ts';
import { bullets } from '../../../shared/model/guide.ts';
import type { Bullet, Line, Step } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import { mergeKeyed, mergeWhole } from '../../components/editing/merge.ts';
import type { Merged } from '../../components/editing/merge.ts';
import { mediaOf } from '../guide/step-media.ts';
import { editTexts } from './texts.ts';

export interface LineValue {
  /** Stays while the line is on screen, whatever its id becomes. */
  key: string;
  lineid: number | null;
  text: string;
  bullet: Bullet;
  level: number;
}

/** A step as it is edited. `film` stands for a video or an embed, which stays until pictures take its place. */
export interface StepValue {
  title: string;
  lines: LineValue[];
  images: Image[];
  film: Step['media'] | null;
}

export const newKey = (): string => crypto.randomUUID().slice(0, 8);

const bulletOf = (bullet: string): Bullet => bullets.find((known) => known === bullet) ?? 'black';

export const newLine = (like?: LineValue): LineValue => ({
  key: newKey(),
  lineid: null,
  text: '',
  bullet: like && !like.bullet.startsWith('icon_') ? like.bullet : 'black',
  level: like?.level ?? 0,
});

export const emptyStep = (): StepValue => ({ title: '', lines: [newLine()], images: [], film: null });

const lineValue = (line: Line, index: number): LineValue => ({
  key: line.lineid === null ? `at ${index}` : `line ${line.lineid}`,
  lineid: line.lineid,
  text: line.text_raw,
  bullet: bulletOf(line.bullet),
  level: line.level,
});

export function stepValue(step: Step): StepValue {
  const media = mediaOf(step);
  return {
    title: step.title,
    lines: step.lines.map(lineValue),
    images: media.kind === 'images' ? media.images : [],
    film: media.kind === 'images' ? null : step.media,
  };
}

/** The lines that say something, at levels the API takes. */
function written(lines: readonly LineValue[]): LineValue[] {
  let deepest = 0;
  return lines
    .filter(({ text }) => text.trim() !== '')
    .map((line) => {
      const level = Math.min(line.level, deepest);
      deepest = Math.min(limits.step.level.max, level + 1);
      return level === line.level ? line : { ...line, level };
    });
}

interface WrittenStep {
  title: string;
  lines: { text: string; bullet: Bullet; level: number; lineid?: number }[];
  media: { type: 'image'; data: number[] } | { type: 'object'; data: number };
}

/** What is sent (CONTRACT 4.11). */
export function toWrite({ title, lines, images, film }: StepValue): WrittenStep {
  const object = Number(
    film && !Array.isArray(film.data) ? (film.data['objectid'] ?? film.data['videoid']) : 0,
  );
  return {
    title,
    lines: written(lines).map(({ text, bullet, level, lineid }) => ({
      text,
      bullet,
      level,
      ...(lineid === null ? {} : { lineid }),
    })),
    media:
      film && images.length === 0
        ? { type: 'object', data: object }
        : { type: 'image', data: images.map(({ id }) => id) },
  };
}

/** What differs of the store's version. */
export function stepPatch(before: StepValue, after: StepValue): Partial<WrittenStep> {
  const [old, now] = [toWrite(before), toWrite(after)];
  return Object.fromEntries(
    Object.entries(now).filter(
      ([part, value]) => JSON.stringify(value) !== JSON.stringify(old[part as keyof WrittenStep]),
    ),
  );
}

/** A step that was only begun is none. */
export function sameStep(a: StepValue | undefined, b: StepValue | undefined): boolean {
  const empty = JSON.stringify(toWrite(emptyStep()));
  const of = (value: StepValue | undefined): string => (value ? JSON.stringify(toWrite(value)) : empty);
  return of(a) === of(b);
}

export function checkStep({ title, lines }: StepValue): string | null {
  const words = editTexts.check;
  if (title.length > limits.step.title.max) return words.longTitle(title.length, limits.step.title.max);
  const texts = written(lines);
  if (texts.length === 0) return words.noLine;
  if (texts.length > limits.step.lines.max) return words.manyLines(texts.length, limits.step.lines.max);
  const long = lines.findIndex(({ text }) => text.length > limits.step.line.max);
  return long < 0 ? null : words.longLine(long + 1, lines[long]?.text.length ?? 0, limits.step.line.max);
}

const sameLine = (a: LineValue, b: LineValue): boolean =>
  a.text === b.text && a.bullet === b.bullet && a.level === b.level;

/** A line is known by its id, on both sides. */
const identity = ({ lineid, key }: LineValue): string => (lineid === null ? key : `line ${lineid}`);

const mediaKey = ({ images, film }: StepValue): string =>
  JSON.stringify([images.map(({ guid }) => guid), film]);

/** Title, pictures and each line by themselves. */
export function mergeSteps(base: StepValue, mine: StepValue, theirs: StepValue): Merged<StepValue> {
  const title = mergeWhole(base.title, mine.title, theirs.title, (a, b) => a === b);
  const lines = mergeKeyed(base.lines, mine.lines, theirs.lines, identity, sameLine);
  const media = mergeWhole(base, mine, theirs, (a, b) => mediaKey(a) === mediaKey(b));
  const side = (name: 'mine' | 'theirs'): StepValue => ({
    title: title[name],
    lines: lines[name],
    images: media[name].images,
    film: media[name].film,
  });
  return { mine: side('mine'), theirs: side('theirs'), clean: title.clean && lines.clean && media.clean };
}

/** Their version with my keys, so that what is on screen stays what it is. */
export const adoptStep = (mine: StepValue, theirs: StepValue): StepValue => ({
  ...theirs,
  lines: theirs.lines.map((line, index) => {
    const same =
      mine.lines.find(({ lineid }) => lineid !== null && lineid === line.lineid) ??
      mine.lines.find(({ lineid, text }, at) => lineid === null && at === index && text === line.text);
    return same ? { ...line, key: same.key } : line;
  }),
});

/** My newer version, with the ids that the lines got which were sent. */
export function adoptIds(mine: StepValue, sent: StepValue, stored: StepValue): StepValue {
  const ids = new Map(
    written(sent.lines).map(({ key }, index) => [key, stored.lines[index]?.lineid ?? null]),
  );
  return {
    ...mine,
    lines: mine.lines.map((line) => ({ ...line, lineid: ids.get(line.key) ?? line.lineid })),
  };
}
