import { hash } from 'node:crypto';

import type { Step } from '../../../shared/model/guide.ts';
import { guideImages, unpackGuide } from './document.ts';
import type { Pin } from './document.ts';

/** A summary of one version of a guide: enough to decide about its steps, pictures and prerequisites without reading its texts. */
export interface GuideOutline {
  steps: readonly Pick<Step, 'stepid' | 'orderby' | 'revisionid'>[];
  /** Guids of its pictures. */
  images: readonly string[];
  isPublic: boolean;
  prerequisites: readonly number[];
  pinned: readonly Pin[];
}

/** Outlines kept: a guide of 1000 steps takes some 100 KiB. */
const most = 500;

const outlines = new Map<string, GuideOutline>();

/**
 * Returns the outline of a packed guide, from an LRU cache: a large guide takes tens of milliseconds to unpack, and one request can ask for
 * hundreds of versions.
 */
export function outlineOf(packed: Buffer): GuideOutline {
  const key = hash('sha1', packed, 'base64');
  const outline = outlines.get(key) ?? readOutline(packed);
  outlines.delete(key);
  outlines.set(key, outline);
  for (const oldest of outlines.keys()) {
    if (outlines.size <= most) break;
    outlines.delete(oldest);
  }
  return outline;
}

function readOutline(packed: Buffer): GuideOutline {
  const document = unpackGuide(packed);
  const { steps, prerequisites, pinned = [] } = document;
  return {
    steps: steps.map(({ stepid, orderby, revisionid }) => ({ stepid, orderby, revisionid })),
    images: guideImages(document),
    isPublic: document.body.public,
    prerequisites,
    pinned,
  };
}
