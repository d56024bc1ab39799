import { addMarks } from './marks.ts';
import { plainPart, splitParts, takeOptions, textOf } from './parts.ts';
import type { Part } from './parts.ts';
import type { Range, WikiSource } from './source.ts';
import { namespaces } from '../model/wiki.ts';
import type { Namespace } from '../model/wiki.ts';
import { aligns, sizes } from './tree.ts';
import type { Inline, LinkMark, LinkTarget } from './tree.ts';
import { isRemote, linkUrl, mediaUrl } from './url.ts';

/** The bracket forms that are allowed in a scope; the others are text there. */
export interface Allowed {
  readonly links: boolean;
  readonly images: boolean;
  readonly boxes: boolean;
}

interface Found {
  readonly nodes: readonly Inline[];
  readonly to: number;
}

type ReadLabel = (range: Range, allowed: Allowed) => Inline[];

interface Form {
  readonly source: WikiSource;
  readonly allowed: Allowed;
  readonly name: string;
  readonly parts: readonly Part[];
  readonly readLabel: ReadLabel;
}

/**
 * Reads the bracket form that starts at `range.from` and ends before `range.to`; undefined leaves the `[` as text.
 * A refused form costs no more than the characters outside its inner brackets, which keeps reading linear.
 */
export function readBracket(
  source: WikiSource,
  range: Range,
  allowed: Allowed,
  readLabel: ReadLabel,
): Found | undefined {
  const region = source.regionAt(range.from);
  if (region) {
    const comment: Inline = { type: 'comment', attrs: { text: region.text } };
    return { nodes: region.text === '' ? [] : [comment], to: region.to };
  }
  const end = source.closing(range.from);
  if (end < 0 || end >= range.to) return undefined;
  if (source.closing(range.from + 1) === end - 1 && allowed.links) {
    const parts = splitParts(source, { from: range.from + 2, to: end - 1 });
    const nodes = readWikiLink({ source, allowed, name: '[[', parts, readLabel });
    return nodes && { nodes, to: end + 1 };
  }
  const parts = splitParts(source, { from: range.from + 1, to: end });
  const name = plainPart(source, parts[0]);
  if (name === undefined) return undefined;
  if (name === 'br' && parts.length === 1) {
    return { nodes: [{ type: 'hardBreak' }], to: skipLineEnd(source.raw, end + 1) };
  }
  const nodes = readForm({ source, allowed, name, parts, readLabel });
  return nodes && { nodes, to: end + 1 };
}

/** Returns the start of the next line if the rest of this one is blank, else `from`. */
function skipLineEnd(raw: string, from: number): number {
  let at = from;
  while (raw[at] === ' ' || raw[at] === '\t') at += 1;
  return raw[at] === '\n' ? at + 1 : from;
}

function readForm(form: Form): readonly Inline[] | undefined {
  const { allowed, name, parts } = form;
  switch (name) {
    case 'link':
      return allowed.links ? readLink(form, plainPart(form.source, parts[1]), parts.slice(2)) : undefined;
    case 'mailto':
      return allowed.links ? readMailto(form) : undefined;
    case 'guide':
    case 'document':
    case 'product':
      return allowed.links ? readReference(form) : undefined;
    case 'image':
      return allowed.images ? readImage(form) : undefined;
    case 'video':
      return allowed.boxes ? readVideo(form) : undefined;
    case 'guidelist':
      return allowed.boxes ? readGuideList(form) : undefined;
    case 'flag':
      return allowed.boxes ? readFlag(form) : undefined;
    case 'def_flag':
      return allowed.boxes ? readFlagDefinition(form) : undefined;
    default:
      return allowed.links ? readLink(form, name, parts.slice(1)) : undefined;
  }
}

function readLink(form: Form, url: string | undefined, rest: readonly Part[]): Inline[] | undefined {
  const href = url === undefined ? undefined : linkUrl(url);
  if (href === undefined || url === undefined) return undefined;
  const { target, label } = readLabelled(form, rest);
  if (label.length === 0 && href.startsWith('/')) return undefined;
  const mark: LinkMark = { type: 'link', attrs: { href, title: null, target } };
  const shown: Inline[] = label.length > 0 ? label : [{ type: 'text', text: url.replace(/^mailto:/i, '') }];
  return shown.map((node) => addMarks(node, [mark]));
}

function readMailto(form: Form): Inline[] | undefined {
  const address = plainPart(form.source, form.parts[1]);
  if (address === undefined) return undefined;
  return readLink(form, `mailto:${address.replace(/^mailto:/i, '')}`, form.parts.slice(2));
}

function readReference(form: Form): Inline[] | undefined {
  const id = plainPart(form.source, form.parts[1]);
  if (id === undefined || id === '' || id.includes('\n')) return undefined;
  if (form.name === 'product') {
    const { target, label } = readLabelled(form, form.parts.slice(2));
    return [{ type: 'productLink', attrs: { code: id, target }, content: label }];
  }
  const number = readId(id);
  if (number === undefined) return undefined;
  const { target, label } = readLabelled(form, form.parts.slice(2));
  return form.name === 'guide'
    ? [{ type: 'guideLink', attrs: { guideid: number, target }, content: label }]
    : [{ type: 'documentLink', attrs: { documentid: number, target }, content: label }];
}

function readWikiLink(form: Form): Inline[] | undefined {
  const page = plainPart(form.source, form.parts[0]);
  const name = page === undefined ? undefined : readPageName(page.replaceAll('\n', ' '));
  if (!name) return undefined;
  const { target, label } = readLabelled(form, form.parts.slice(1));
  return [{ type: 'wikiLink', attrs: { ...name, target }, content: label }];
}

/** Parses `Namespace:Title#Fragment`. The default namespace is WIKI; the older `Topic` and `Device` are CATEGORY. */
export function readPageName(
  text: string,
): { namespace: Namespace; title: string; fragment: string | null } | undefined {
  const colon = text.indexOf(':');
  const prefix = text.slice(0, Math.max(colon, 0)).trim().toUpperCase();
  const known = namespaces.find((name) => name === prefix);
  const namespace = known ?? (prefix === 'TOPIC' || prefix === 'DEVICE' ? 'CATEGORY' : undefined);
  const rest = namespace ? text.slice(colon + 1) : text;
  const hash = rest.indexOf('#');
  const title = (hash < 0 ? rest : rest.slice(0, hash)).trim();
  const fragment = hash < 0 ? '' : rest.slice(hash + 1).trim();
  if (title === '' || isRemote(text)) return undefined;
  return { namespace: namespace ?? 'WIKI', title, fragment: fragment === '' ? null : fragment };
}

function readImage(form: Form): Inline[] | undefined {
  const imageid = readId(plainPart(form.source, form.parts[1]) ?? '');
  const attrs = imageid === undefined ? undefined : readBoxOptions(form, 'left');
  return imageid === undefined || !attrs ? undefined : [{ type: 'image', attrs: { imageid, ...attrs } }];
}

function readVideo(form: Form): Inline[] | undefined {
  const given = plainPart(form.source, form.parts[1]) ?? '';
  const url = isRemote(given) ? mediaUrl(given) : undefined;
  const attrs = url === undefined ? undefined : readBoxOptions(form, 'center');
  return url === undefined || !attrs ? undefined : [{ type: 'video', attrs: { url, ...attrs } }];
}

function readGuideList(form: Form): Inline[] | undefined {
  const { options, rest } = takeOptions(form.source, form.parts.slice(1), {
    tags: (value) => splitTags(value).length > 0,
    type: (value) => value !== '',
  });
  const tags = options.get('tags');
  if (tags === undefined || rest.length > 0) return undefined;
  return [{ type: 'guideList', attrs: { tags: splitTags(tags()), type: options.get('type')?.() ?? null } }];
}

function readFlag(form: Form): Inline[] | undefined {
  const flagid = plainPart(form.source, form.parts[1]) ?? '';
  return isFlagId(flagid) && form.parts.length === 2 ? [{ type: 'flag', attrs: { flagid } }] : undefined;
}

function readFlagDefinition(form: Form): Inline[] | undefined {
  const { options, rest } = takeOptions(form.source, form.parts.slice(1), {
    flagid: isFlagId,
    title: 'any',
    text: 'any',
    image: (value) => value !== '',
  });
  const flagid = options.get('flagid');
  if (flagid === undefined || rest.length > 0) return undefined;
  const text = (key: string): string | null => options.get(key)?.() || null;
  const attrs = { flagid: flagid(), title: text('title'), text: text('text'), image: text('image') };
  return [{ type: 'flagDefinition', attrs }];
}

function readLabelled(form: Form, parts: readonly Part[]): { target: LinkTarget; label: Inline[] } {
  const { options, rest } = takeOptions(form.source, parts, {
    new_window: (value) => /^(true|false)$/.test(value),
  });
  const [first, last] = [rest[0], rest.at(-1)];
  const inner: Allowed = { links: false, images: form.allowed.images, boxes: false };
  return {
    target: options.get('new_window')?.() === 'true' ? '_blank' : null,
    label: first && last ? form.readLabel({ from: first.from, to: last.to }, inner) : [],
  };
}

function readBoxOptions(form: Form, align: (typeof aligns)[number]) {
  const { options, rest } = takeOptions(form.source, form.parts.slice(2), {
    align: (value) => aligns.some((name) => name === value),
    size: (value) => sizes.some((name) => name === value),
    caption: 'any',
  });
  const positional = rest[0];
  if (rest.length > 1 || (positional && options.has('caption'))) return undefined;
  const caption = positional ? textOf(form.source, positional) : options.get('caption')?.();
  return {
    size: sizes.find((name) => name === options.get('size')?.()) ?? 'standard',
    align: aligns.find((name) => name === options.get('align')?.()) ?? align,
    caption: caption || null,
  } as const;
}

export function splitTags(value: string): string[] {
  return value
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function isFlagId(value: string): boolean {
  return /^[\w-]+$/.test(value);
}

/** Reads an id; provisional ids are negative. */
function readId(text: string): number | undefined {
  return /^-?[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
