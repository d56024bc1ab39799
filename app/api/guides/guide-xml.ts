import { z } from 'zod';

import type { Guide, GuideItem, Line, Step } from '../../../shared/model/guide.ts';
import { image as pictureObject } from '../../../shared/model/image.ts';
import type { Image } from '../../../shared/model/image.ts';
import { fillPlaceholders } from '../../store/placeholders.ts';
import type { Addresses } from '../../store/placeholders.ts';
import { xmlResponse } from '../xml.ts';
import type { XmlNode } from '../xml.ts';

/** Returns a guide as the oManual-like XML of `type=XML` (CONTRACT 4.9). */
export function guideXml(text: string, addresses: Addresses): Response {
  const guide = JSON.parse(fillPlaceholders(text, addresses)) as Guide;
  return xmlResponse({
    name: 'guide',
    attributes: {
      locale: guide.locale,
      id: guide.guideid,
      revisionid: guide.revisionid,
      url: guide.url,
      public: guide.public,
      xmlns: 'http://omanual.com/',
    },
    children: [
      { name: 'title', attributes: { type: guide.type, subject: guide.subject }, children: [guide.title] },
      { name: 'summary', children: [guide.summary] },
      { name: 'author', attributes: { id: guide.author.userid }, children: [guide.author.username] },
      ...image(guide.image),
      { name: 'time_required', children: [guide.time_required] },
      { name: 'difficulty', children: guide.difficulty === null ? [] : [guide.difficulty] },
      { name: 'category', children: [guide.category] },
      { name: 'introduction', children: [guide.introduction_rendered] },
      { name: 'tools', children: guide.tools.map((tool) => item('tool', tool)) },
      { name: 'parts', children: guide.parts.map((part) => item('part', part)) },
      {
        name: 'flags',
        children: guide.flags.map((flag) => ({
          name: 'flag',
          attributes: { id: flag.flagid, title: flag.title },
          children: [flag.text],
        })),
      },
      {
        name: 'documents',
        children: guide.documents.map((document) => ({
          name: 'document',
          attributes: {
            id: String(document['documentid'] ?? ''),
            url: String(document['download_url'] ?? ''),
          },
          children: [String(document['title'] ?? '')],
        })),
      },
      {
        name: 'prerequisites',
        children: guide.prerequisites.map((prerequisite) => ({
          name: 'prerequisite',
          attributes: { id: prerequisite.guideid },
          children: [prerequisite.title],
        })),
      },
      { name: 'steps', children: guide.steps.map(step) },
      { name: 'conclusion', children: [guide.conclusion_rendered] },
    ],
  });
}

function image(picture: Image | null): XmlNode[] {
  if (!picture) return [];
  const { id, guid, original, ...sizes } = picture;
  // XML attribute names must not begin with a digit.
  const attributes = Object.fromEntries(
    Object.entries(sizes).map(([size, url]) => [/^\d/.test(size) ? `size_${size}` : size, String(url)]),
  );
  return [{ name: 'image', attributes: { id, guid, ...attributes }, children: [original] }];
}

function item(name: 'tool' | 'part', { text, ...attributes }: GuideItem): XmlNode {
  const { type, quantity, notes, url, thumbnail, isoptional, featured } = attributes;
  return {
    name,
    attributes: { type, quantity, notes, url, thumbnail, isoptional, featured },
    children: [text],
  };
}

function step({ stepid, orderby, guideid, title, lines, media }: Step): XmlNode {
  return {
    name: 'step',
    attributes: { id: stepid, orderby, guideid },
    children: [
      { name: 'title', children: [title] },
      { name: 'lines', children: lines.map(line) },
      { name: 'media', attributes: { type: media.type }, children: shown(media) },
    ],
  };
}

/** Returns the pictures, the video, or the embedded page of a step. */
function shown({ type, data }: Step['media']): XmlNode[] {
  if (Array.isArray(data)) return data.flatMap((picture: Image) => image(picture));
  if (type === 'video') return [video(videoFacts.parse(data))];
  const { url, ...attributes } = embedFacts.parse(data);
  return url === undefined ? [] : [{ name: 'embed', attributes, children: [url] }];
}

/** Left out where a site sends none, or something else. */
const fact = z.union([z.string(), z.number()]).optional().catch(undefined);
const address = z.string().optional().catch(undefined);

const embedFacts = z.object({ type: fact, title: fact, url: address });

const videoFacts = z.object({
  videoid: fact,
  filename: fact,
  duration: fact,
  image: z.object({ image: pictureObject }).nullable().catch(null),
  encodings: z
    .array(z.object({ format: fact, mime: fact, width: fact, height: fact, url: address }))
    .catch([]),
});

function video({ videoid, image: poster, encodings, ...facts }: z.infer<typeof videoFacts>): XmlNode {
  return {
    name: 'video',
    attributes: { id: videoid, ...facts },
    children: [
      ...encodings.flatMap(({ url, ...attributes }): XmlNode[] =>
        url === undefined ? [] : [{ name: 'encoding', attributes, children: [url] }],
      ),
      ...image(poster?.image ?? null),
    ],
  };
}

function line({ bullet, level, lineid, text_rendered: text }: Line): XmlNode {
  return { name: 'line', attributes: { bullet, level, id: lineid }, children: [text] };
}
