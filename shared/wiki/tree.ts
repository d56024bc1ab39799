import { limits } from '../limits.ts';
import type { Namespace } from '../model/wiki.ts';

/**
 * The document tree of wiki text, which is also a wiki's `contents_json` (CONTRACT 8.3): ProseMirror JSON with
 * camelCase node names. `content` is always present; `marks` is absent if empty, and in the order of `markNames`.
 */
export interface Doc {
  readonly type: 'doc';
  readonly content: readonly Block[];
}

export type Block = Paragraph | Heading | CodeBlock | Blockquote | List | Table;

export interface Paragraph {
  readonly type: 'paragraph';
  readonly content: readonly Inline[];
}

export interface Heading {
  readonly type: 'heading';
  readonly attrs: { readonly level: number };
  readonly content: readonly Inline[];
}

interface CodeBlock {
  readonly type: 'codeBlock';
  readonly content: readonly Text[];
}

export interface Blockquote {
  readonly type: 'blockquote';
  readonly attrs: { readonly format: QuoteFormat; readonly attribute: Paragraph | null };
  readonly content: readonly Block[];
}

export interface List {
  readonly type: 'bulletList' | 'orderedList';
  readonly content: readonly ListItem[];
}

export interface ListItem {
  readonly type: 'listItem';
  readonly content: readonly Block[];
}

export interface Table {
  readonly type: 'table';
  readonly content: readonly TableRow[];
}

export interface TableRow {
  readonly type: 'tableRow';
  readonly content: readonly TableCell[];
}

export interface TableCell {
  readonly type: 'tableCell' | 'tableHeader';
  readonly content: readonly Block[];
}

export type Inline = Text | Reference | Box | HardBreak | Comment;

/** A link whose URL and title the site looks up; without content it shows the target's title. */
export type Reference = GuideLink | DocumentLink | ProductLink | WikiLink;

/** An inline node that is rendered as a block. */
export type Box = ImageNode | VideoNode | GuideListNode | FlagNode | FlagDefinition;

interface Marked {
  readonly marks?: readonly Mark[];
}

interface Text extends Marked {
  readonly type: 'text';
  readonly text: string;
}

interface HardBreak extends Marked {
  readonly type: 'hardBreak';
}

interface Comment extends Marked {
  readonly type: 'comment';
  readonly attrs: { readonly text: string };
}

interface GuideLink extends Marked {
  readonly type: 'guideLink';
  readonly attrs: { readonly guideid: number; readonly target: LinkTarget };
  readonly content: readonly Inline[];
}

interface DocumentLink extends Marked {
  readonly type: 'documentLink';
  readonly attrs: { readonly documentid: number; readonly target: LinkTarget };
  readonly content: readonly Inline[];
}

interface ProductLink extends Marked {
  readonly type: 'productLink';
  readonly attrs: { readonly code: string; readonly target: LinkTarget };
  readonly content: readonly Inline[];
}

export interface WikiLink extends Marked {
  readonly type: 'wikiLink';
  readonly attrs: {
    readonly namespace: Namespace;
    readonly title: string;
    readonly fragment: string | null;
    readonly target: LinkTarget;
  };
  readonly content: readonly Inline[];
}

export interface ImageNode extends Marked {
  readonly type: 'image';
  readonly attrs: {
    readonly imageid: number;
    readonly size: Size;
    readonly align: Align;
    readonly caption: string | null;
  };
}

export interface VideoNode extends Marked {
  readonly type: 'video';
  readonly attrs: {
    readonly url: string;
    readonly size: Size;
    readonly align: Align;
    readonly caption: string | null;
  };
}

export interface GuideListNode extends Marked {
  readonly type: 'guideList';
  readonly attrs: { readonly tags: readonly string[]; readonly type: string | null };
}

export interface FlagNode extends Marked {
  readonly type: 'flag';
  readonly attrs: { readonly flagid: string };
}

export interface FlagDefinition extends Marked {
  readonly type: 'flagDefinition';
  readonly attrs: {
    readonly flagid: string;
    readonly title: string | null;
    readonly text: string | null;
    readonly image: string | null;
  };
}

export type Mark = { readonly type: StyleMark } | LinkMark;

export interface LinkMark {
  readonly type: 'link';
  readonly attrs: { readonly href: string; readonly title: string | null; readonly target: LinkTarget };
}

export const styleMarks = [
  'em',
  'strong',
  'underline',
  'subscript',
  'superscript',
  'code',
  'strikethrough',
] as const;
export const markNames = [...styleMarks, 'link'] as const;
export const sizes = [
  'mini',
  'thumbnail',
  '140x105',
  '200x150',
  'standard',
  '440x330',
  'medium',
  'large',
  'huge',
  'original',
] as const;
export const aligns = ['left', 'right', 'center'] as const;
export const quoteFormats = ['long', 'featured'] as const;

export type StyleMark = (typeof styleMarks)[number];
export type Size = (typeof sizes)[number];
type Align = (typeof aligns)[number];
type QuoteFormat = (typeof quoteFormats)[number];
export type LinkTarget = '_blank' | null;

/** The deepest nesting of quotes and of lists; deeper markers are plain text. */
export const maxDepth = limits.text.depth.max;

const boxTypes: ReadonlySet<string> = new Set(['image', 'video', 'guideList', 'flag', 'flagDefinition']);

export function isBox(node: Inline): node is Box {
  return boxTypes.has(node.type);
}
