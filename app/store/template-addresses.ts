import { imageSizeNames } from '../../shared/model/image.ts';
import type { ImageFact, FeedPicture } from '../../shared/model/image.ts';
import type { PictureRole } from './media/copies.ts';
import { MEDIA_PLACEHOLDER, SITE_PLACEHOLDER, withoutPlaceholders } from './placeholders.ts';

/** A picture in a document of the site. `original` is its address there, with a placeholder for the site's origin. */
export interface SeenImage {
  id: number;
  guid: string;
  original: string;
  role: PictureRole;
}

/** Returns a picture that a hub names because a text shows it. */
export const seenInText = ({ imageid, guid }: FeedPicture): SeenImage => ({
  id: imageid,
  guid,
  original: `${SITE_PLACEHOLDER}/igi/${guid}`,
  role: 'text',
});

export const factsIn = (told: readonly FeedPicture[]): ImageFact[] => told.flatMap(({ fact }) => fact ?? []);

export interface SiteAddresses {
  origin: string;
  /**
   * True if the site is a hub. A hub says which pictures are its own, and other addresses stay as they are. All pictures of a
   * third-party site count as its own, wherever they are kept (SPEC G5.3).
   */
  benchside: boolean;
}

/** Roles of pictures by the key they are under; other keys inherit the role of their document. */
const roleOfKey: Record<string, PictureRole> = {
  steps: 'step',
  author: 'avatar',
  authors: 'avatar',
  comments: 'avatar',
  replies: 'avatar',
  prerequisites: 'cover',
  guides: 'cover',
  featured_guides: 'cover',
};

/**
 * Replaces the site's addresses in a document by placeholders, so that pictures come from this desk, and collects the pictures in
 * `seen`. Leaves what people typed alone (`*_raw`, titles). Changes `value` in place.
 *
 * @param role of a picture directly in the document
 */
export function templateAddresses(
  value: unknown,
  site: SiteAddresses,
  role: PictureRole,
  seen: SeenImage[],
): void {
  if (Array.isArray(value)) {
    for (const entry of value) templateAddresses(entry, site, role, seen);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const record = value as Record<string, unknown>;
  const done = isImage(record)
    ? localiseImage(record, site, role, seen)
    : localiseSource(record, site, role, seen);
  for (const key in record) {
    const entry = record[key];
    if (typeof entry === 'string') {
      if (!done?.has(key)) record[key] = localiseText(key, entry, site);
    } else if (typeof entry === 'object') templateAddresses(entry, site, roleOfKey[key] ?? role, seen);
  }
}

function localiseSource(
  record: Record<string, unknown>,
  site: SiteAddresses,
  role: PictureRole,
  seen: SeenImage[],
): undefined {
  if (typeof record['imageid'] !== 'number' || typeof record['src'] !== 'string') return;
  const original = record['src'].replace(/\.\w+$/, '');
  const guid = /\/igi\/(?:[\w-]+\/)?([\w-]{1,64})$/.exec(original)?.[1];
  if (guid) seen.push({ id: record['imageid'], guid, original: templated(original, site), role });
}

const templated = (address: string, { origin }: SiteAddresses): string =>
  address.startsWith(`${origin}/`) ? SITE_PLACEHOLDER + address.slice(origin.length) : address;

const marks = /[\u0081\u0082]/;

function localiseText(key: string, text: string, { origin }: SiteAddresses): string {
  const clean = marks.test(text) ? withoutPlaceholders(text) : text;
  const kind = kindOf(key);
  if (kind === 'html') {
    return clean.includes(origin)
      ? clean
          .replaceAll(`"${origin}/igi/`, `"${MEDIA_PLACEHOLDER}`)
          .replaceAll(`"${origin}/`, `"${SITE_PLACEHOLDER}/`)
      : clean;
  }
  if (kind === 'address' && clean.startsWith(`${origin}/`)) {
    return clean.startsWith('/igi/', origin.length)
      ? MEDIA_PLACEHOLDER + clean.slice(origin.length + 5)
      : SITE_PLACEHOLDER + clean.slice(origin.length);
  }
  return clean;
}

type TextKind = 'html' | 'address' | 'typed';

/** A cache: documents have few different keys. */
const kinds = new Map<string, TextKind>();

function kindOf(key: string): TextKind {
  let kind = kinds.get(key);
  if (kind === undefined) {
    kind = key.endsWith('_rendered')
      ? 'html'
      : /(^|_)(url|href|src|thumbnail)$/.test(key)
        ? 'address'
        : 'typed';
    if (kinds.size < 1000) kinds.set(key, kind);
  }
  return kind;
}

const ownKeys: ReadonlySet<string> = new Set([...imageSizeNames, 'guid', 'original']);

function isImage(record: Record<string, unknown>): boolean {
  return (
    typeof record['guid'] === 'string' &&
    typeof record['original'] === 'string' &&
    typeof record['id'] === 'number'
  );
}

/**
 * Replaces the addresses of a picture.
 *
 * @returns the keys that need no further work; `undefined` if the picture stays as it is
 */
function localiseImage(
  image: Record<string, unknown>,
  site: SiteAddresses,
  role: PictureRole,
  seen: SeenImage[],
): ReadonlySet<string> | undefined {
  const guid = String(image['guid']);
  const original = String(image['original']);
  if (!/^[\w-]{1,64}$/.test(guid)) return undefined;
  seen.push({ id: Number(image['id']), guid, original: templated(original, site), role });
  if (site.benchside && !original.startsWith(`${site.origin}/igi/`)) return undefined;
  const base = MEDIA_PLACEHOLDER + guid;
  image['original'] = base;
  // A third-party site may still be making some sizes; this desk answers each with the nearest size it has.
  for (const size of imageSizeNames)
    if (!site.benchside || typeof image[size] === 'string') image[size] = `${base}.${size}`;
  return ownKeys;
}
