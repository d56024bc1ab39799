import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';

import { safeUrl } from '../bridge.ts';
import { originOf } from './link-target.ts';
import { RichImage } from './rich-image.tsx';
import { RichLink } from './rich-link.tsx';

const elements = new Set(
  (
    'p br em strong i b u s strike del ins sub sup tt code pre blockquote cite ul ol li h2 h3 h4 h5 h6 ' +
    'div span table thead tbody tfoot tr th td caption figure figcaption hr dl dt dd'
  ).split(' '),
);

/** Elements that are dropped with their content. Of any other unknown element the content is kept. */
const dropped = new Set(
  'script style template iframe object embed noscript svg math textarea select title video audio'.split(' '),
);

const classes =
  /^(imageBox|imageBox_\w+|videoBox|videoBox_\w+|featured|clearer|table-container|table-overflow)$/;

const ELEMENT = 1;
const TEXT = 3;

/**
 * Converts HTML from the API to React elements. Only elements, attributes and addresses that are allowed here pass, and
 * nothing is inserted as markup. Links and pictures become our own components.
 */
export function htmlToReact(html: string): ReactNode {
  if (!html.includes('<') && !html.includes('&')) return html;
  return children(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Returns the text of HTML from the API, without markup. */
export function htmlToText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html;
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}

const children = (parent: Node): ReactNode[] => [...parent.childNodes].map((node, i) => convert(node, i));

function convert(node: Node, key: number): ReactNode {
  if (node.nodeType === TEXT) return node.nodeValue;
  if (node.nodeType !== ELEMENT) return null;
  const element = node as Element;
  const name = element.localName;
  if (dropped.has(name)) return null;
  // Third-party sites put the id of a heading on an empty link beside it.
  if (name === 'a' && element.classList.contains('selfLink'))
    return <span key={key} id={`s-${element.id}`} />;
  if (name === 'a') return link(element, key);
  if (name === 'img') return picture(element, key);
  if (!elements.has(name)) return <Fragment key={key}>{children(element)}</Fragment>;
  if (name === 'br' || name === 'hr') return createElement(name, { key });
  return createElement(name, { key, ...attributes(element) }, ...children(element));
}

function attributes(element: Element): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  const known = [...element.classList].filter((name) => classes.test(name));
  if (known.length > 0) kept['className'] = known.join(' ');
  if (/^h[2-6]$/.test(element.localName) && element.id) kept['id'] = `s-${element.id}`;
  for (const [name, property] of [
    ['colspan', 'colSpan'],
    ['rowspan', 'rowSpan'],
  ] as const) {
    const span = Number(element.getAttribute(name));
    if (Number.isInteger(span) && span > 1 && span <= 100) kept[property] = span;
  }
  return kept;
}

function link(element: Element, key: number): ReactNode {
  return (
    <RichLink key={key} href={element.getAttribute('href') ?? ''}>
      {children(element)}
    </RichLink>
  );
}

function picture(element: Element, key: number): ReactNode {
  const source = element.getAttribute('src') ?? '';
  const relative = source.startsWith('/') && !source.startsWith('//');
  const own = originOf(source) === originOf(window.location.href);
  const src = relative || own ? source : safeUrl(source);
  return <RichImage key={key} src={src} alt={element.getAttribute('alt') ?? ''} />;
}
