import type { ChangeKind } from '../store/feed/feed.ts';
import type { Prepared } from './preparer.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';
import { unprepared } from './unprepared.ts';

export type FeedLine =
  | { reset: true; sequence: number }
  /** `stamp`: of that line, so that no other history has it; hubs of before have none. */
  | { start: true; sequence: number; stamp?: string; counts: Partial<Record<ChangeKind, number>> }
  | { end: true; sequence: number; stamp?: string }
  /** `hidden`: it is there, and not shown to who reads. */
  | { sequence: number; kind: ChangeKind; id: number; deleted: true; hidden?: true }
  /** `tagids`: numbers of the tags that `doc` names, in its order; hubs of before have none. */
  | { sequence: number; kind: ChangeKind; id: number; doc: unknown; tagids?: number[] };

export type ChangeLine = Extract<FeedLine, { kind: ChangeKind }>;

/** A change on its way into the store; of a guide, `doc` is what it was made into. */
export type Change = ChangeLine & { prepared?: Promise<Prepared> };

/** Begins to make a guide ready when it comes. @throws RemoteError `bad-answer` */
export const readLine = (round: Round, json: Uint8Array<ArrayBuffer>): FeedLine | Change =>
  guideLine(round, json) ?? otherLine(round, json);

/** What a line says of a guide stands in its first characters. */
const head = 80;

/** `undefined` for any other line. The line is not read here: what a guide becomes may be made in another thread. */
function guideLine({ prepare, apply }: Round, json: Uint8Array<ArrayBuffer>): Change | undefined {
  const begin = Buffer.from(json.buffer, 0, Math.min(head, json.length)).toString('latin1');
  const found = /^{"sequence":(\d+),"kind":"guide","id":(\d+),"doc":{/.exec(begin);
  if (!found) return undefined;
  const prepared = prepare.guide(json, apply.site);
  return { sequence: Number(found[1]), kind: 'guide', id: Number(found[2]), doc: null, prepared };
}

/** Changes up to the first that could not be read, whose problem comes along. */
export async function whenPrepared(changes: Change[]): Promise<{ ready: ChangeLine[]; problem?: Error }> {
  const ready: ChangeLine[] = [];
  for (const { prepared, ...change } of changes) {
    const done = await prepared;
    if (done && !('pulled' in done))
      return { ready, problem: unprepared(done, 'The feed of the site holds a broken line.') };
    ready.push(
      done ? { sequence: change.sequence, kind: change.kind, id: change.id, doc: done.pulled } : change,
    );
  }
  return { ready };
}

/** A guide that another hub writes in another way is one, too. */
function otherLine({ prepare, apply }: Round, json: Uint8Array<ArrayBuffer>): FeedLine | Change {
  const line = parseLine(Buffer.from(json.buffer).toString('utf8'));
  const isGuide = 'doc' in line && line.kind === 'guide';
  return isGuide ? { ...line, doc: null, prepared: prepare.guide(json, apply.site) } : line;
}

function parseLine(text: string): FeedLine {
  try {
    return JSON.parse(text) as FeedLine;
  } catch (error) {
    throw new RemoteError('bad-answer', 'The feed of the site holds a broken line.', 200, undefined, error);
  }
}
