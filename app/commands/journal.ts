import { isTooLarge, journalState } from '../../shared/model/journal.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import { isSilentOperation } from '../replica/journal/entry.ts';
import { Replica } from '../replica/replica.ts';
import { describe } from '../replica/decisions/describe.ts';
import { exit } from './exit.ts';
import { print, printJson, requireData } from './run.ts';

/** `benchside journal`: lists every edit made here; `--verify` checks that none is missing. */
export function printJournal(options: { data: string; json?: boolean; verify?: boolean }): void {
  withStore(options.data, (store) => {
    if (options.verify) {
      const { counts, problems } = store.read(null, (s) => ({
        counts: s.journal.counts(),
        problems: s.journal.verify(),
      }));
      const { accepted, pending, sending, done, parked, discarded } = counts;
      if (options.json) printJson({ ...counts, problems });
      else {
        print(
          `accepted ${accepted} = pending ${pending} + sending ${sending} + done ${done} + parked ${parked} + discarded ${discarded}`,
        );
        for (const problem of problems) print(`Wrong: ${problem}`);
      }
      if (problems.length > 0) process.exitCode = exit.failed;
      return;
    }
    show(list(store, journalState.options), options.json, 'Nothing was changed on this desk yet.');
  });
}

/** `benchside conflicts`: lists parked edits. */
export function conflicts(options: { data: string; json?: boolean }): void {
  withStore(options.data, (store) => {
    // Reports of views and of read notifications are sent in the background and need no decision; the status excludes them too.
    const entries = list(store, ['parked']).filter(({ operation }) => !isSilentOperation(operation));
    show(entries, options.json, 'No edit waits for a decision.');
    if (entries.length > 0) process.exitCode = exit.needsPerson;
  });
}

function withStore(dataDir: string, use: (store: Replica) => void): void {
  requireData(dataDir);
  const store = new Replica({ dataDir, purpose: 'look' });
  try {
    use(store);
  } finally {
    store.close();
  }
}

const list = (store: Replica, states: JournalItem['state'][]): JournalItem[] =>
  store.read(null, (s) => s.journal.list(states).map((entry) => describe(s, entry)));

function show(entries: JournalItem[], json: boolean | undefined, none: string): void {
  if (json) return printJson({ entries });
  if (entries.length === 0) return print(none);
  for (const entry of entries) print(inLines(entry));
}

function inLines({ entryid, state, date, username, operation, touched, cause }: JournalItem): string {
  const when = new Date(date * 1000).toISOString().replace('T', ' ').slice(0, 19);
  const what = touched.map(({ kind, id, title }) => `${kind} ${title ?? id}`).join(', ');
  const lines = [`${entryid}  ${state.padEnd(9)}  ${when}  ${username}  ${operation}  ${what}`];
  if (cause) lines.push(`    ${cause.message}`);
  for (const { field, base, mine, theirs } of cause?.conflicts ?? []) {
    lines.push(`    ${field}: was ${brief(base)}; mine ${brief(mine)}; theirs ${brief(theirs)}`);
  }
  return lines.join('\n');
}

function brief(value: unknown): string {
  if (isTooLarge(value)) return 'too large to show';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
