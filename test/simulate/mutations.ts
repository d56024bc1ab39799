import { mutationsOfFindings } from './mutations-of-findings.ts';
import type { Scenario } from './scenarios.ts';

export interface Mutation {
  name: string;
  /** The kind of episodes that show it; any if absent. */
  scenario?: Scenario;
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
        from: 'if (revisionid !== undefined && revisionid !== document.body.revisionid)\n      throw conflict(this.current(row));',
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
        from: '    complete(round, s, entry, repeated',
        to: "    s.journal.setState(entry, 'done'); });  await round.batcher.transact((s) => {\n    complete(round, s, entry, repeated",
      },
      { file: 'app/sync/push/complete.ts', from: "s.journal.setState(entry, 'done');", to: '' },
    ],
  },
  {
    name: 'edits are sent under the token of another',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: 'const token = isExcluded ? undefined : person?.token;',
        to: 'const token = isExcluded ? undefined : people[0]?.token;',
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
        from: ' AND commentid > 0',
        to: '',
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
    scenario: 'refused release',
    changes: [
      {
        file: 'app/replica/rebase/replayer.ts',
        from: 's.guides.putRemoteDraft(id, isReleased ? document : undefined);',
        to: 'if (isReleased) s.guides.putRemoteDraft(id, document);',
      },
    ],
  },
  ...mutationsOfFindings,
];
