import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { backUpHub, restoreHub } from '../../app/backup/hub-backup.ts';
import { BundleReader } from '../../app/bundle/bundle-file.ts';
import { openReceipts, sealReceipt } from '../../app/bundle/receipts.ts';
import { sendCourier } from '../../app/courier/carry-out.ts';
import { HubEdits } from '../../app/courier/hub-edits.ts';
import { readPrivateKey, signText } from '../../app/ed25519.ts';
import { digestOfEdits, signEdits } from '../../app/edit-key.ts';
import { signedManifest } from '../../app/snapshot-signature.ts';
import { hubKey } from '../../app/store/site-key.ts';
import { bundleManifest, sealedReceipt } from '../../shared/model/bundle.ts';
import type { EditsFile } from '../../shared/model/carry.ts';
import { Copies } from '../api/contract/copies.ts';
import type { Template } from '../api/contract/copies.ts';
import { exported, retitle, taken } from '../helpers/bundle.ts';
import { handed, saved, separated } from '../helpers/carry.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import type { DeskPerson } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';
import { fuzz, peakBytes } from './fuzz.ts';
import { twisted, twists } from './json.ts';
import type { Twist } from './json.ts';
import { expectReadable, takenOrRefused } from './outcomes.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
afterAll(() => folder[Symbol.dispose]());

/** A hub that has not met the edits of its desk, and the desk; then the hub takes them from a file, and makes a bundle. */
let world: {
  hub: Template;
  desk: Template;
  key: KeyObject;
  admin: string;
  people: DeskPerson[];
  edits: EditsFile;
  bundle: BundleContent;
};

interface BundleContent {
  manifest: Record<string, unknown>;
  feed: unknown[];
  receipts: unknown[];
  /** The receipts before they are sealed, with the ids of their edits. */
  answers: { entryid: string; plain: unknown }[];
  files: unknown[];
  snapshot: Buffer;
  pictures: Buffer;
}

beforeAll(async () => {
  await using both = await separated();
  const { hub, desk, ann, bo, guideid, admin } = both;
  await makeEdits(desk, guideid, ann, bo);
  const edits = await saved(desk, ann);
  cpSync(desk.dataDir, at('desk'), { recursive: true });
  cpSync(hub.dataDir, at('hub'), { recursive: true });
  await retitle(hub, guideid, admin, 'Pump of the hub');
  await handed(hub, admin, edits);
  const found = hub.ctx.store.read(null, hubKey);
  world = {
    hub: { folder: at('hub'), open: (dataDir, parts) => testCore({ dataDir }, parts) },
    desk: { folder: at('desk'), open: openDesk },
    key: readPrivateKey(found?.privateKey ?? ''),
    admin,
    people: [ann, bo],
    edits,
    bundle: await contentOf(await exported(hub, at('honest')), edits),
  };
});

const openDesk: Template['open'] = (dataDir, parts = {}) =>
  testCore(
    {
      profile: 'desk',
      site: 'http://127.0.0.1:65530/api/2.0',
      dataDir,
      checkAnswers: false,
      logLevel: 'fatal',
    },
    parts,
  );

async function makeEdits(desk: TestCore, guideid: number, ann: DeskPerson, bo: DeskPerson): Promise<void> {
  await retitle(desk, guideid, ann.token, 'Pump of the desk');
  await desk.json(`POST /comments/guide/${guideid}`, { token: bo.token, json: { text: 'Mind the lid.' } });
  const { image } = await desk.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
    token: ann.token,
    body: new Uint8Array(await (await photo(90, 70)).png().toBuffer()),
  });
  const { guideid: made } = await desk.json<{ guideid: number }>('POST /guides', {
    token: ann.token,
    json: { category: 'Pump', type: 'repair', title: 'Made at the desk', public: true, image: image.id },
  });
  await desk.json(`POST /comments/guide/${made}`, { token: ann.token, json: { text: 'New' } });
  await desk.json('POST /wikis', {
    token: ann.token,
    json: { namespace: 'WIKI', title: 'Notes', contents: 'x' },
  });
}

async function contentOf(file: string, { entries }: EditsFile): Promise<BundleContent> {
  const bundle = new BundleReader(file);
  try {
    const { manifest } = bundle;
    const lines = (part: Parameters<BundleReader['part']>[0]): unknown[] =>
      zstdDecompressSync(bundle.part(part))
        .toString()
        .split('\n')
        .flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
    const receipts = lines(manifest.receipts);
    const opened = await openReceipts(
      (async function* () {
        for (const one of receipts) yield sealedReceipt.parse(one);
      })(),
      entries,
    );
    return {
      manifest,
      feed: lines(manifest.feed),
      receipts,
      answers: [...opened].map(([entryid, plain]) => ({ entryid, plain })),
      files: lines(manifest.files),
      snapshot: bundle.part(manifest.snapshot),
      pictures: readFileSync(file),
    };
  } finally {
    bundle.close();
  }
}

interface HostileBundle {
  isNew: boolean;
  hasSnapshot: boolean;
  manifest: readonly Twist[];
  feed: LineTwists;
  receipts: LineTwists;
  answers: LineTwists;
  files: LineTwists;
  /** A byte of a packed part. */
  torn: { part: number; at: number; byte: number } | null;
}

/** Changes of lines, each named by its index modulo their number. */
type LineTwists = readonly (readonly [number, readonly Twist[]])[];

const lineTwists: fc.Arbitrary<LineTwists> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  fc.array(fc.tuple(fc.nat(10_000), twists), { minLength: 1, maxLength: 2 }),
);

const anyBundle: fc.Arbitrary<HostileBundle> = fc.record({
  isNew: fc.boolean(),
  hasSnapshot: fc.boolean(),
  manifest: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, twists),
  feed: lineTwists,
  receipts: lineTwists,
  answers: lineTwists,
  files: lineTwists,
  torn: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    fc.record({ part: fc.nat(3), at: fc.nat(100_000), byte: fc.integer({ min: 1, max: 255 }) }),
  ),
});

function twistedLines(lines: readonly unknown[], changes: LineTwists): Buffer {
  const texts = lines.map((line) => JSON.stringify(line));
  for (const [index, change] of changes) {
    const place = index % texts.length;
    texts[place] = twisted(lines[place], change);
  }
  return Buffer.from(texts.map((text) => `${text}\n`).join(''));
}

/** Writes a bundle that the hub has signed, whatever it holds. */
function writeHostile(file: string, { hasSnapshot, torn, ...changes }: HostileBundle): void {
  const { bundle, key } = world;
  const answers = bundle.answers.map(({ plain }) => JSON.stringify(plain));
  for (const [index, change] of changes.answers) {
    const place = index % answers.length;
    answers[place] = twisted(bundle.answers[place]?.plain, change);
  }
  const receipts = bundle.answers.map(({ entryid }, place) => sealReceipt(entryid, answers[place] ?? ''));
  const feed = twistedLines(bundle.feed, changes.feed);
  const parts = [
    bundle.snapshot,
    zstdCompressSync(feed),
    zstdCompressSync(twistedLines(receipts, changes.receipts)),
    zstdCompressSync(twistedLines(bundle.files, changes.files)),
  ].map((part) => Buffer.from(part));
  if (torn) {
    const part = parts[torn.part];
    const place = torn.at % Math.max(1, part?.length ?? 0);
    part?.writeUInt8(part.readUInt8(place) ^ torn.byte, place);
  }
  // The pictures stand where the honest bundle has them, so that the list of files need not change.
  let offset = bundle.pictures.length;
  const [snapshot, packed, sealed, listed] = parts.map((part) => {
    const place = { offset, bytes: part.length, sha256: createHash('sha256').update(part).digest('hex') };
    offset += part.length;
    return place;
  });
  const honest = bundleManifest.parse(bundle.manifest);
  const schema = hasSnapshot ? honest.snapshot.schema : 0;
  const facts = twisted(
    {
      ...honest,
      snapshot: { ...signedManifest({ ...honest.snapshot, ...snapshot, schema }, key), ...snapshot },
      feed: { ...packed, unpackedBytes: feed.length },
      receipts: sealed,
      files: { ...listed, count: bundle.files.length },
    },
    changes.manifest,
  );
  const line = Buffer.from(`${signedIfValid(facts, key)}\n`);
  writeFileSync(
    file,
    Buffer.concat([bundle.pictures, ...parts, line, Buffer.from(String(line.length).padStart(10, '0'))]),
  );
}

/** Returns a manifest, signed if a hub can sign such a one. */
function signedIfValid(facts: string, key: KeyObject): string {
  const found = bundleManifest.safeParse(JSON.parse(facts));
  if (!found.success) return facts;
  const { signature, ...fields } = found.data;
  return JSON.stringify({ ...fields, signature: signText('bundle', JSON.stringify(fields), key) });
}

test('[fuzz] a bundle is imported or refused in words, and the desk stays readable', async () => {
  await using copies = new Copies(world.desk);
  expect(world.bundle.answers.length).toBeGreaterThan(2);
  expect(world.bundle.files.length).toBeGreaterThan(0);
  const file = at('hostile');
  let imported = 0;
  await fuzz(
    'bundles',
    anyBundle,
    async (changes) => {
      writeHostile(file, changes);
      const empty = changes.isNew ? openDesk(at('new'), {}) : undefined;
      try {
        const desk = empty ?? (await copies.untouched());
        if (await takenOrRefused(taken(desk, file))) imported += 1;
        expect(desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
        await expectReadable(desk);
      } finally {
        await empty?.close();
        rmSync(at('new'), { recursive: true, force: true });
      }
    },
    { runs: 80 },
  );
  expect(imported).toBeGreaterThan(0);
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});

/** Returns the text of a file with edits that its authors have signed, whatever it holds. */
function signedEdits(edits: readonly Twist[], signatures: readonly Twist[]): string {
  const { signatures: _, ...rest } = world.edits;
  const text = twisted(rest, edits);
  const digest = digestOfEdits(text);
  const signed = world.people.map(({ userid, token }) => ({ userid, signature: signEdits(digest, token) }));
  return text.endsWith('}') ? `${text.slice(0, -1)},"signatures":${twisted(signed, signatures)}}` : text;
}

test('[fuzz] a hub takes a file with edits or refuses it in words, and stays readable', async () => {
  await using copies = new Copies(world.hub, {
    createEditTaker: (parts) =>
      new HubEdits(parts, (order) => ({ result: sendCourier(order), stop: () => undefined })),
  });
  let arrived = 0;
  await fuzz(
    'carried-edits',
    fc.tuple(
      fc.oneof({ weight: 9, arbitrary: twists }, fc.constant([])),
      fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, twists),
    ),
    async ([edits, signatures]) => {
      const hub = await copies.untouched();
      const { state, message, result } = await handed(hub, world.admin, signedEdits(edits, signatures));
      expect(['done', 'failed']).toContain(state);
      expect(message).not.toBe('The edits could not be taken; the log says why.');
      arrived += result?.arrived ?? 0;
      await expectReadable(hub);
    },
    { runs: 30 },
  );
  expect(arrived).toBeGreaterThan(0);
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});

const anyBackup = fc.oneof(
  fc.record({
    kind: fc.constant('bytes' as const),
    changes: fc.array(fc.tuple(fc.nat(2 ** 30), fc.nat(255)), { minLength: 1, maxLength: 8 }),
  }),
  fc.record({ kind: fc.constant('cut' as const), length: fc.nat(2 ** 30) }),
  fc.record({
    kind: fc.constant('file' as const),
    path: fc.constantFrom(
      '',
      '.',
      '..',
      '../x',
      '/x',
      'a/../../x',
      'media',
      'media/',
      'a\0b',
      'benchside.sqlite',
      'x'.repeat(300),
      'x/'.repeat(2000),
      'key\n',
      '\uD800',
    ),
    piece: fc.constantFrom(0, 1, -1, 2 ** 40),
    bytes: fc.constantFrom(null, 0, 'text', ''),
  }),
  fc.record({
    kind: fc.constant('statement' as const),
    sql: fc.constantFrom(
      'DROP TABLE meta',
      'DELETE FROM meta',
      "UPDATE meta SET value = '{'",
      "UPDATE meta SET value = '[]'",
      'DROP TABLE backup_file',
      'DROP TABLE epoch',
      'DROP TABLE account',
      'ALTER TABLE backup_file DROP COLUMN sha256',
      'PRAGMA user_version = 0',
      'PRAGMA user_version = -1',
      'PRAGMA user_version = 100000',
      'DROP TABLE backup_file; CREATE VIEW backup_file AS SELECT 1 AS path',
    ),
  }),
);

test('[fuzz] a backup is restored, or refused in words and nothing of it is left', async () => {
  const honest = at('hub.backup');
  backUpHub(world.hub.folder, honest);
  const file = at('mutated.backup');
  await fuzz(
    'backups',
    anyBackup,
    async (change) => {
      copyFileSync(honest, file);
      if (change.kind === 'bytes' || change.kind === 'cut') {
        const bytes = readFileSync(honest);
        if (change.kind === 'cut') writeFileSync(file, bytes.subarray(0, change.length % bytes.length));
        else {
          for (const [place, byte] of change.changes) bytes[place % bytes.length] = byte;
          writeFileSync(file, bytes);
        }
      } else {
        const database = new Database(file);
        if (change.kind === 'statement') database.exec(change.sql);
        else {
          const { path, piece, bytes } = change;
          const sha256 = createHash('sha256').update(String(bytes)).digest('hex');
          database
            .prepare('INSERT OR REPLACE INTO backup_file VALUES (?, ?, ?, ?)')
            .run(path, piece, sha256, bytes ?? Buffer.from('null'));
        }
        database.close();
      }
      const folder = at('restored');
      try {
        const isRestored = await takenOrRefused((async () => restoreHub(file, folder, false))());
        if (!isRestored) expect(() => readFileSync(join(folder, 'benchside.sqlite'))).toThrow('ENOENT');
      } finally {
        rmSync(folder, { recursive: true, force: true });
        rmSync(at('x'), { force: true });
      }
    },
    { runs: 100 },
  );
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});
