import type { Image } from '../../shared/model/image.ts';
import { imageSizeNames } from '../../shared/model/image.ts';
import type { Step } from '../../shared/model/guide.ts';
import { blankGuide } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { withoutPlaceholders } from '../store/placeholders.ts';
import { imageObject } from '../store/media/media.ts';
import type { ImageFile } from '../store/media/media.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import type { ImportedGuide, ImportedImage } from './myfixit.ts';

/** A picture whose bytes were imported; the others keep their address. */
export interface BroughtPicture {
  width: number;
  height: number;
  mime: string;
  files: ImageFile[];
}

const importer = 'Imported guides';

/** Returns the userid that owns imported guides; nobody can sign in as this user. */
export function importAuthor(s: ReplicaWriter): number {
  const known = s.meta.get<number>('import:author');
  if (known !== undefined) return known;
  const userid = s.users.create({ email: null, username: importer, passwordHash: null, role: 'technician' });
  s.meta.set('import:author', userid);
  return userid;
}

export interface ImportOptions {
  userid: number;
  /** Imported pictures by guid. */
  pictures: ReadonlyMap<string, BroughtPicture>;
}

/**
 * Stores one imported guide. Importing it again updates it: ids of guide, steps and pictures stay, and nothing is
 * written if nothing changed.
 *
 * @param key identifies the guide in later imports
 * @returns its guideid, and sentences about oddities
 */
export function putImported(
  s: ReplicaWriter,
  key: string,
  guide: ImportedGuide,
  { userid, pictures }: ImportOptions,
): { guideid: number; notes: string[] } {
  const notes: string[] = [];
  const guideid = guideidFor(s, key, guide, notes);
  const row = s.guides.row(guideid);
  const before = row ? s.guides.document(guideid) : undefined;
  s.wikis.ensureCategory(guide.category, guide.ancestors);
  const steps = stepsOf(s, guide, guideid, before, pictures, notes);
  const now = Math.floor(s.now);
  const document: GuideDocument = {
    body: blankGuide({
      guideid,
      revisionid: before?.body.revisionid ?? 0,
      langid: s.meta.site.langid,
      type: guide.type,
      category: guide.category,
      subject: guide.subject,
      title: withoutPlaceholders(guide.title),
      public: true,
      created_date: before?.body.created_date ?? now,
      published_date: before?.body.published_date ?? now,
      modified_date: before?.body.modified_date ?? now,
      image: coverOf(steps),
      tools: guide.tools.map(({ name, url, thumbnail }) => {
        const page = s.wikis.item(name, { summary: '', url: null });
        return {
          type: null,
          quantity: 1,
          text: name,
          notes: null,
          url: page.url ?? url,
          thumbnail: thumbnail ?? page.thumbnail,
          isoptional: false,
          featured: false,
        };
      }),
    }),
    steps,
    userid,
    prerequisites: before?.prerequisites ?? [],
  };
  if (before && JSON.stringify(before) === JSON.stringify(document)) return { guideid, notes };
  document.body.revisionid = s.meta.nextId('revision');
  document.body.modified_date = now;
  for (const step of steps) {
    const old = before?.steps.find((candidate) => candidate.stepid === step.stepid);
    if (!old || JSON.stringify(old) !== JSON.stringify(step)) step.revisionid = document.body.revisionid;
  }
  s.guides.bring(document);
  s.meta.set(`import:${key}`, guideid);
  s.feed.record('guide', guideid);
  return { guideid, notes };
}

/** Returns the id that the data set gives, unless another guide of this site has it. */
function guideidFor(s: ReplicaWriter, key: string, guide: ImportedGuide, notes: string[]): number {
  const known = s.meta.get<number>(`import:${key}`);
  if (known !== undefined) return known;
  if (!s.guides.row(guide.guideid)) {
    s.meta.claimId('guide', guide.guideid);
    return guide.guideid;
  }
  const guideid = s.meta.nextId('guide');
  notes.push(`guideid ${guide.guideid} is taken by another guide here: imported as ${guideid}`);
  return guideid;
}

function stepsOf(
  s: ReplicaWriter,
  guide: ImportedGuide,
  guideid: number,
  before: GuideDocument | undefined,
  pictures: ReadonlyMap<string, BroughtPicture>,
  notes: string[],
): Step[] {
  let shared = 0;
  const steps = guide.steps.map((entry, index): Step => {
    const old = before?.steps[index];
    const owner = entry.stepid === undefined ? undefined : s.guides.stepOwner(entry.stepid);
    // The data set repeats the steps of a prerequisite in each guide that builds on it, but a stepid belongs to one guide.
    const free = entry.stepid !== undefined && (owner === undefined || owner.guideid === guideid);
    if (entry.stepid !== undefined && !free) shared += 1;
    if (free && entry.stepid !== undefined) s.meta.claimId('step', entry.stepid);
    const stepid = old?.stepid ?? (free && entry.stepid !== undefined ? entry.stepid : s.meta.nextId('step'));
    return {
      title: '',
      lines: entry.lines.map((text, at) => {
        const clean = withoutPlaceholders(text);
        const line = old?.lines[at];
        const lineid = line?.lineid ?? s.meta.nextId('line');
        return {
          text_raw: clean,
          text_rendered: s.wikis.renderLine(clean),
          bullet: 'black',
          level: 0,
          lineid,
        };
      }),
      guideid,
      stepid,
      orderby: index + 1,
      revisionid: old?.revisionid ?? 0,
      media: {
        type: 'image',
        data: entry.images.map((image) => imageOf(s, image, pictures.get(image.guid))),
      },
      comments: [],
    };
  });
  if (shared > 0) notes.push(`${shared} steps stand in another guide too: given numbers of their own`);
  return steps;
}

function imageOf(
  s: ReplicaWriter,
  { guid, original, sized }: ImportedImage,
  brought: BroughtPicture | undefined,
): Image {
  const row = s.media.find(guid);
  const imageid = row?.imageid ?? s.meta.nextId('image');
  if (brought) {
    const { width, height, mime, files } = brought;
    if (!row) s.media.add({ imageid, guid, userid: null, width, height, mime }, files);
    else for (const { size, ...file } of files) s.media.copies.putFile(guid, size, file);
    return imageObject(imageid, guid);
  }
  if (row && (row.remote === null || s.media.copies.fileOf(guid, 'original')))
    return imageObject(imageid, guid);
  if (!row) s.media.copies.putRemote({ id: imageid, guid, original }, 'step');
  const sizes = Object.fromEntries(
    imageSizeNames.map((size) => [size, sized ? `${original}.${size}` : original]),
  );
  return { id: imageid, guid, ...sizes, original };
}

/** Returns the first picture as the cover, because the data set has none. */
function coverOf(steps: Step[]): Image | null {
  for (const { media } of steps) {
    if (media.type === 'image' && Array.isArray(media.data) && media.data[0]) return media.data[0] as Image;
  }
  return null;
}
