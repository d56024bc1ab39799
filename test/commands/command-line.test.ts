import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { temporaryFolder } from '../helpers/core.ts';
import { benchside, serve } from '../helpers/process.ts';
import type { Finished } from '../helpers/process.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);

beforeAll(() => {
  writeFileSync(at('a-file'), 'not a folder');
  writeFileSync(at('guides.jsonl'), '');
});
afterAll(() => folder[Symbol.dispose]());

/** Returns the text for a person: sentences without program internals. */
function expectWords({ stdout, stderr }: Finished, words: RegExp): void {
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d|ZodError|SqliteError/m);
  expect(stdout).toBe('');
}

const password = { stdin: 'a long enough password\n' };
const add = ['user', 'add', 'ann@example.org', '--name', 'Ann', '--password-stdin'];

describe('a wrong command line is explained in words, with exit code 64', () => {
  const wrong: [string, string[], RegExp, { stdin?: string }?][] = [
    ['no command', [], /Usage: benchside/],
    ['an unknown command', ['fly'], /unknown command 'fly'/],
    ['an unknown option', ['hub', '--data', 'x', '--wings'], /unknown option '--wings'/],
    ['no data folder', ['hub'], /required option '--data <dir>'/],
    ['a port beyond all ports', ['hub', '--data', 'x', '--port', '65536'], /number from 0 to 65535/],
    ['a port that is no number', ['desk', '--data', 'x', '--port', 'http'], /number from 0 to 65535/],
    ['an empty port', ['hub', '--data', 'x', '--port', ''], /number from 0 to 65535/],
    [
      'a public address that is none',
      ['hub', '--data', 'x', '--public-url', 'guides'],
      /must be a web address/,
    ],
    [
      'a site that is no address',
      ['desk', '--data', at('none'), '--site', 'the hub'],
      /"the hub" is not an address/,
    ],
    [
      'a site of another protocol',
      ['desk', '--data', at('none'), '--site', 'ftp://x/api/2.0'],
      /is not an address/,
    ],
    ['a desk of no site', ['desk', '--data', at('none')], /belongs to no site yet: give one with --site/],
    ['a sync of no site', ['sync', '--data', at('none')], /belongs to no site yet/],
    ['status of nothing', ['status', '--data', at('none')], /There is no Benchside data in/],
    ['status of a file', ['status', '--data', at('a-file')], /There is no Benchside data in/],
    ['an import without files', ['import', '--data', 'x'], /missing required argument 'files'/],
    [
      'a file that is not there',
      ['import', at('none.jsonl'), '--data', at('none')],
      /There is no file .*none\.jsonl/,
    ],
    ['a folder in place of a file', ['import', folder.path, '--data', at('none')], /is a folder, not a file/],
    [
      'pictures from nowhere',
      ['import', at('guides.jsonl'), '--data', at('hub'), '--pictures', 'paint'],
      /keep, draw, fetch or a folder/,
    ],
    ['a fixture that is not there', ['seed', at('none.json'), '--data', at('none')], /There is no file/],
    [
      'a role nobody has',
      [...add, '--role', 'king', '--data', at('none')],
      /role must be admin, author or technician/,
      password,
    ],
    [
      'a name of nothing',
      [
        'user',
        'add',
        'a@example.org',
        '--name',
        ' ',
        '--role',
        'admin',
        '--password-stdin',
        '--data',
        at('none'),
      ],
      /name may not be empty/,
      password,
    ],
    [
      'an address that is none',
      ['user', 'add', 'ann', '--name', 'Ann', '--role', 'admin', '--password-stdin', '--data', at('none')],
      /email is not an e-mail address/,
      password,
    ],
    ['no password', [...add, '--role', 'admin', '--data', at('none')], /no password on standard input/],
    [
      'an empty line as password',
      [...add, '--role', 'admin', '--data', at('none')],
      /no password on standard input/,
      { stdin: '\n' },
    ],
    [
      'a short password',
      [...add, '--role', 'admin', '--data', at('none')],
      /at least 10 characters/,
      { stdin: 'short' },
    ],
    [
      'a password on the command line',
      ['user', 'add', 'a@example.org', '--name', 'A', '--role', 'admin', '--data', 'x'],
      /with --password-stdin/,
    ],
    [
      'a sign-in without e-mail',
      ['login', '--data', 'x', '--site', 'http://127.0.0.1:1'],
      /required option '--email <email>'/,
    ],
  ];

  it.concurrent.each(wrong)('%s', async (_, args, words, options = {}) => {
    const finished = await benchside(args, options);
    expectWords(finished, words);
    expect(finished.code).toBe(64);
  });
});

describe('an unusable data folder is explained in words, with exit code 1', () => {
  const commands: [string, string[]][] = [
    ['hub', ['--port', '0']],
    ['desk', ['--port', '0', '--site', 'http://127.0.0.1:1']],
    ['import', [at('guides.jsonl')]],
  ];

  it.concurrent.each(commands)('%s: a file', async (command, rest) => {
    const finished = await benchside([command, ...rest, '--data', at('a-file')]);
    expectWords(finished, /Cannot use .*a-file: it is a file and not a folder/);
    expect(finished.code).toBe(1);
  });

  it.concurrent.each(commands)('%s: a path below a file', async (command, rest) => {
    const finished = await benchside([command, ...rest, '--data', at('a-file/below')]);
    expectWords(finished, /Cannot use .*: a part of its path is a file/);
    expect(finished.code).toBe(1);
  });
});

describe('help', () => {
  it.concurrent('documents the exit codes and every command', async () => {
    const { code, stdout, stderr } = await benchside(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of ['hub', 'desk', 'import', 'seed', 'user', 'settings', 'login', 'sync', 'status']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    }
    expect(stdout).toMatch(
      /0 clean; 1 failed.*2 something needs a person;\s+3 the site cannot be reached; 64/s,
    );
  });

  it.concurrent.each(['hub', 'desk', 'import', 'seed', 'settings', 'login', 'sync', 'status'])(
    '%s names its data folder',
    async (command) => {
      const { code, stdout } = await benchside([command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain('--data <dir>');
    },
  );

  it('is printed by npx in the project', () => {
    const { status, stdout } = spawnSync('npx', ['--offline', 'benchside', '--help'], {
      encoding: 'utf8',
      cwd: join(import.meta.dirname, '../..'),
      shell: process.platform === 'win32',
    });
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: benchside');
  });

  it.concurrent('the version is one line', async () => {
    expect((await benchside(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('an account', () => {
  it('is added once, with its password from standard input, with and without a newline', async () => {
    const data = at('accounts');
    const args = [...add, '--role', 'admin', '--data', data];
    const first = await benchside([...args, '--json'], { stdin: 'a long enough password' });
    expect(first.stderr).toBe('');
    expect(JSON.parse(first.stdout)).toEqual({
      userid: 1,
      email: 'ann@example.org',
      username: 'Ann',
      role: 'admin',
    });
    const again = await benchside(args, password);
    expectWords(again, /There is already an account with this e-mail address/);
    expect(again.code).toBe(1);
    const ben = [
      'user',
      'add',
      'ben@example.org',
      '--name',
      'Ben',
      '--role',
      'technician',
      '--password-stdin',
      '--data',
      data,
    ];
    expect((await benchside(ben, { stdin: 'another long password\r\nand more' })).stdout).toMatch(
      /^Added Ben <ben@example\.org> as technician, userid 2\.\n$/,
    );

    await using hub = await serve(['hub', '--data', data, '--port', '0']);
    const signIn = (email: string, secret: string): Promise<number> =>
      fetch(`${hub.url}/user/token`, {
        method: 'POST',
        body: JSON.stringify({ email, password: secret }),
      }).then((r) => r.status);
    expect(await signIn('ann@example.org', 'a long enough password')).toBe(201);
    expect(await signIn('ben@example.org', 'another long password')).toBe(201);
    expect(await signIn('ben@example.org', 'another long password\r\nand more')).toBe(401);
    const busy = await benchside(args, password);
    expectWords(busy, new RegExp(`in use by another Benchside process \\(pid ${hub.pid}\\)`));
    expect(busy.code).toBe(1);
  });
});

it.skipIf(process.platform === 'win32')('a reader that closes the pipe early causes no crash', () => {
  const command = `"${process.execPath}" app/cli.ts --help | true; exec "${process.execPath}" app/cli.ts --help >&-`;
  const { stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
  });
  expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
});
