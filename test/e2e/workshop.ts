import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
export const cli = join(root, 'dist/app/cli.js');

/** A part of the sample workshop that is made in seconds: a guide, its prerequisite, and an unrelated one. */
const guideids = [4, 5, 11];
const wikiids = [1, 2, 5, 7];

interface Fixture {
  users: { email: string; password: string; image?: unknown }[];
  images: { id: number; file?: string }[];
  guides: { guideid: number }[];
  wikis: { wikiid: number }[];
  site: unknown;
}

export const technician = {
  name: 'Tomasz Brand',
  email: 'tomasz@example.org',
  password: 'bench-sample-tech1',
};

/** A form for a step: text, a choice and a tick. */
export const formFields = [
  { label: 'Serial number', field_type: 'Text Input', required: true },
  { label: 'Class', field_type: 'Radios', options: ['I', 'II'], required: true },
  { label: 'Cord without damage', field_type: 'Checkbox' },
];

/** Settings of the whole machine need a lead. */
export const lead = { email: 'maren@example.org', password: 'bench-sample-admin' };

/** Returns a copy of a hub's data folder with that workshop, which is made once for each build. */
export function copyWorkshop(data: string): void {
  const made = join(
    root,
    'test-output/workshop',
    `${guideids.join('-')} ${statSync(join(root, 'dist/built')).mtimeMs}`,
  );
  if (!existsSync(made)) makeWorkshop(made);
  cpSync(made, data, { recursive: true });
}

function makeWorkshop(data: string): void {
  const whole: Fixture = JSON.parse(
    readFileSync(join(root, 'resources/sample-workshop/workshop.json'), 'utf8'),
  );
  const guides = whole.guides.filter(({ guideid }) => guideids.includes(guideid));
  const wikis = whole.wikis.filter(({ wikiid }) => wikiids.includes(wikiid));
  const users = whole.users.map(({ image: _, ...user }) => user);
  const used = JSON.stringify([guides, wikis]);
  const images = whole.images
    .filter(({ id }) => new RegExp(`\\b${id}\\b`).test(used))
    .map(({ file: _, ...image }) => image);
  const part = `${data}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const file = join(part, 'workshop.json');
  writeFileSync(file, JSON.stringify({ site: whole.site, users, images, wikis, guides }));
  const { status, stderr } = spawnSync(process.execPath, [cli, 'seed', file, '--data', part], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the workshop could not be made: ${stderr}`);
  renameSync(part, data);
}
