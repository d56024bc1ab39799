import type { Guide, Line, Step } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { WikiDocument } from '../../../shared/model/wiki.ts';
import { withMissing } from '../../features/edit/with-missing.ts';
import { fieldWords } from '../../features/edit/field-words.ts';
import { fieldOf, fields } from '../../features/edit/guide-fields.ts';
import type { FieldName, FieldValues } from '../../features/edit/guide-fields.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { mediaOf } from '../../features/guide-view/step-media.ts';
import { historyTexts } from './texts.ts';
import { joinList } from '../../format.ts';

export interface TextChange {
  name: string;
  before: string;
  after: string;
}

export interface LineChange {
  key: string;
  before: Line | null;
  after: Line | null;
}

export interface PictureChange {
  image: Image;
  kind: 'added' | 'removed' | 'same';
}

export interface StepChange {
  key: string;
  /** 1-based places in the two versions; null if the version lacks the step. */
  from: number | null;
  to: number | null;
  moved: boolean;
  title: { before: string; after: string };
  lines: LineChange[];
  pictures: PictureChange[];
  /** True if a video or embed was replaced. */
  film: boolean;
  same: boolean;
}

/** Returns the changed fields between two versions of a guide. */
export function fieldChanges(before: Guide, after: Guide): TextChange[] {
  return (Object.keys(fields) as FieldName[]).flatMap((name) => {
    const [old, now] = [before, after].map((guide) =>
      fieldWords(fieldOf(name).read(guide) as FieldValues[FieldName]),
    );
    return old === now ? [] : [{ name: guideFieldTexts.fields[name], before: old ?? '', after: now ?? '' }];
  });
}

/** Returns the changes of each step, in the order of the newer version, with removed steps at their old places. */
export function stepChanges(before: readonly Step[], after: readonly Step[]): StepChange[] {
  const idsOf = (steps: readonly Step[]): string[] => steps.map(({ stepid }) => String(stepid));
  const [old, now] = [idsOf(before), idsOf(after)];
  const stayed = { old: old.filter((id) => now.includes(id)), now: now.filter((id) => old.includes(id)) };
  return withMissing(now, old).map((key) => {
    const [was, is] = [before[old.indexOf(key)] ?? null, after[now.indexOf(key)] ?? null];
    const content = contentChange(was, is);
    return {
      key,
      from: was ? old.indexOf(key) + 1 : null,
      to: is ? now.indexOf(key) + 1 : null,
      moved: stayed.old.indexOf(key) !== stayed.now.indexOf(key),
      ...content,
    };
  });
}

function contentChange(
  was: Step | null,
  is: Step | null,
): Pick<StepChange, 'title' | 'lines' | 'pictures' | 'film' | 'same'> {
  const title = { before: was?.title ?? '', after: is?.title ?? '' };
  const lines = lineChanges(was?.lines ?? [], is?.lines ?? []);
  const { pictures, film } = mediaChanges(was, is);
  const same =
    was !== null &&
    is !== null &&
    title.before === title.after &&
    lines.every(({ before, after }) => before !== null && after !== null && sameLine(before, after)) &&
    !film &&
    pictures.every(({ kind }) => kind === 'same');
  return { title, lines, pictures, film, same };
}

export const sameLine = (a: Line, b: Line): boolean =>
  a.text_raw === b.text_raw && a.bullet === b.bullet && a.level === b.level;

function lineChanges(before: readonly Line[], after: readonly Line[]): LineChange[] {
  const keyOf = ({ lineid, text_raw }: Line): string => (lineid === null ? text_raw : String(lineid));
  const [old, now] = [before.map(keyOf), after.map(keyOf)];
  return withMissing(now, old).map((key) => ({
    key,
    before: before[old.indexOf(key)] ?? null,
    after: after[now.indexOf(key)] ?? null,
  }));
}

function mediaChanges(was: Step | null, is: Step | null): { pictures: PictureChange[]; film: boolean } {
  const [old, now] = [was, is].map((step) => (step ? mediaOf(step) : null));
  const images = (media: typeof old): Image[] => (media?.kind === 'images' ? media.images : []);
  const [oldGuids, newGuids] = [images(old), images(now)].map((list) => list.map(({ guid }) => guid));
  const pictures = [
    ...images(now).map((image) => ({
      image,
      kind: oldGuids?.includes(image.guid) ? ('same' as const) : ('added' as const),
    })),
    ...images(old)
      .filter(({ guid }) => !newGuids?.includes(guid))
      .map((image) => ({ image, kind: 'removed' as const })),
  ];
  const filmOf = (media: typeof old): string =>
    media?.kind === 'video' ? `${media.url} ${media.title}` : '';
  return { pictures, film: filmOf(old) !== filmOf(now) };
}

/** Returns the changed fields between two versions of a wiki. */
export function wikiChanges(before: WikiDocument, after: WikiDocument): TextChange[] {
  const texts = ({
    flags,
    image,
    info = [],
    ...wiki
  }: WikiDocument): Record<keyof typeof historyTexts.wiki, string> => ({
    display_title: wiki.display_title,
    page_title: wiki.page_title ?? '',
    description: wiki.description,
    contents: wiki.contents_raw,
    image: image ? `#${image.id}` : '',
    flags: joinList(Array.isArray(flags) ? [] : Object.keys(flags)),
    info: info.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    table_of_contents: String(wiki.table_of_contents),
  });
  const [old, now] = [texts(before), texts(after)];
  return Object.entries(historyTexts.wiki).flatMap(([key, name]) => {
    const field = key as keyof typeof old;
    return old[field] === now[field] ? [] : [{ name, before: old[field], after: now[field] }];
  });
}
