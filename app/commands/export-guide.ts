import { extname } from 'node:path';

import { guideMarkdown, guideZip } from '../../shared/guide-export.ts';
import type { ExportWords, PictureFile } from '../../shared/guide-export.ts';
import { bulletTexts } from '../../shared/bullet-texts.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import { guide as guideSchema } from '../../shared/model/guide.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Image } from '../../shared/model/image.ts';
import { picturesOf } from '../../shared/model/step-pictures.ts';
import { configSchema, objectStoreFromEnvironment } from '../config.ts';
import { isAbsent } from '../disk-error.ts';
import { openMedia } from '../media/open-media.ts';
import type { MediaStorage } from '../media/storage.ts';
import { Replica } from '../replica/replica.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import type { Actor } from '../store/actor.ts';
import { fillPlaceholders } from '../store/placeholders.ts';
import type { Addresses } from '../store/placeholders.ts';
import { UsageError } from '../usage-error.ts';
import { refuseExisting, writeWhole } from '../whole-file.ts';
import { print, printJson, requireData } from './run.ts';

interface ExportOptions {
  data: string;
  language?: string;
  publicUrl?: string;
  json?: boolean;
}

/** Whoever has the data folder may read every guide in it. */
const owner: Actor = { userid: 0, username: '', role: 'admin', teams: [] };

/** `benchside export-guide ID FILE`: writes one guide as Markdown or as a ZIP archive. Reads only, so a hub or desk may be running. */
export async function exportGuide(
  guideid: number,
  file: string,
  { data, language, publicUrl, json }: ExportOptions,
): Promise<void> {
  const format = formatOf(file);
  requireData(data);
  refuseExisting(file);
  const store = new Replica({ dataDir: data, purpose: 'look' });
  try {
    const { profile, site } = store.read(null, (s) => ({
      profile: s.meta.get<'hub' | 'desk'>('profile') ?? 'hub',
      site: s.meta.get<string>('site-url'),
    }));
    const base = site === undefined ? publicUrl?.replace(/\/+$/, '') : new URL(site).origin;
    const addresses = { site: base ?? '', media: `${base ?? ''}/igi/` };
    const guide = store.read(owner, (s) => guideOf(s, guideid, language, addresses));
    const pictures = guide.steps.flatMap(picturesOf);
    if (format === 'md' && base === undefined && pictures.length > 0)
      throw new UsageError(
        'Give --public-url, the address of the hub: the Markdown file links to its pictures. A .zip file contains them.',
      );
    const media = openMedia(
      store,
      configSchema.parse({ profile, dataDir: data, site, objectStore: objectStoreFromEnvironment() }),
    );
    const bytes =
      format === 'zip'
        ? await guideZip(guide, words, (image) => pictureFile(store, media, image))
        : guideMarkdown(guide, words, (image) =>
            store.read(null, (s) => addressOf(s, profile, image, addresses)),
          );
    writeWhole(file, bytes);
    if (json) printJson({ file, guideid, title: guide.title, language: guide.langid });
    else print(`“${guide.title}” is in ${file}.`);
  } finally {
    store.close();
  }
}

/** @throws UsageError for a name that does not end in a format */
function formatOf(file: string): 'md' | 'zip' {
  switch (extname(file).toLowerCase()) {
    case '.md':
      return 'md';
    case '.zip':
      return 'zip';
    case '.pdf':
      throw new UsageError(
        'A PDF is made by the program: open the guide, and choose Export, PDF. In a browser, print the guide to a file.',
      );
    default:
      throw new UsageError(
        'The name of the file must end in .md for Markdown, or in .zip for a ZIP archive.',
      );
  }
}

/** @throws AppError `not-found` for a missing guide, `invalid` for a language that it is not translated into */
function guideOf(
  s: ReplicaReader,
  guideid: number,
  language: string | undefined,
  addresses: Addresses,
): Guide {
  const row = s.guides.row(guideid);
  if (!row || row.deleted) throw notFound('Guide');
  const langid = language ?? row.langid;
  const known = s.translations.langids(row);
  if (!known.includes(langid))
    throw new AppError(
      'invalid',
      `This guide is not translated into "${langid}". Its languages: ${known.join(', ')}.`,
    );
  const text = s.translations.compose(row, s.guides.answer(row, { prerequisiteSteps: true }), langid);
  return guideSchema.parse(JSON.parse(fillPlaceholders(text, addresses)));
}

/** Returns the address that a picture has for others; null for one that only this desk has. */
function addressOf(
  s: ReplicaReader,
  profile: 'hub' | 'desk',
  image: Image,
  addresses: Addresses,
): string | null {
  if (profile === 'hub') return image.original;
  const remote = s.media.imageRow(image.id)?.remote;
  return remote ? fillPlaceholders(remote, addresses) : null;
}

async function pictureFile(
  store: Replica,
  media: MediaStorage,
  { guid }: Image,
): Promise<PictureFile | null> {
  for (const { sha256, mime } of store.read(null, (s) => s.media.copies.filesNear(guid, 'original'))) {
    try {
      return { mime, bytes: await media.read(sha256) };
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return null;
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const words: ExportWords = {
  about: (guide) => [
    [guide.category, guide.difficulty, guide.time_required].filter(Boolean).join(' · '),
    `By ${guide.author.username} · revision ${guide.revisionid} · ${day(guide.modified_date)}`,
  ],
  tools: 'Tools',
  parts: 'Parts',
  quantity: (count) => `${count} ×`,
  step: (position, title) => (title ? `${position}. ${title}` : `Step ${position}`),
  picture: (position, index, total) =>
    total === 1 ? `Picture for step ${position}` : `Picture ${index} of ${total} for step ${position}`,
  missing: (picture) => `${picture} is missing`,
  callout: bulletTexts,
  tooLarge: (bytes) =>
    `The pictures of this guide are larger than ${bytes / 1_048_576} MB. Export it as Markdown.`,
};
