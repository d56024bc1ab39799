import { z } from 'zod';

import type { FeedPicture } from '../../shared/model/image.ts';
import type { FeedPosition } from '../../shared/model/feed-position.ts';
import { categoryWiki } from '../../shared/model/wiki.ts';
import type { ResourceKind } from '../store/resources/kinds.ts';
import { hasTooManyValues } from './preparer.ts';
import type { Prepared } from './preparer.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';
import { unprepared } from './unprepared.ts';

export type FeedLine =
  | { reset: true; sequence: number }
  /**
   * `stamp`: of the line `sequence`, unique to this history of the feed. `earlier`: lines before it with the stamps of earlier
   * epochs. Older hubs send neither.
   */
  | {
      start: true;
      sequence: number;
      stamp?: string;
      earlier?: FeedPosition[];
      counts: Partial<Record<ResourceKind, number>>;
    }
  | { end: true; sequence: number; stamp?: string }
  /** `hidden`: the document exists, but the reader may not see it. */
  | { sequence: number; kind: string; id: number; deleted: true; hidden?: true }
  /** `tagids`: ids of the tags in `doc`, in the same order. `pictures`: those that texts of `doc` show. Older hubs send neither. */
  | {
      sequence: number;
      kind: string;
      id: number;
      doc: unknown;
      tagids?: number[];
      pictures?: FeedPicture[];
    };

export type ChangeLine = Extract<FeedLine, { kind: string }>;

/** A change to be stored. `prepared` replaces `doc` for a guide. */
export type FeedChange = ChangeLine & { prepared?: Promise<Prepared> };

/** Parses a line of the feed. A guide is prepared for storing in the background. @throws RemoteError `bad-answer` */
export const readFeedLine = (round: Round, json: Uint8Array<ArrayBuffer>): FeedLine | FeedChange =>
  guideLine(round, json) ?? otherLine(round, json);

/** Characters that hold all fields of a guide's line before its `doc`. */
const head = 80;

/** Returns `undefined` for any other line. Does not parse the guide, since another thread may do that. */
function guideLine({ prepare, apply }: Round, json: Uint8Array<ArrayBuffer>): FeedChange | undefined {
  const begin = Buffer.from(json.buffer, 0, Math.min(head, json.length)).toString('latin1');
  const found = /^{"sequence":(\d+),"kind":"guide","id":(\d+),"doc":{/.exec(begin);
  if (!found) return undefined;
  const prepared = prepare.guide(json, apply.site);
  return { sequence: Number(found[1]), kind: 'guide', id: Number(found[2]), doc: null, prepared };
}

/** Returns the changes before the first one that could not be prepared, and its problem. */
export async function whenPrepared(changes: FeedChange[]): Promise<{ ready: ChangeLine[]; problem?: Error }> {
  const ready: ChangeLine[] = [];
  for (const { prepared, ...change } of changes) {
    const done = await prepared;
    if (done && !('pulled' in done))
      return { ready, problem: unprepared(done, 'The feed of the site contains an invalid line.') };
    ready.push(
      done ? { sequence: change.sequence, kind: change.kind, id: change.id, doc: done.pulled } : change,
    );
  }
  return { ready };
}

/** Parses a line of any kind; a guide whose fields are in another order is found here. */
function otherLine({ prepare, apply }: Round, json: Uint8Array<ArrayBuffer>): FeedLine | FeedChange {
  const line = parseLine(json);
  const isGuide = 'doc' in line && line.kind === 'guide';
  return isGuide ? { ...line, doc: null, prepared: prepare.guide(json, apply.site) } : line;
}

/** The fields of a hub's page that are read later without another check. Older hubs lack some of them. */
const pageOfHub = categoryWiki.partial().extend({
  wikiid: z.int(),
  revisionid: z.int(),
  modified_date: z.number(),
  tools: z.array(z.looseObject({ title: z.string() })).optional(),
});

function parseLine(json: Uint8Array<ArrayBuffer>): FeedLine {
  try {
    if (hasTooManyValues(json)) throw new Error('the line has too many values');
    const line: unknown = JSON.parse(Buffer.from(json.buffer).toString('utf8'));
    if (typeof line !== 'object' || line === null) throw new Error('the line is no object');
    if ('kind' in line && line.kind === 'wiki' && 'doc' in line) pageOfHub.parse(line.doc);
    return line as FeedLine;
  } catch (error) {
    throw new RemoteError(
      'bad-answer',
      'The feed of the site contains an invalid line.',
      200,
      undefined,
      error,
    );
  }
}
