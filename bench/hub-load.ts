/**
 * The load of many desks on a hub: `npm run bench -- --only hub-load`. A hub of its own on SQLite, and a shared site in PostgreSQL with one and
 * two hub processes, as real processes over HTTP, one after the other; ratios are to the hub of its own.
 */
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';

import { PostgresServer } from '../test/helpers/postgres.ts';
import { addAccount, json, password, serve, succeed } from '../test/helpers/process.ts';
import type { Server } from '../test/helpers/process.ts';
import { SharedSite, addAnn, signIn } from '../test/helpers/shared-site.ts';
import { editsOfDesk, endOfShift } from './shift.ts';
import type { ShiftResult } from './shift.ts';
import { percentile, seconds } from './stats.ts';

const guideCount = 200;
const stepCount = 10;
const readCount = 4_000;
/** Desks that send at the same time. */
const desks = 8;
/** People who end their shift, each at several desks. */
const people = 20;
const desksOfPerson = 10;

interface Result {
  /** Milliseconds of one guide, one request at a time. */
  read: number;
  /** Guides a second, 8 requests at a time. */
  reads: number;
  /** Edits a second, one a request and in batches. */
  edits: number;
  batched: number;
  /** Milliseconds of a guide while desks send batches. */
  meanwhile: number;
  shift: ShiftResult;
}

type Hubs = readonly [Server, ...Server[]];

const hubOf = (hubs: Hubs, index: number): Server => hubs[index % hubs.length] ?? hubs[0];

async function fill(hub: Server, token: string): Promise<number[]> {
  const headers = { Authorization: `api ${token}` };
  const ids: number[] = [];
  for (let index = 0; index < guideCount; index += 1) {
    const made = await json<{ guideid: number; revisionid: number }>(`${hub.url}/guides`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ category: 'Pump', type: 'teardown', title: `Guide ${index}`, public: true }),
    });
    let { revisionid } = made;
    for (let step = 1; step < stepCount; step += 1) {
      const answer = await json<{ revisionid: number }>(
        `${hub.url}/guides/${made.guideid}/steps?revisionid=${revisionid}`,
        {
          method: 'POST',
          headers,
          body: JSON.stringify({
            orderby: step,
            title: `Step ${step}`,
            lines: [1, 2, 3].map((line) => ({
              text: `Line ${line} of step ${step}`,
              bullet: 'black',
              level: 0,
            })),
          }),
        },
      );
      ({ revisionid } = answer);
    }
    ids.push(made.guideid);
  }
  return ids;
}

/** A guide that no hub has kept an answer for. */
async function readOne(hubs: Hubs, ids: readonly number[], index: number): Promise<number> {
  const start = performance.now();
  const answer = await fetch(
    `${hubOf(hubs, index).url}/guides/${ids[index % ids.length] ?? 0}?read=${randomUUID()}`,
  );
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`a guide was answered ${answer.status}`);
  return performance.now() - start;
}

/** Runs `work` for 0 to `count - 1`, so many at a time. */
async function together(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

interface Site {
  /** Of an author, for a desk each. */
  token: string;
  shiftTokens: readonly string[];
  ids: readonly number[];
}

async function measure(hubs: Hubs, { token, shiftTokens, ids }: Site): Promise<Result> {
  const headers = { Authorization: `api ${token}` };
  await together(400, 8, (index) => readOne(hubs, ids, index));
  const times: number[] = [];
  await together(readCount / 4, 1, async (index) => times.push(await readOne(hubs, ids, index)));
  const readsTook = await seconds(() => together(readCount, 8, (index) => readOne(hubs, ids, index)));

  const favorite = (index: number, desk: number): { route: string; params: { guideid: string } } => ({
    route: 'PUT /user/favorites/guides/{guideid}',
    params: { guideid: String(ids[(index + desk) % ids.length]) },
  });
  const editsTook = await seconds(() =>
    together(desks, desks, async (desk) => {
      for (let index = 0; index < editsOfDesk; index += 1) {
        const { params } = favorite(index, desk);
        const method = index % 2 === 0 ? 'PUT' : 'DELETE';
        const answer = await fetch(`${hubOf(hubs, desk).url}/user/favorites/guides/${params.guideid}`, {
          method,
          headers: { ...headers, 'Idempotency-Key': randomUUID() },
        });
        if (answer.status >= 500) throw new Error(`an edit was answered ${answer.status}`);
      }
    }),
  );

  const sent = new AbortController();
  const meanwhile: number[] = [];
  const reader = (async () => {
    for (let index = 0; !sent.signal.aborted; index += 1) meanwhile.push(await readOne(hubs, ids, index));
  })();
  const batchedTook = await seconds(() =>
    together(desks * 4, desks, async (desk) => {
      const edits = Array.from({ length: editsOfDesk }, (_, index) => ({
        key: randomUUID(),
        ...favorite(index, desk),
      }));
      await json(`${hubOf(hubs, desk).url}/benchside/edits`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ edits }),
      });
    }),
  );
  sent.abort();
  await reader;
  const shift = await endOfShift({
    hubs,
    tokens: shiftTokens,
    guideids: ids,
    read: (index) => readOne(hubs, ids, index),
  });
  return {
    read: percentile(times, 0.5),
    reads: readCount / readsTook,
    edits: (desks * editsOfDesk) / editsTook,
    batched: (desks * 4 * editsOfDesk) / batchedTook,
    meanwhile: percentile(meanwhile, 0.99),
    shift,
  };
}

/** Measures all three and prints two tables. */
export async function hubLoad(): Promise<void> {
  await using postgres = await PostgresServer.create();
  await using site = new SharedSite(postgres.url);
  const own = site.data('own');
  await succeed([...addAnn, '--data', own], { stdin: password });
  const names = Array.from({ length: people }, (_, index) => `desk-${index}`);
  for (const name of names) await addAccount(own, name, 'technician');
  await succeed(['move-media', '--data', own, '--to', site.data('pictures')]);
  const results: [string, Result][] = [];
  let filled: Site;
  {
    await using hub = await serve(['hub', '--data', own, '--port', '0']);
    const token = await signIn(hub);
    const shiftTokens: string[] = [];
    for (const name of names)
      for (let desk = 0; desk < desksOfPerson; desk += 1)
        shiftTokens.push(await signIn(hub, `${name}@example.org`));
    filled = { token, shiftTokens, ids: await fill(hub, token) };
    await hub.kill('SIGTERM');
  }
  // Each is measured on the same site, before any shift has ended there.
  for (const name of ['moved', 'alone']) cpSync(own, site.data(name), { recursive: true });
  {
    await using hub = await serve(['hub', '--data', site.data('alone'), '--port', '0']);
    results.push(['a hub of its own', await measure([hub], filled)]);
  }
  await succeed(['move-hub', 'postgres', '--data', site.data('moved'), '--database', site.database]);
  const first = await site.start('first');
  results.push(['shared, one process', await measure([first], filled)]);
  results.push(['shared, two processes', await measure([first, await site.start('second')], filled)]);
  console.log(`${table(results, speeds)}\n\n${table(results, shifts)}`);
}

type Columns = readonly (readonly [title: string, value: (result: Result) => number])[];

const speeds: Columns = [
  ['one guide, p50 ms', ({ read }) => read],
  ['guides/s', ({ reads }) => reads],
  ['edits/s', ({ edits }) => edits],
  ['edits/s in batches', ({ batched }) => batched],
  ['guide during batches, p99 ms', ({ meanwhile }) => meanwhile],
];

const shifts: Columns = [
  ['end of a shift, s', ({ shift }) => shift.took],
  ['edits/s beside pictures', ({ shift }) => shift.edits],
  ['a desk’s edits, p50 ms', ({ shift }) => shift.batch.p50],
  ['p99', ({ shift }) => shift.batch.p99],
  ['its picture, p50 ms', ({ shift }) => shift.picture.p50],
  ['p99', ({ shift }) => shift.picture.p99],
  ['its pull, p50 ms', ({ shift }) => shift.pull.p50],
  ['p99', ({ shift }) => shift.pull.p99],
  ['readers, p50 ms', ({ shift }) => shift.read.p50],
  ['p99', ({ shift }) => shift.read.p99],
  ['processor of the hubs, sending, s', ({ shift }) => shift.cpu.sending],
  ['pulling, s', ({ shift }) => shift.cpu.pulling],
  ['lines of a pull', ({ shift }) => shift.pulled.lines],
  ['kB', ({ shift }) => shift.pulled.bytes / 1000],
];

const shown = (value: number): string =>
  value < 1000 ? value.toPrecision(3) : Math.round(value).toLocaleString('en');

function table(results: readonly [string, Result][], columns: Columns): string {
  const [[, base] = []] = results;
  const rows = results.map(([name, result]) => {
    const cells = columns.map(([, value]) => {
      const ratio = base ? value(result) / value(base) : 1;
      return `${shown(value(result))} (${ratio.toFixed(2)}x)`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const titles = columns.map(([title]) => title).join(' | ');
  return `| | ${titles} |\n|${'---|'.repeat(columns.length + 1)}\n${rows.join('\n')}`;
}
