import { describe, expect, it } from 'vitest';

import { journaledRoutes } from '../helpers/journaled-routes.ts';
import { journalEntryInFull } from '../../shared/model/journal.ts';
import type { JournalEntryInFull } from '../../shared/model/journal.ts';
import { operationTexts } from '../../renderer/features/changes/entry-texts.ts';
import {
  causeWords,
  entryWords,
  happenings,
  mainResource,
  stateWords,
} from '../../renderer/features/changes/entry-words.ts';
import { canUndecide } from '../../renderer/features/changes/entry-words.ts';
import { valueText, writtenIn } from '../../renderer/features/changes/written.ts';
import { syncWords } from '../../renderer/shell/sync-words.ts';
import { now, statusWith } from './helpers/documents.ts';

const entryWith = (change: Partial<JournalEntryInFull>): JournalEntryInFull =>
  journalEntryInFull.parse({
    entryid: '019a-1',
    state: 'pending',
    operation: 'PATCH /guides/{guideid}',
    params: { guideid: '7' },
    body: { title: 'Mend the pump' },
    userid: 3,
    username: 'Ines',
    date: now - 60,
    attempts: 0,
    cause: null,
    subject: 'Mend the pump',
    touched: [{ kind: 'guide', id: 7, title: 'Mend the pump' }],
    events: [],
    canPutBack: false,
    ...change,
  });

describe('an edit in words', () => {
  it('names what was changed, and in which document', () => {
    expect(entryWords(entryWith({}))).toBe('Title of ‘Mend the pump’ changed');
    expect(entryWords(entryWith({ body: { title: '', summary: '', parts: [] } }))).toBe(
      'Title, summary, and parts of ‘Mend the pump’ changed',
    );
    expect(entryWords(entryWith({}), false)).toBe('Title of this guide changed');
    expect(
      entryWords(
        entryWith({ operation: 'PATCH /guides/{guideid}/steps/{stepid}', body: { lines: [], media: {} } }),
      ),
    ).toBe('Text and pictures of a step of ‘Mend the pump’ changed');
    expect(
      entryWords(entryWith({ operation: 'POST /guides', body: { title: 'New one' }, subject: null })),
    ).toBe('Guide ‘New one’ created');
    expect(entryWords(entryWith({ operation: 'PUT /guides/{guideid}/public', subject: null }))).toBe(
      'A guide made public',
    );
    expect(entryWords(entryWith({ operation: 'POST /unheard/of' }))).toBe('A change');
  });

  it('has a text for every change that a desk can make', () => {
    const without = journaledRoutes.filter((route) => !(route in operationTexts));
    expect(without, 'describe these in renderer/features/changes/entry-texts.ts').toEqual([]);
  });

  it('names the guide, not the resources that follow from it', () => {
    const touched = [
      { kind: 'wiki', id: -5, title: 'Seal' },
      { kind: 'guide', id: 7, title: 'Mend the pump' },
    ];
    expect(mainResource(entryWith({ touched }))).toEqual({ kind: 'guide', id: 7 });
    expect(mainResource(entryWith({ touched: [] }))).toEqual({ kind: 'other', id: 0 });
  });

  it('lists the content as text', () => {
    expect(writtenIn(entryWith({ body: { title: 'A', time_required_min: 600, langid: 'de' } }))).toEqual([
      { name: 'Title', text: 'A' },
      { name: 'Shortest time', text: '10 min' },
      { name: 'Details', text: 'de' },
    ]);
    expect(valueText('parts', [{ name: 'Seal', quantity: 2, notes: '12 mm', isoptional: true }])).toBe(
      '2 × Seal · 12 mm · optional',
    );
    expect(valueText('lines', [{ text: 'Open' }, { text: 'Look' }])).toBe('Open\nLook');
    expect(valueText('public', false)).toBe('only those who may edit it');
    expect(valueText('summary', null)).toBe('nothing');
  });
});

describe('the next state of an edit', () => {
  const wait = { kind: 'offline', message: 'Not reached.', advice: '' } as const;
  const words = (
    entry: JournalEntryInFull,
    status: Parameters<typeof statusWith>[0],
    parked = [] as never[],
  ) => stateWords(entry, { status: statusWith(status), parked, now });

  it('comes from status and journal, with the next attempt', () => {
    expect(words(entryWith({}), { nextAttemptAt: now + 720 })).toBe('Waits for the next sync, in 12 min');
    expect(words(entryWith({}), { phase: 'waiting', problem: wait, nextAttemptAt: now + 8 })).toBe(
      'Waits for the hub; next attempt in 8 s',
    );
    expect(words(entryWith({}), { phase: 'push' })).toBe('Waits for its turn in the running sync');
    expect(words(entryWith({}), { phase: 'blocked', problem: { ...wait, kind: 'forbidden' } })).toBe(
      'Waits: Not reached.',
    );
    expect(words(entryWith({ cause: { kind: 'sign-in', message: '' } }), {})).toBe(
      'Waits for Ines to sign in',
    );
    expect(words(entryWith({ state: 'sending' }), { phase: 'push' })).toBe('Sending');
    expect(words(entryWith({ state: 'sending' }), {})).toContain('without an answer');
    expect(words(entryWith({ state: 'done' }), {})).toBe('On the hub');
  });

  it('depends on an earlier parked edit of the same document', () => {
    const parked = [entryWith({ entryid: '019a-0', state: 'parked' })];
    const told = (entry: JournalEntryInFull): string =>
      stateWords(entry, { status: statusWith({}), parked, now });
    expect(told(entryWith({}))).toBe('Waits for an earlier edit that needs a decision');
    expect(told(entryWith({ touched: [{ kind: 'guide', id: 8, title: null }] }))).toContain('next sync');
    expect(told(entryWith({ entryid: '0199' }))).toContain('next sync');
  });

  it('the history of an edit covers its creation, sending, decisions and their undoing', () => {
    const conflict = {
      kind: 'conflict' as const,
      message: '',
      conflicts: [{ field: 'title', base: 'a', mine: 'b', theirs: 'c' }],
    };
    const moved = { ...conflict, conflicts: [{ field: 'title', base: 'a', mine: 'b', theirs: 'd' }] };
    const told = (...events: [JournalEntryInFull['state'], typeof conflict | null][]): string[] =>
      happenings(
        entryWith({ events: events.map(([state, cause], i) => ({ date: now + i, state, cause })) }),
      ).map(({ words }) => words);
    const decided = [
      ['parked', conflict],
      ['pending', null],
    ] as [JournalEntryInFull['state'], typeof conflict | null][];
    expect(told(['sending', null], ['done', null])).toEqual([
      'Saved on this desk by Ines',
      'Sent to the hub',
      'On the hub',
    ]);
    expect(told(['sending', null], ['pending', null], ['sending', null]).slice(2)).toEqual([
      'Not accepted by the hub this time; it waits for another try',
      'Sent to the hub, for the second time',
    ]);
    expect(told(...decided, ['discarded', null]).slice(1)).toEqual([
      'Needs a decision',
      'A person decided what stands',
      'Nothing of it was taken: the hub’s version stands',
    ]);
    expect(told(...decided, ['parked', conflict]).at(-1)).toBe('The decision was undone');
    expect(told(...decided, ['parked', moved]).at(-1)).toBe('Needs a decision');
    expect(told(...decided, ['done', null]).at(-1)).toBe('The hub had the same already');
    const undecidable = (state: JournalEntryInFull['state'], ...events: typeof decided): boolean =>
      canUndecide(
        entryWith({ state, events: events.map(([s, cause], i) => ({ date: i, state: s, cause })) }),
      );
    expect(undecidable('pending', ...decided)).toBe(true);
    expect(undecidable('discarded', ...decided, ['discarded', null])).toBe(true);
    expect(undecidable('discarded', ['parked', conflict], ['discarded', null])).toBe(false);
    // Something else than the decision discarded it.
    expect(undecidable('discarded', ...decided, ['discarded', conflict])).toBe(false);
    expect(undecidable('pending', ...decided, ['sending', null], ['pending', null])).toBe(false);
    expect(undecidable('done', ...decided, ['sending', null], ['done', null])).toBe(false);
  });

  it('has a cause in our words, and the site’s message if there was one', () => {
    expect(causeWords({ kind: 'refused', message: 'Too long.' })).toBe(
      'The hub did not accept it: Too long.',
    );
    expect(causeWords({ kind: 'conflict', message: 'title', conflicts: [] })).toBe(
      'Someone else changed the same field on the hub.',
    );
  });
});

describe('the status in the shell', () => {
  it('does not say that everything is up to date while an edit is only on this machine', () => {
    const journal = { accepted: 1, pending: 0, sending: 0, done: 1, parked: 0, discarded: 0 };
    expect(syncWords(statusWith({ journal }), now).words).toBe('Up to date, 2 minutes ago');
    expect(syncWords(statusWith({ journal: { ...journal, parked: 1 } }), now).words).toBe(
      'Downloaded 2 minutes ago',
    );
    expect(syncWords(statusWith({ journal: { ...journal, sending: 2 } }), now).words).toBe('2 to send');
  });

  it('asks for a sign-in if edits wait for one', () => {
    const journal = { accepted: 3, pending: 3, sending: 0, done: 0, parked: 0, discarded: 0 };
    expect(syncWords(statusWith({ journal, unsignedEdits: 0 }), now).tone).toBe('calm');
    const { words, tone } = syncWords(statusWith({ journal, unsignedEdits: 2 }), now);
    expect([words, tone]).toEqual(['2 changes need a sign-in', 'attention']);
  });

  it('asks a person without a sign-in at the hub for one, because what is only theirs does not come', () => {
    expect(syncWords(statusWith({ needsSignIn: false }), now).words).toBe('Up to date, 2 minutes ago');
    const { words, tone } = syncWords(statusWith({ needsSignIn: true }), now);
    expect([words, tone]).toEqual(['Sign in to sync', 'attention']);
  });
});
