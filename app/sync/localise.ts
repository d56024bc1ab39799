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
  if (isImage(record)) localiseImage(record, site, role, seen);
  else if (typeof record['imageid'] === 'number' && typeof record['src'] === 'string') {
    const original = record['src'].replace(/\.\w+$/, '');
    const guid = /\/igi\/(?:[\w-]+\/)?([\w-]{1,64})$/.exec(original)?.[1];
    if (guid) seen.push({ id: record['imageid'], guid, original: holed(original, site), role });
  }
  for (const [key, entry] of Object.entries(record)) {
    if (typeof entry === 'string') record[key] = localiseText(key, entry, site);
    else if (typeof entry === 'object') localise(entry, site, roleOfKey[key] ?? role, seen);
  }
}

const holed = (address: string, { origin }: SiteAddresses): string =>
  address.startsWith(`${origin}/`) ? SITE_HOLE + address.slice(origin.length) : address;

function localiseText(key: string, text: string, { origin }: SiteAddresses): string {
  const clean = text.includes('\u0081') || text.includes('\u0082') ? keepHoles(key, text) : text;
  if (key.endsWith('_rendered')) {
    return clean.replaceAll(`"${origin}/igi/`, `"${MEDIA_HOLE}`).replaceAll(`"${origin}/`, `"${SITE_HOLE}/`);
  }
  if (addressKey.test(key)) {
    if (clean.startsWith(`${origin}/igi/`)) return MEDIA_HOLE + clean.slice(origin.length + 5);
    if (clean.startsWith(`${origin}/`)) return SITE_HOLE + clean.slice(origin.length);
  }
  return clean;
}

const addressKey = /(^|_)(url|href|src|thumbnail)$/;

const imageKeys: ReadonlySet<string> = new Set([...imageSizeNames, 'original', 'thumbnail']);

/** Our own holes are put in before texts are looked at; any other is a stray character of the site's. */
const keepHoles = (key: string, text: string): string =>
  imageKeys.has(key) && text.startsWith(MEDIA_HOLE) ? text : withoutHoles(text);

function isImage(record: Record<string, unknown>): boolean {
  return typeof record['guid'] === 'string' && typeof record['original'] === 'string' && typeof record['id'] === 'number';
}

function localiseImage(image: Record<string, unknown>, site: SiteAddresses, role: PictureRole, seen: SeenImage[]): void {
  const guid = String(image['guid']);
  const original = String(image['original']);
  if (!/^[\w-]{1,64}$/.test(guid)) return;
  seen.push({ id: Number(image['id']), guid, original: holed(original, site), role });
  if (site.benchside && !original.startsWith(`${site.origin}/igi/`)) return;
  image['original'] = MEDIA_HOLE + guid;
  for (const size of imageSizeNames) if (typeof image[size] === 'string') image[size] = `${MEDIA_HOLE}${guid}.${size}`;
}
