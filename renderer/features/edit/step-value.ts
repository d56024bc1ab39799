import { limits } from '../../../shared/limits.ts';
import { bullets } from '../../../shared/model/guide.ts';
import type { Bullet, Line, Step } from '../../../shared/model/guide.ts';
import type { StepInput } from '../../../shared/model/guide-input.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { Complete } from '../../../shared/model/known.ts';
import { mergeSequence } from '../../../shared/merge/sequence.ts';
import { mergeValue, mergeWhole } from '../../../shared/merge/value.ts';
import type { Merged } from '../../../shared/merge/value.ts';
import { mediaOf } from '../guide-view/step-media.ts';
import { guideFieldTexts } from './guide-texts.ts';

export interface LineValue {
  /** Stays the same while the line is on screen, also when its id changes. */
  key: string;
  lineid: number | null;
  text: string;
  bullet: Bullet;
  level: number;
}

/** A step in the editor. `film`: its video or embed, which stays until pictures replace it. */
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

/** The text of the only line of a step without text. The API requires a line with text; this one shows nothing (`shared/wiki/README.md`). */
const noText = '[comment][/comment]';

export const emptyStep = (): StepValue => ({ title: '', lines: [newLine()], images: [], film: null });

const lineValue = (line: Line, index: number): LineValue => ({
  key: line.lineid === null ? `at ${index}` : `line ${line.lineid}`,
  lineid: line.lineid,
  text: line.text_raw === noText ? '' : line.text_raw,
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

/** Returns a step of its own with the same content. */
export const copyOfStep = (step: StepValue): StepValue => ({
  ...step,
  lines: step.lines.map((line) => ({ ...line, key: newKey(), lineid: null })),
});

/** Returns the lines with text, at levels that the API accepts. */
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

/** Returns the lines with text; if there are none, one line that shows nothing, unless the step has nothing else either. */
function linesToWrite(step: StepValue): LineValue[] {
  const lines = written(step.lines);
  if (lines.length > 0 || isBlank(step)) return lines;
  return [{ ...(step.lines[0] ?? newLine()), text: noText, level: 0 }];
}

const isBlank = ({ title, lines, images, film }: StepValue): boolean =>
  title.trim() === '' && images.length === 0 && film === null && written(lines).length === 0;

/** Returns the step as a request has it (CONTRACT 4.11). */
export function toWrite(step: StepValue): Complete<StepInput> {
  const { title, images, film } = step;
  const object = Number(
    film && !Array.isArray(film.data) ? (film.data['objectid'] ?? film.data['videoid']) : 0,
  );
  return {
    title,
    lines: linesToWrite(step).map(({ text, bullet, level, lineid }) => ({
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

/** Returns the parts of the step that differ from `before`. */
export function stepPatch(before: StepValue, after: StepValue): StepInput {
  const [old, now] = [toWrite(before), toWrite(after)];
  return Object.fromEntries(
    Object.entries(now).filter(
      ([part, value]) => JSON.stringify(value) !== JSON.stringify(old[part as keyof StepInput]),
    ),
  );
}

/** Returns whether two steps are stored alike; an empty step equals none. */
export function sameStep(a: StepValue | undefined, b: StepValue | undefined): boolean {
  const empty = JSON.stringify(toWrite(emptyStep()));
  const of = (value: StepValue | undefined): string => (value ? JSON.stringify(toWrite(value)) : empty);
  return of(a) === of(b);
}

export function checkStep(step: StepValue): string | null {
  const { title, lines } = step;
  const words = guideFieldTexts.check;
  if (title.length > limits.step.title.max) return words.longTitle(title.length, limits.step.title.max);
  const texts = written(lines);
  if (isBlank(step)) return words.blank;
  if (texts.length > limits.step.lines.max) return words.manyLines(texts.length, limits.step.lines.max);
  const long = lines.findIndex(({ text }) => text.length > limits.step.line.max);
  return long < 0 ? null : words.longLine(long + 1, lines[long]?.text.length ?? 0, limits.step.line.max);
}

const sameLine = (a: LineValue, b: LineValue): boolean =>
  a.text === b.text && a.bullet === b.bullet && a.level === b.level;

/** Returns the key that identifies a line on both sides. */
const identity = ({ lineid, key }: LineValue): string => (lineid === null ? key : `line ${lineid}`);

const mediaKey = ({ images, film }: StepValue): string =>
  JSON.stringify([images.map(({ guid }) => guid), film]);

/** Merges title, pictures and each line separately. */
export function mergeSteps(base: StepValue, mine: StepValue, theirs: StepValue): Merged<StepValue> {
  const title = mergeValue(base.title, mine.title, theirs.title);
  const lines = mergeSequence(
    { base: base.lines, mine: mine.lines, theirs: theirs.lines },
    { keyOf: identity, equal: sameLine },
  );
  const media = mergeWhole(base, mine, theirs, (a, b) => mediaKey(a) === mediaKey(b));
  const side = (name: 'mine' | 'theirs'): StepValue => ({
    title: title[name],
    lines: lines[name],
    images: media[name].images,
    film: media[name].film,
  });
  return { mine: side('mine'), theirs: side('theirs'), clean: title.clean && lines.clean && media.clean };
}

/** Returns their version with my keys, so that lines on screen keep their identity. */
export const keepKeys = (mine: StepValue, theirs: StepValue): StepValue => ({
  ...theirs,
  lines: theirs.lines.map((line, index) => {
    const same =
      mine.lines.find(({ lineid }) => lineid !== null && lineid === line.lineid) ??
      mine.lines.find(({ lineid, text }, at) => lineid === null && at === index && text === line.text);
    return same ? { ...line, key: same.key } : line;
  }),
});

/** Returns my newer version with the ids that the store gave to the sent lines. */
export function takeStoreIds(mine: StepValue, sent: StepValue, stored: StepValue): StepValue {
  const ids = new Map(linesToWrite(sent).map(({ key }, index) => [key, stored.lines[index]?.lineid ?? null]));
  // The line that stands for no lines has been added to them.
  const lines = mine.lines.length === 0 ? stored.lines : mine.lines;
  return {
    ...mine,
    lines: lines.map((line) => ({ ...line, lineid: ids.get(line.key) ?? line.lineid })),
  };
}
