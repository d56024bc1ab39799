import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Mutation {
  name: string;
  /** Each text is in its file once. */
  changes: readonly { file: string; from: string; to: string }[];
}

/** Ways to break sync that the simulation has to detect. */
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
        to: "if ('start' in line) { store.transact(null, (s) => s.watermarks.set(name, line.sequence));",
      },
    ],
  },
  {
    name: 'edits are sent without their key',
    changes: [{ file: 'app/sync/remote.ts', from: "{ 'Idempotency-Key': key }", to: '{}' }],
  },
  {
    name: 'edits of a batch are sent under other keys than alone',
    changes: [
      {
        file: 'app/sync/push/edit-batches.ts',
        from: 'key: entry.entryid, ...part',
        to: 'key: `batch-${entry.entryid}`, ...part',
      },
    ],
  },
  {
    name: 'an edit is done before its answer is stored',
    changes: [
      {
        file: 'app/sync/push/outcomes.ts',
        from: '    complete(round, s, entry, plan, answer);',
        to: "    s.journal.setState(entry, 'done'); });  await round.batcher.transact((s) => {\n    complete(round, s, entry, plan, answer);",
      },
      { file: 'app/sync/push/complete.ts', from: "s.journal.setState(entry, 'done');", to: '' },
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
        file: 'app/replica/rebase/replayer.ts',
        from: 'for (const pending of toCarryOver(s, kind, id)) {',
        to: 'for (const pending of toCarryOver(s, kind, id).slice(0, 0)) {',
      },
    ],
  },
  {
    name: 'an id that the site gave is dropped',
    changes: [
      {
        file: 'app/replica/operations/step.ts',
        from: "return [{ kind: 'step', provisional, id: step.stepid }, ...learnLines(entry, sent, step)];",
        to: 'return learnLines(entry, sent, step);',
      },
    ],
  },
  {
    name: 'what the site refuses as invalid counts as done',
    changes: [
      {
        file: 'app/sync/push/outcomes.ts',
        from: "if (status === 403) return park(round, entry, { kind: 'forbidden', message });",
        to: "if (status === 422) { round.store.transact(null, (s) => s.journal.setState(entry, 'done')); return 'finished'; }",
      },
    ],
  },
  {
    name: 'edits do not wait for those before them',
    changes: [
      {
        file: 'app/sync/push/queue.ts',
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
        from: '      const found = await probe(question);',
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
        file: 'app/replica/rebase/replayer.ts',
        from: 's.guides.putRemoteDraft(id, isReleased ? document : undefined);',
        to: 'if (isReleased) s.guides.putRemoteDraft(id, document);',
      },
    ],
  },
  {
    name: 'chaos 1: a hub does not notice that a desk has read another history',
    changes: [
      {
        file: 'app/store/feed/epochs.ts',
        from: 'sequence <= s.feed.sequence && stampOf(s, sequence) === stamp;',
        to: 'sequence <= s.feed.sequence && stamp !== stampOf(s, -1);',
      },
    ],
  },
  {
    name: 'chaos 2: what a restored hub has lost stays at desks',
    changes: [
      {
        file: 'app/sync/pull-feed.ts',
        from: 'removeGhosts(round, s, present);',
        to: 'removeGhosts.toString();',
      },
    ],
  },
  {
    name: 'chaos 2: edits that a restored hub has lost count as done',
    changes: [
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: "if (entry?.state === 'done') s.journal.lose(entry);",
        to: '',
      },
    ],
  },
  {
    name: 'chaos 3: an answer that a hub repeats counts as new',
    changes: [
      {
        file: 'app/sync/remote.ts',
        from: 'Number.isSafeInteger(sequence) && sequence >= 0',
        to: 'Number.isSafeInteger(sequence) && sequence < 0',
      },
    ],
  },
  {
    name: 'chaos 6: the refusal of a token takes the one that came after it',
    changes: [
      {
        file: 'app/identity/people.ts',
        from: 'if (sealed && vault.open(sealed) === token) refusePerson(s, userid);',
        to: "if (sealed && vault.open(sealed) !== '' && token !== '') refusePerson(s, userid);",
      },
    ],
  },
  {
    name: 'chaos 7: who handed a run over no longer sees it at other desks',
    changes: [
      {
        file: 'app/store/migrations/0025-work-holders.ts',
        from: "WHEN NEW.type IN ('start', 'assume')",
        to: "WHEN NEW.type = 'nobody'",
      },
    ],
  },
  {
    name: 'chaos 8: what a guest network answers for a third-party site counts',
    changes: [
      {
        file: 'app/sync/push/outcomes.ts',
        from: 'if (!round.hub && answers === undefined && !answersWithIds(plan.route))',
        to: 'if (!round.hub && answers === undefined && answersWithIds(plan.route))',
      },
    ],
  },
  {
    name: 'chaos 9: the time of the last sync is by the clock of the desk',
    changes: [
      {
        file: 'app/sync/engine.ts',
        from: "s.deskState.set('lastSuccess', siteTime)",
        to: "s.deskState.set('lastSuccess', round.endedAt)",
      },
    ],
  },
  {
    name: 'chaos 10: an edit is carried out under a number that sync has replaced',
    changes: [
      {
        file: 'app/api/server.ts',
        from: 'if (isNamed && !isDeepStrictEqual(asSiteNames(s, endpoint, given), input)) throw new Renamed();',
        to: '',
      },
      {
        file: 'app/api/server.ts',
        from: 'if (isDeepStrictEqual(latest(), input)) throw error;',
        to: 'throw error;',
      },
    ],
  },
  {
    name: 'chaos 12: a view that cannot be sent waits for a decision',
    changes: [
      {
        file: 'app/sync/push/outcomes.ts',
        from: "const state = operationOf(entry.route).silent ? 'discarded' : 'parked';",
        to: "const state = 'parked';",
      },
    ],
  },
  {
    name: 'chaos 13: keys are forgotten by the clock of the hub',
    changes: [
      {
        file: 'app/store/idempotency/idempotency.ts',
        from: "'DELETE FROM idempotency WHERE day <= ?', [day - keptDays]",
        to: "'DELETE FROM idempotency WHERE date < ?', [now - keptDays * 86_400]",
      },
    ],
  },
  {
    name: 'chaos minor: a number of this desk leaves it with a translation',
    changes: [
      {
        file: 'app/sync/push/revision-mapping.ts',
        from: "if (Number(plan.query['revisionid']) < 0)",
        to: "if (Number(plan.query['revisionid']) < -1e12)",
      },
    ],
  },
  {
    name: 'chaos minor: a page that somebody else made first under its title is refused',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: 'if (hub && status === 422)',
        to: 'if (hub && status === 999)',
      },
    ],
  },
  {
    name: 'chaos minor: a comment on a deleted step does not reach other desks',
    changes: [
      {
        file: 'app/store/resources/comment.ts',
        from: "if (context === 'step' && told !== undefined) return { guideid: told };",
        to: '',
      },
    ],
  },
  {
    name: 'rule F4.3: a desk whose clock is ahead asks about no edits of the last days',
    changes: [
      {
        file: 'app/replica/journal/journal.ts',
        from: '(e.rowid > :event OR (NOT :isSure AND e.date > :date))',
        to: 'e.date > :date',
      },
    ],
  },
  {
    name: 'rule F4.6: an edit that was sent and not read back is not noticed as lost',
    changes: [{ file: 'app/sync/remote.ts', from: '...(point ? { point, named } : {}),', to: '' }],
  },
  {
    name: 'rule F4.7: a hub names no lines of earlier epochs',
    changes: [
      {
        file: 'app/api/benchside/listChanges.ts',
        from: 'earlier: pointsSince(s, after),',
        to: 'earlier: [],',
      },
    ],
  },
  {
    name: 'rule F4.8: who discards an edit of what the hub has lost gets that back',
    changes: [
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: 'before: number === id ? (s.journal.before(entry.sequence, kind, id) ?? null) : null,',
        to: 'before: s.journal.before(entry.sequence, kind, id) ?? null,',
      },
    ],
  },
  {
    name: 'rule F8.1: runs of a guide that becomes public are not sent again',
    changes: [
      {
        file: 'app/store/guides/writer.ts',
        from: "      this.s.feed.record('release', id);\n    this.recordRuns(guideid);",
        to: "      this.s.feed.record('release', id);",
      },
    ],
  },
  {
    name: 'rule J7.15: the page of the site stays hidden after one made here is discarded',
    changes: [
      {
        file: 'app/store/wikis/writer.ts',
        from: 'if (row && !row.deleted) uncover(this.s, row);',
        to: '',
      },
    ],
  },
];

const root = join(import.meta.dirname, '../..');

/** Returns the texts of a mutation that are not in the program exactly once. */
export const misfitsOf = ({ name, changes }: Mutation): string[] =>
  changes
    .filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2)
    .map(({ file, from }) => `${name}: ${file} does not hold once: ${from}`);

export interface Search {
  /** Seed of the first episode. */
  seed: number;
  episodes: number;
  jobs: number;
  /** Only episodes with this kind of site: `hub` or `plain`. */
  site?: string | undefined;
}

/**
 * Breaks a copy of the program in one way after the other, and plays episodes with it until one shows a violation that the unchanged
 * program does not show.
 *
 * @param only a part of the names of mutations to play
 * @returns whether all were detected
 */
export async function findMutations(search: Search, only = ''): Promise<boolean> {
  const chosen = mutations.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Error(`no mutation has "${only}" in its name`);
  const misfits = chosen.flatMap((mutation) => misfitsOf(mutation));
  if (misfits.length > 0) throw new Error(`the program has changed:\n${misfits.join('\n')}`);
  let all = true;
  for (const mutation of chosen) {
    const started = performance.now();
    const found = await find(mutation, search);
    all &&= found !== undefined;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${found === undefined ? 'NOT FOUND' : `found (${found})`}: ${mutation.name}; ${seconds} s`);
  }
  return all;
}

/** @returns the violation, and the number of episodes before it */
async function find(
  mutation: Mutation,
  { seed: first, episodes, jobs, site }: Search,
): Promise<string | undefined> {
  const copy = brokenCopy(mutation);
  try {
    for (let seed = first; seed < first + episodes;) {
      const hit = await play(copy, { seed, episodes: first + episodes - seed, jobs, site });
      if (!hit) return undefined;
      const known = await play(root, { seed: hit.seed, episodes: 1, jobs: 1 });
      if (!known) return `${hit.wrong.slice(0, 100)}, after ${hit.seed - first + 1} episodes`;
      seed = hit.seed + 1;
    }
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function brokenCopy({ changes }: Mutation): string {
  const copy = mkdtempSync(join(tmpdir(), 'benchside-mutation-'));
  for (const part of ['app', 'shared', 'test/simulate', 'test/plain-site', 'test/helpers', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
  }
  return copy;
}

/** Plays episodes with the program in a folder. @returns the first that shows a violation */
async function play(
  folder: string,
  { seed, episodes, jobs, site }: Search,
): Promise<{ seed: number; wrong: string } | undefined> {
  const numbers = Object.entries({ seed, episodes, jobs }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const output = await run(folder, [...numbers, ...(site ? ['--site', site] : []), '--first', '--fresh']);
  if (!/^\d+ episodes/m.test(output)) throw new Error(`the simulation broke off:\n${output}`);
  const [, at, wrong] = /^seed (\d+): (.*)$/m.exec(output) ?? [];
  return wrong === undefined ? undefined : { seed: Number(at), wrong };
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
