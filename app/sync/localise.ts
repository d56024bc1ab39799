import { imageSizeNames } from '../../shared/model/image.ts';
import type { PictureRole } from '../store/media/copies.ts';
import { MEDIA_HOLE, SITE_HOLE, withoutHoles } from '../store/holes.ts';

/** A picture met in a document of the site. `original` is its address there, with a hole for the site's own. */
export interface SeenImage {
  id: number;
  guid: string;
  original: string;
  role: PictureRole;
}

export interface SiteAddresses {
  origin: string;
  /**
   * Whether the site says which pictures are its own. A Benchside hub does: addresses elsewhere are what it knows and
   * stay as they are. With any other site all pictures are taken to be the site's, wherever they are kept.
   */
  benchside: boolean;
}

/** What the pictures under a key are; other keys are what their document is. */
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
 * Puts holes where a document names addresses of its site, so that pictures come from this desk, and collects its
 * pictures. What people typed (`*_raw`, titles) is left alone. Changes `value` in place.
 *
 * @param role what a picture directly in the document is
 */
export function localise(value: unknown, site: SiteAddresses, role: PictureRole, seen: SeenImage[]): void {
  if (Array.isArray(value)) {
    for (const entry of value) localise(entry, site, role, seen);
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
    } else if (typeof entry === 'object') localise(entry, site, roleOfKey[key] ?? role, seen);
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
  if (guid) seen.push({ id: record['imageid'], guid, original: holed(original, site), role });
}

const holed = (address: string, { origin }: SiteAddresses): string =>
  address.startsWith(`${origin}/`) ? SITE_HOLE + address.slice(origin.length) : address;

const marks = /[\u0081\u0082]/;

function localiseText(key: string, text: string, { origin }: SiteAddresses): string {
  const clean = marks.test(text) ? withoutHoles(text) : text;
  const kind = kindOf(key);
  if (kind === 'html') {
    return clean.includes(origin)
      ? clean.replaceAll(`"${origin}/igi/`, `"${MEDIA_HOLE}`).replaceAll(`"${origin}/`, `"${SITE_HOLE}/`)
      : clean;
  }
  if (kind === 'address' && clean.startsWith(`${origin}/`)) {
    return clean.startsWith('/igi/', origin.length)
      ? MEDIA_HOLE + clean.slice(origin.length + 5)
      : SITE_HOLE + clean.slice(origin.length);
  }
  return clean;
}

type TextKind = 'html' | 'address' | 'typed';

/** Documents have few keys, and the same ones all over. */
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

/** @returns the keys whose texts have been seen to */
function localiseImage(
  image: Record<string, unknown>,
  site: SiteAddresses,
  role: PictureRole,
  seen: SeenImage[],
): ReadonlySet<string> | undefined {
  const guid = String(image['guid']);
  const original = String(image['original']);
  if (!/^[\w-]{1,64}$/.test(guid)) return undefined;
  seen.push({ id: Number(image['id']), guid, original: holed(original, site), role });
  if (site.benchside && !original.startsWith(`${site.origin}/igi/`)) return undefined;
  const base = MEDIA_HOLE + guid;
  image['original'] = base;
  // Another site may still be making some; here the nearest that is there answers for each.
  for (const size of imageSizeNames)
    if (!site.benchside || typeof image[size] === 'string') image[size] = `${base}.${size}`;
  return ownKeys;
}
