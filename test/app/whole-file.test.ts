import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { exportJournal } from '../../app/bundle/export-journal.ts';
import { writeWhole } from '../../app/whole-file.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';

const writers: [string, (file: string) => void | Promise<number>][] = [
  ['a file', (file) => writeWhole(file, 'secret')],
  [
    'a file with edits',
    async (file) => {
      await using desk = testCore();
      return exportJournal(desk.ctx, file);
    },
  ],
];

test.skipIf(process.platform === 'win32').each(writers)(
  '[security exports] %s is readable for its owner only and goes nowhere else, whatever was in its place',
  async (_what, write) => {
    using folder = temporaryFolder();
    const precious = join(folder.path, 'precious');
    writeFileSync(precious, 'not of Benchside');
    for (const name of ['file', 'file.new']) {
      for (const put of [
        (place: string) => {
          writeFileSync(place, 'open');
          chmodSync(place, 0o666);
        },
        (place: string) => symlinkSync(precious, place),
      ]) {
        const shared = join(folder.path, `${name} ${readdirSync(folder.path).length}`);
        const file = join(shared, 'file');
        mkdirSync(shared);
        put(join(shared, name));
        await write(file);
        expect(lstatSync(file).isFile()).toBe(true);
        expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
        expect(existsSync(`${file}.new`)).toBe(false);
        expect(readFileSync(precious, 'utf8')).toBe('not of Benchside');
      }
    }
  },
);
