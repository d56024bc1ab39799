import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorStatus } from '../../renderer/api/errors.ts';
import { DocumentEditor } from '../../renderer/features/edit/document-editor.ts';
import type { Unit } from '../../renderer/features/edit/editor-types.ts';
import type { GuideEditorValues } from '../../renderer/screens/edit-guide/guide-source.ts';
import { GuideSource } from '../../renderer/screens/edit-guide/guide-source.ts';
import type { StepValue } from '../../renderer/features/edit/step-value.ts';
import { emptyStep, newLine } from '../../renderer/features/edit/step-value.ts';
import { removeStep } from '../../renderer/screens/edit-guide/step-actions.ts';
import type { Draft } from '../../shared/model/draft.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { TestCore } from '../helpers/core.ts';
import { testCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';

type Editor = DocumentEditor<GuideEditorValues, GuideSource>;

let core: TestCore;
let token: string;
let guideid: number;
let writes: string[];
const editors: Editor[] = [];

beforeEach(async () => {
  core = testCore();
  ({ token } = await addPerson(core, 'ines', { role: 'author' }));
  const { guideid: id } = await core.json<Guide>('POST /guides', {
    token,
    json: { category: 'Pump', type: 'repair', title: 'Mend the pump', public: true },
  });
  guideid = id;
  for (const orderby of [1, 2, 3])
    await core.json(`POST /guides/${guideid}/steps`, {
      token,
      json: {
        orderby,
        title: `Step ${orderby}`,
        lines: ['one', 'two'].map((text) => ({ text: `${text} of ${orderby}`, bullet: 'black', level: 0 })),
      },
    });
  writes = [];
  // The page's own fetch, answered by a real core.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method !== 'GET') writes.push(`${init.method} ${path.replace('/api/2.0', '')}`);
    const headers = { ...(init.headers as Record<string, string>), Authorization: `api ${token}` };
    return core.fetch(new Request(new URL(path, 'http://bench.test/'), { ...init, headers }));
  });
});

afterEach(async () => {
  for (const editor of editors.splice(0)) editor.close();
  vi.unstubAllGlobals();
  await core.close();
});

async function open(): Promise<Editor> {
  const editor = new DocumentEditor<GuideEditorValues, GuideSource>(new GuideSource(guideid));
  editors.push(editor);
  await editor.start();
  if (editor.loadError) throw editor.loadError;
  return editor;
}

const stored = (): Promise<Guide> => core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
const draft = (): Promise<Draft | null> => core.json(`GET /benchside/drafts/guide-${guideid}`, { token });
const untilSaved = (editor: Editor): Promise<void> => {
  editor.flush();
  return vi.waitFor(() => {
    if (editor.unsaved().length > 0 || editor.state?.saving || !editor.state?.kept)
      throw new Error(`not saved: ${JSON.stringify([editor.unsaved(), editor.state?.failure])}`);
  }, 30_000);
};
const stepUnit = (editor: Editor, index: number): Unit => [
  'step',
  (editor.value(['order']) as string[])[index] ?? '',
];
const stepAt = (editor: Editor, index: number): StepValue =>
  editor.value(stepUnit(editor, index)) as StepValue;
const withLine = (step: StepValue, line: number, text: string): StepValue => ({
  ...step,
  lines: step.lines.map((one, index) => (index === line ? { ...one, text } : one)),
});

/** Edits as another person, or as this person in another window. */
async function elsewhere(change: (guide: Guide) => [string, unknown]): Promise<void> {
  const [route, json] = change(await stored());
  await core.json(route, { token, json });
}

test('typing is a draft at once, then saved automatically, and then no draft', async () => {
  const editor = await open();
  editor.set(['title'], 'Mend the old pump');
  expect(editor.state?.kept).toBe(false);
  await expect
    .poll(async () => (await draft())?.body)
    .toMatchObject({
      units: [{ kind: 'title', base: 'Mend the pump', value: 'Mend the old pump' }],
    });
  await expect.poll(async () => (await stored()).title).toBe('Mend the old pump');
  await untilSaved(editor);
  expect(await draft()).toBeNull();
  editor.set(['summary'], 'x'.repeat(156));
  editor.flush();
  await expect.poll(() => draft()).not.toBeNull();
  expect((await stored()).summary).toBe('');
});

test('the screen of a document that cannot be loaded gets the error', async () => {
  const editor = new DocumentEditor<GuideEditorValues, GuideSource>(new GuideSource(404));
  editors.push(editor);
  const told: number[] = [];
  editor.store.subscribe(({ loadError }) => told.push(errorStatus(loadError)));
  await editor.start();
  expect(told.at(-1)).toBe(404);
});

test('an editor that is started twice at once ignores the earlier answer', async () => {
  const editor = new DocumentEditor<GuideEditorValues, GuideSource>(new GuideSource(guideid));
  editors.push(editor);
  const answers: (() => void)[] = [];
  const answering = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await answering(path, init);
    if (path.includes(`/guides/${guideid}?`)) await new Promise<void>((resolve) => answers.push(resolve));
    return answer;
  });
  const starts = [editor.start(), editor.start()];
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.();
  await starts[1];
  editor.set(['title'], 'Typed between');
  answers[0]?.();
  await starts[0];
  expect(editor.value(['title'])).toBe('Typed between');
  vi.stubGlobal('fetch', answering);
  await untilSaved(editor);
  expect(await draft()).toBeNull();
});

test('a program that ends while a person types loses nothing: the next editor offers the draft, including new steps', async () => {
  const first = await open();
  first.set(stepUnit(first, 1), withLine(stepAt(first, 1), 0, 'one of 2, slowly'));
  first.source.added.push({ key: 'fresh', after: (first.value(['order']) as string[])[0] ?? null });
  first.put(['step', 'fresh'], { ...emptyStep(), lines: [{ ...newLine(), text: 'Between' }] }, 'typing');
  await expect.poll(async () => JSON.stringify(await draft())).toContain('Between');
  // Nothing of the first editor runs any more: its process has ended.
  Object.assign(first, { sendable: () => [] });
  editors.length = 0;

  await elsewhere(({ revisionid }) => [
    `PATCH /guides/${guideid}?revisionid=${revisionid}`,
    { title: 'Theirs' },
  ]);
  // A person who leaves without a decision finds the offer again.
  const undecided = await open();
  expect(undecided.state?.offered?.date).toBeGreaterThan(0);
  expect(undecided.source.added).toEqual([]);
  undecided.close();
  const second = await open();
  expect(second.state?.offered?.date).toBeGreaterThan(0);
  second.restoreDraft();
  await untilSaved(second);
  const { title, steps } = await stored();
  expect([title, ...steps.map(({ lines }) => lines[0]?.text_raw)]).toEqual([
    'Theirs',
    'one of 1',
    'Between',
    'one of 2, slowly',
    'one of 3',
  ]);
  expect(await draft()).toBeNull();
});

test('two people edit different things: both changes stay, without a question', async () => {
  const editor = await open();
  editor.set(stepUnit(editor, 0), withLine(stepAt(editor, 0), 0, 'mine'));
  editor.set(['subject'], 'Seal');
  editor.set(['tags'], ['mine'], 'choice');
  await elsewhere(({ steps: [step] }) => [
    `PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`,
    {
      title: 'Their title',
      lines: step?.lines.map(({ lineid, text_raw }, index) => ({
        lineid,
        text: index === 1 ? 'theirs' : text_raw,
        bullet: 'black',
        level: 0,
      })),
    },
  ]);
  await untilSaved(editor);
  const { subject, steps } = await stored();
  expect(editor.state?.conflicts.size).toBe(0);
  expect([subject, steps[0]?.title, steps[0]?.lines.map(({ text_raw }) => text_raw)]).toEqual([
    'Seal',
    'Their title',
    ['mine', 'theirs'],
  ]);
  expect(await core.json(`GET /guides/${guideid}/tags`, { token })).toEqual(['mine']);
});

describe('two people edit the same line', () => {
  const collide = async (): Promise<Editor> => {
    const editor = await open();
    editor.set(stepUnit(editor, 0), withLine({ ...stepAt(editor, 0), title: 'My title' }, 0, 'mine'));
    await elsewhere(({ steps: [step] }) => [
      `PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`,
      {
        lines: step?.lines.map(({ lineid }, index) => ({
          lineid,
          text: `theirs ${index}`,
          bullet: 'black',
          level: 0,
        })),
      },
    ]);
    editor.flush();
    await expect.poll(() => editor.state?.conflicts.size).toBe(1);
    return editor;
  };
  const lines = async (): Promise<(string | undefined)[]> => {
    const [step] = (await stored()).steps;
    return [step?.title, ...(step?.lines.map(({ text_raw }) => text_raw) ?? [])];
  };

  test('the editor asks, and mine replaces only the conflicting part', async () => {
    const editor = await collide();
    expect(await lines()).toEqual(['Step 1', 'theirs 0', 'theirs 1']);
    editor.resolve(stepUnit(editor, 0), 'mine');
    await untilSaved(editor);
    expect(await lines()).toEqual(['My title', 'mine', 'theirs 1']);
  });

  test('theirs may stay, the rest is saved, and undo restores mine', async () => {
    const editor = await collide();
    editor.resolve(stepUnit(editor, 0), 'theirs');
    await untilSaved(editor);
    expect(await lines()).toEqual(['My title', 'theirs 0', 'theirs 1']);
    editor.undo();
    await untilSaved(editor);
    expect(await lines()).toEqual(['My title', 'mine', 'theirs 1']);
  });

  test('the question survives a restart', async () => {
    const first = await collide();
    first.close();
    editors.length = 0;
    const second = await open();
    second.restoreDraft();
    expect(second.state?.conflicts.size).toBe(1);
  });
});

describe('two people who put the steps into a new order', () => {
  const titles = async (): Promise<string[]> => (await stored()).steps.map(({ title }) => title);
  const collide = async (): Promise<Editor> => {
    const editor = await open();
    const [a, b, c] = editor.value(['order']) as [string, string, string];
    await elsewhere(({ revisionid }) => [
      `PUT /guides/${guideid}/steporder?revisionid=${revisionid}`,
      { stepids: [b, a, c].map(Number) },
    ]);
    editor.set(['order'], [c, a, b], 'choice');
    await expect.poll(() => editor.state?.conflicts.size).toBe(1);
    return editor;
  };

  test('[J5.1] the editor asks, and saves mine when it is chosen', async () => {
    const editor = await collide();
    expect(await titles()).toEqual(['Step 2', 'Step 1', 'Step 3']);
    editor.resolve(['order'], 'mine');
    await untilSaved(editor);
    expect(await titles()).toEqual(['Step 3', 'Step 1', 'Step 2']);
  });

  test('[J5.1] the other order stays when it is chosen', async () => {
    const editor = await collide();
    editor.resolve(['order'], 'theirs');
    await untilSaved(editor);
    expect(await titles()).toEqual(['Step 2', 'Step 1', 'Step 3']);
  });
});

test('undo and redo use the API, group keystrokes, and restore a deleted step with its form', async () => {
  const editor = await open();
  for (const text of ['M', 'Me', 'Men']) editor.set(['title'], text);
  editor.set(['difficulty'], 'Easy', 'choice');
  await untilSaved(editor);
  expect(await stored()).toMatchObject({ title: 'Men', difficulty: 'Easy' });
  editor.undo();
  expect(editor.undo()).toEqual(['title']);
  await untilSaved(editor);
  expect(await stored()).toMatchObject({ title: 'Mend the pump', difficulty: null });
  editor.redo();
  await untilSaved(editor);
  expect((await stored()).title).toBe('Men');

  const { steps } = await stored();
  const [, second] = steps;
  await core.json(`POST /step_forms/${second?.stepid}`, {
    token,
    json: { fields: [{ field_type: 'Text Input', label: 'Serial number' }] },
  });
  removeStep(editor, stepUnit(editor, 1)[1] ?? '');
  await expect.poll(async () => (await stored()).steps).toHaveLength(2);
  editor.undo();
  await expect.poll(async () => (await stored()).steps).toHaveLength(3);
  await untilSaved(editor);
  const back = (await stored()).steps[1];
  expect(back).toMatchObject({ title: 'Step 2', orderby: 2 });
  await expect
    .poll(() => core.json(`GET /step_forms/stepid/${back?.stepid}`, { token }))
    .toMatchObject({
      fields: [{ label: 'Serial number' }],
    });
  editor.redo();
  await expect.poll(async () => (await stored()).steps).toHaveLength(2);
});

test('steps move, and a step that another person added meanwhile keeps its neighbour', async () => {
  const editor = await open();
  const [a, b, c] = editor.value(['order']) as [string, string, string];
  await elsewhere(() => [
    `POST /guides/${guideid}/steps`,
    { orderby: 2, lines: [{ text: 'new', bullet: 'black', level: 0 }] },
  ]);
  editor.set(['order'], [c, a, b], 'choice');
  await untilSaved(editor);
  expect((await stored()).steps.map(({ lines }) => lines[0]?.text_raw)).toEqual([
    'one of 3',
    'one of 1',
    'new',
    'one of 2',
  ]);
  editor.undo();
  await untilSaved(editor);
  expect((await stored()).steps.map(({ title }) => title).filter(Boolean)).toEqual([
    'Step 1',
    'Step 2',
    'Step 3',
  ]);
});

test("a unit that gets the site's id keeps its place on screen, also during typing", async () => {
  const editor = await open();
  const before = editor.state?.doc;
  const [key = ''] = editor.value(['order']) as string[];
  const line = stepAt(editor, 0).lines[0];
  if (!before) throw new Error('not open');
  // A desk's own guide, before and after the site has it.
  const named = (factor: number): GuideEditorValues => ({
    ...before,
    guide: {
      ...before.guide,
      steps: before.guide.steps.map((step) => ({
        ...step,
        stepid: step.stepid * factor,
        lines: step.lines.map((one) => ({ ...one, lineid: (one.lineid ?? 0) * factor })),
      })),
    },
  });
  const provisional = named(-1_000_000_000);
  editor.source.arrived(before, provisional);
  const own = editor.source.keyOf(Number(key) * -1_000_000_000);
  const mine = editor.source.read(provisional, ['step', own]) as StepValue;
  editor.source.arrived(provisional, before);
  expect(editor.source.keyOf(Number(key))).toBe(own);
  const renamed = editor.source.renamed(['step', own], withLine(mine, 0, 'typed on')) as StepValue;
  expect(renamed.lines[0]).toEqual({ ...mine.lines[0], text: 'typed on', lineid: line?.lineid });
});

test('a refusal is shown at the refused unit, and the rest is saved', async () => {
  const editor = await open();
  const self = { guideid, title: 'Mend the pump', image: null, category: 'Pump' };
  editor.set(['prerequisites'], [self], 'choice');
  editor.set(['subject'], 'Seal', 'choice');
  await expect.poll(async () => (await stored()).subject).toBe('Seal');
  await expect.poll(() => editor.state?.refused.get('prerequisites')).toContain('its own prerequisite');
  expect(writes.filter((write) => write.startsWith('PATCH'))).toHaveLength(2);
  editor.undo();
  editor.undo();
  await untilSaved(editor);
  expect((await stored()).subject).toBe('');
});

test('an edit that the store normalizes is sent once', async () => {
  const editor = await open();
  editor.set(
    ['tools'],
    [
      {
        ...(editor.value(['tools']) as []),
        key: 'k',
        name: 'Hex key',
        quantity: 2,
        notes: '',
        type: '',
        isoptional: false,
        featured: false,
      },
    ],
    'choice',
  );
  editor.set(stepUnit(editor, 0), {
    ...stepAt(editor, 0),
    lines: [...stepAt(editor, 0).lines, { ...newLine(), text: 'deep', level: 2 }],
  });
  await untilSaved(editor);
  await untilSaved(editor);
  expect(writes.filter((write) => write.startsWith('PATCH'))).toHaveLength(2);
  expect((await stored()).steps[0]?.lines.at(-1)).toMatchObject({ text_raw: 'deep', level: 1 });
});
