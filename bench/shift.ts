import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import sharp from 'sharp';

import { json } from '../test/helpers/process.ts';
import type { Server } from '../test/helpers/process.ts';
import { percentile, seconds } from './stats.ts';

/** Who sends a shift: as many desks as tokens. */
export interface Shift {
  hubs: readonly Server[];
  tokens: readonly string[];
  guideids: readonly number[];
  /** Reads a guide that no hub has kept, and returns the milliseconds it took. */
  read: (index: number) => Promise<number>;
}

export const editsOfDesk = 50;

/** How the end of a shift went. Times are milliseconds. */
export interface ShiftResult {
  /** Seconds until every desk had sent its edits and its picture, and read what the others sent. */
  took: number;
  /** Edits a second, from the first that was sent to the last that was answered, pictures among them. */
  edits: number;
  /** Of a desk: all its edits in one request, its picture, and what the others changed. */
  batch: { p50: number; p99: number };
  picture: { p50: number; p99: number };
  pull: { p50: number; p99: number };
  /** Of readers who go on reading guides beside it. */
  read: { p50: number; p99: number };
  /** Seconds of processor time of all hubs while edits and pictures came, and while desks read what changed. */
  cpu: { sending: number; pulling: number };
  /** Of what one desk read. */
  pulled: { lines: number; bytes: number };
}

const readers = 4;
/** Milliseconds that a reader looks at a guide. */
const pause = 40;

/** A photo as a phone takes it, made small by a desk; each is another, because equal ones are stored once. */
const photo = (): Promise<Buffer> =>
  sharp(randomBytes(160 * 120 * 3), { raw: { width: 160, height: 120, channels: 3 } })
    .resize(1600, 1200)
    .jpeg({ quality: 70 })
    .toBuffer();

/** Seconds of processor time that a process has used. */
function cpuOf({ pid }: Server): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const spreadOf = (times: readonly number[]): { p50: number; p99: number } => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
});

interface Read {
  /** To go on from. */
  sequence: number;
  lines: number;
  bytes: number;
}

/** Reads the feed from a sequence to its end, as desks do. */
async function changesAfter(after: number, url: string, headers: Record<string, string>): Promise<Read> {
  const answer = await fetch(`${url}/benchside/changes?after=${after}`, { headers });
  const text = await answer.text();
  const lines = text.trimEnd().split('\n');
  const { end, sequence } = JSON.parse(lines.at(-1) ?? '') as { end?: true; sequence: number };
  if (!answer.ok || !end) throw new Error(`the feed was answered ${answer.status} and has no end`);
  return { sequence, lines: lines.length, bytes: text.length };
}

/** The end of a shift: every desk sends its edits and a picture at the same moment, and then reads what changed. */
export async function endOfShift({ hubs, tokens, guideids, read }: Shift): Promise<ShiftResult> {
  const pictures: Buffer[] = [];
  for (const _ of tokens) pictures.push(await photo());
  const hubOf = (desk: number): string => hubs[desk % hubs.length]?.url ?? '';
  const asDesk = (desk: number): { Authorization: string } => ({
    Authorization: `api ${tokens[desk] ?? ''}`,
  });
  const before = await changesAfter(0, hubOf(0), asDesk(0));
  const used = (): number => hubs.reduce((sum, hub) => sum + cpuOf(hub), 0);
  const cpu = [used()];

  const reads: number[] = [];
  const done = new AbortController();
  const reading = Array.from({ length: readers }, async (_, reader) => {
    for (let index = reader; !done.signal.aborted; index += readers) {
      reads.push(await read(index));
      await wait(pause);
    }
  });

  const batches: number[] = [];
  const sent: number[] = [];
  const pulls: number[] = [];
  const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
    times.push((await seconds(work)) * 1000);
  };
  let sendingTook = 0;
  let pulled = before;
  const took = await seconds(async () => {
    sendingTook = await seconds(() =>
      Promise.all(
        tokens.map(async (_, desk) => {
          await timed(batches, () => sendEdits(hubOf(desk), asDesk(desk), desk, guideids));
          await timed(sent, () =>
            json(`${hubOf(desk)}/user/media/images?file=shift-${desk}.jpg`, {
              method: 'POST',
              headers: { ...asDesk(desk), 'Content-Type': 'image/jpeg', 'Idempotency-Key': randomUUID() },
              body: new Uint8Array(pictures[desk] ?? []),
            }),
          );
        }),
      ),
    );
    cpu.push(used());
    await Promise.all(
      tokens.map((_, desk) =>
        timed(pulls, async () => {
          pulled = await changesAfter(before.sequence, hubOf(desk), asDesk(desk));
        }),
      ),
    );
  });
  cpu.push(used());
  done.abort();
  await Promise.all(reading);
  const [start = 0, sending = 0, pulling = 0] = cpu;
  return {
    took,
    edits: (tokens.length * editsOfDesk) / sendingTook,
    batch: spreadOf(batches),
    picture: spreadOf(sent),
    pull: spreadOf(pulls),
    read: spreadOf(reads),
    cpu: { sending: sending - start, pulling: pulling - sending },
    pulled,
  };
}

/** Half of the edits are comments on guides, half favorites. */
async function sendEdits(
  url: string,
  headers: Record<string, string>,
  desk: number,
  guideids: readonly number[],
): Promise<void> {
  const edits = Array.from({ length: editsOfDesk }, (_, index) => {
    const guideid = String(guideids[(desk + index) % guideids.length]);
    return index % 2 === 0
      ? {
          key: randomUUID(),
          route: 'POST /comments/{context}/{contextid}',
          params: { context: 'guide', contextid: guideid },
          body: { text: `Desk ${desk} noticed this at part ${index}.` },
        }
      : { key: randomUUID(), route: 'PUT /user/favorites/guides/{guideid}', params: { guideid } };
  });
  const { answers } = await json<{ answers: { status: number }[] }>(`${url}/benchside/edits`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ edits }),
  });
  const refused = answers.find(({ status }) => status >= 300);
  if (refused || answers.length !== edits.length) throw new Error(`an edit was answered ${refused?.status}`);
}
