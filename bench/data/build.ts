import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fillPlaceholders } from '../../app/store/placeholders.ts';
import { Replica } from '../../app/replica/replica.ts';
import type { ImportedGuide } from '../../app/import/myfixit.ts';
import type { ReplicaWriter } from '../../app/replica/replica.ts';
import { authors, documentOf, queriesOf } from './document.ts';
import { readSource } from './source.ts';

/** Part of the folder's name: change it when documents change. */
const edition = 3;
const batch = 100;

export interface DataSet {
  dir: string;
  source: string;
  /** JSON of all full guides. */
  bytes: number;
}

/** Files of a data set. */
export const hubOf = (dir: string): string => join(dir, 'hub');
export const guidesFile = (dir: string): string => join(dir, 'guides.jsonl');
export const queriesOfSet = (dir: string): string[] =>
  JSON.parse(readFileSync(join(dir, 'queries.json'), 'utf8')) as string[];

/**
 * A hub with `size` guides, and the same guides as it answers them (one JSON a line, under `origin`). Built once for
 * each size and source, in the folder for temporary files.
 */
export async function dataSet(
  size: number,
  sourceFolder: string | undefined,
  origin: string,
): Promise<DataSet> {
  const { guides, name } = readSource(sourceFolder);
  const dir = join(
    tmpdir(),
    `benchside-bench-${edition}-${size}-${name.replaceAll(/\W+/g, '-')}-${new URL(origin).port}`,
  );
  const marker = join(dir, 'set.json');
  if (!existsSync(marker)) {
    process.stderr.write(`Building ${size} guides …\n`);
    const building = `${dir}.building`;
    rmSync(building, { recursive: true, force: true });
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(building, { recursive: true });
    const store = filledHub(hubOf(building), size, guides);
    const bytes = await dump(store, guidesFile(building), origin);
    store.close();
    writeFileSync(join(building, 'queries.json'), JSON.stringify(queriesOf(guides)));
    writeFileSync(join(building, 'set.json'), JSON.stringify({ source: name, bytes }));
    renameSync(building, dir);
  }
  const { source, bytes } = JSON.parse(readFileSync(marker, 'utf8')) as Omit<DataSet, 'dir'>;
  return { dir, source, bytes };
}

/** Makes a hub with `size` guides in an empty folder. */
export function filledHub(dataDir: string, size: number, sources: readonly ImportedGuide[]): Replica {
  const store = new Replica({ dataDir, purpose: 'sync' });
  store.transact(null, (s) => {
    s.meta.createIdentity();
    for (let author = 1; author <= authors; author += 1) addAuthor(s, author);
  });
  for (let index = 0; index < size; index += batch) {
    store.transact(null, (s) => {
      for (let at = index; at < Math.min(index + batch, size); at += 1) {
        const guide = documentOf(sources, at);
        s.wikis.ensureCategory(guide.body.category);
        s.guides.put(guide, { keepRevision: false });
        s.feed.record('guide', guide.body.guideid);
        s.meta.claimId('revision', guide.body.revisionid);
      }
    });
  }
  return store;
}

function addAuthor(s: ReplicaWriter, author: number): void {
  const role = author === 1 ? 'admin' : 'author';
  const userid = s.users.create({ email: null, username: `author ${author}`, passwordHash: null, role });
  s.feed.record('user', userid);
}

async function dump(store: Replica, file: string, origin: string): Promise<number> {
  const out = createWriteStream(file);
  let bytes = 0;
  for (const guideid of store.read(null, (s) => s.guides.ids()).sort((a, b) => a - b)) {
    const text = store.read(null, (s) =>
      s.guides.answer(s.guides.requireVisible(guideid), { prerequisiteSteps: false }),
    );
    const line = Buffer.from(`${fillPlaceholders(text, { media: `${origin}/igi/`, site: origin })}\n`);
    bytes += line.length - 1;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return bytes;
}

/** All documents as bytes, without reading the file whole. */
export function* documents(dir: string): Generator<Buffer> {
  const fd = openSync(guidesFile(dir), 'r');
  const chunk = Buffer.alloc(4 << 20);
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const length = readSync(fd, chunk);
      if (length === 0) return;
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        yield Buffer.from(bytes.subarray(from, end));
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
  } finally {
    closeSync(fd);
  }
}
