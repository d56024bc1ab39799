import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Mutation {
  name: string;
  /** Each text stands in its file once. */
  changes: readonly { file: string; from: string; to: string }[];
}

/** Ways to break sync that the simulation has to find. */
export const mutations: readonly Mutation[] = [
  {
    name: 'the base of an edit is not checked',
    changes: [
      {
        file: 'app/store/guides/writer.ts',
        from: 'if (revisionid !== undefined && revisionid !== base) throw conflict(this.current(row));',
        to: '',
      },
    ],
  },
  {
    name: 'the cursor moves before the rows are stored',
    changes: [
      {
        file: 'app/sync/pull-feed.ts',
        from: "if ('start' in line) {",
        to: "if ('start' in line) { store.transact(null, (s) => s.sync.setCursor(name, line.sequence));",
      },
    ],
  },
  {
    name: 'edits are sent without their key',
    changes: [{ file: 'app/sync/remote.ts', from: ", 'Idempotency-Key': key }", to: ' }' }],
  },
  {
    name: 'an edit is done before its answer is stored',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: '    settle(round, s, entry, plan, answer);',
        to: "    s.journal.setState(entry, 'done'); });  await round.together.transact((s) => {\n    settle(round, s, entry, plan, answer);",
      },
      { file: 'app/sync/push/settle.ts', from: "s.journal.setState(entry, 'done');", to: '' },
    ],
  },
  {
    name: 'edits are sent under the token of another',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: 'people.find(({ userid }) => userid === entry.sender)?.token',
        to: 'people[0]?.token',
      },
    ],
  },
  {
    name: 'edits that wait are not carried over to a new version',
    changes: [
      {
        file: 'app/sync/replay.ts',
        from: 'for (const pending of toCarryOver(s, kind, id)) {',
        to: 'for (const pending of toCarryOver(s, kind, id).slice(0, 0)) {',
      },
    ],
  },
  {
    name: 'an id that the site gave is dropped',
    changes: [
      {
        file: 'app/sync/push/learn.ts',
        from: "return [{ kind: 'step', provisional, id: step.stepid }, ...learnLines(entry, sent, step)];",
        to: 'return learnLines(entry, sent, step);',
      },
    ],
  },
  {
    name: 'what the site refuses as invalid counts as done',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: "if (status === 403) return park(round, entry, { kind: 'forbidden', message });",
        to: "if (status === 422) { round.store.transact(null, (s) => s.journal.setState(entry, 'done')); return false; }",
      },
    ],
  },
  {
    name: 'edits do not wait for those before them',
    changes: [
      {
        file: 'app/sync/push/held.ts',
        from: 'if (this.sequences.size === 0) return false;',
        to: 'return false;',
      },
    ],
  },
  {
    name: 'a site of others is sent again what it may have',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: 'const found = await probe({ round, entry, sent: plan, token });',
        to: "const found = { kind: 'absent' as 'absent' | 'arrived' | 'undecidable', sent: plan, answer: undefined, message: '' }; probe.toString();",
      },
    ],
  },
  {
    name: 'a pull takes away what was written here',
    changes: [
      {
        file: 'app/store/comments/comments.ts',
        from: 'WHERE guideid = :guideid AND commentid > 0',
        to: 'WHERE guideid = :guideid',
      },
      {
        file: 'app/store/comments/comments.ts',
        from: "gone.filter((commentid) => this.s.journal.isPending('comment', commentid))",
        to: 'gone.filter(() => false)',
      },
    ],
  },
  {
    name: 'what something between answers counts as the answer of the hub',
    changes: [
      {
        file: 'app/sync/remote.ts',
        from: 'if (required === undefined || signatureOf(answer) === required',
        to: 'if (required === undefined || status > 0 || signatureOf(answer) === required',
      },
    ],
  },
  {
    name: 'a reader who is shown no draft takes it from all others',
    changes: [
      {
        file: 'app/sync/apply.ts',
        from: 'return draft.body.revisionid > shown ? draft : undefined;',
        to: 'return draft.body.revisionid > shown && shown < 0 ? draft : undefined;',
      },
    ],
  },
  {
    name: 'a draft stays beside a guide that has no release any more',
    changes: [
      {
        file: 'app/sync/replay.ts',
        from: 's.guides.putRemoteDraft(id, isReleased ? document : undefined);',
        to: 'if (isReleased) s.guides.putRemoteDraft(id, document);',
      },
    ],
  },
];

const root = join(import.meta.dirname, '../..');

/**
 * Breaks a copy of the program in one way after the other, and plays episodes with it until one shows a violation.
 *
 * @returns whether all were found
 */
export async function findMutations(episodes: number, jobs: number): Promise<boolean> {
  let all = true;
  for (const mutation of mutations) {
    const started = performance.now();
    const found = await find(mutation, episodes, jobs);
    all &&= found !== undefined;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${found === undefined ? 'NOT FOUND' : `found (${found})`}: ${mutation.name}; ${seconds} s`);
  }
  return all;
}

/** @returns what was wrong, and after how many episodes */
async function find(mutation: Mutation, episodes: number, jobs: number): Promise<string | undefined> {
  const copy = mkdtempSync(join(tmpdir(), 'benchside-mutation-'));
  try {
    for (const part of ['app', 'shared', 'test/simulate', 'test/plain-site', 'test/helpers', 'package.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const { file, from, to } of mutation.changes) {
      const text = readFileSync(join(copy, file), 'utf8');
      if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
      writeFileSync(
        join(copy, file),
        text.replace(from, () => to),
      );
    }
    const output = await run(copy, ['--episodes', String(episodes), '--jobs', String(jobs), '--first']);
    const [, wrong] = /^seed \d+: (.*)$/m.exec(output) ?? [];
    const [, after] = /^(\d+) episodes/m.exec(output) ?? [];
    if (after === undefined) throw new Error(`the simulation of "${mutation.name}" broke off:\n${output}`);
    return wrong && `${wrong.slice(0, 100)}, after ${after} episodes`;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function run(folder: string, options: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['test/simulate/run.ts', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}
