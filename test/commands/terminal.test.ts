import { expect, it } from 'vitest';

import { terminalText } from '../../app/commands/run.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import { benchside } from '../helpers/process.ts';

/** Copies a command to the clipboard, clears the screen, hides what follows, and turns text around. */
const steering = '\u001B]52;c;Y3VybA==\u0007\u001B[2J\u009B8m\r\u202Eretfa\u{E0041}';

it('[security terminals] text shows characters that steer a terminal as U+FFFD', () => {
  expect(terminalText(steering)).toBe('\uFFFD]52;c;Y3VybA==\uFFFD\uFFFD[2J\uFFFD8m\uFFFD\uFFFDretfa\uFFFD');
  // A non-joiner of Persian, and the joiner of an emoji.
  const words = 'Zeile 1\n\tنمی\u200Cشود 👩\u200D🔧 – „Öl“';
  expect(terminalText(words)).toBe(words);
});

it('[security terminals] what a hub says cannot steer the terminal of a command', async () => {
  await using both = await pair();
  const { desk, net } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const guideid = await addGuide(both.hub, both.admin);
  await both.round({ people: [ann] });
  const { revisionid } = await desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, {
    token: ann.token,
  });
  const path = `PATCH /guides/${guideid}?revisionid=${revisionid}`;
  await desk.json(path, { token: ann.token, json: { title: 'Mine' } });
  const refusal = { kind: 'status', status: 403, body: JSON.stringify({ message: steering }) } as const;
  net.intercept = (request) => (request.startsWith('PATCH /guides/') ? refusal : undefined);
  await both.round({ people: [ann] });
  await desk.close();
  const data = ['--data', desk.dataDir];

  const shown = await benchside(['conflicts', ...data]);
  expect(shown.stdout).toContain('\uFFFD]52;c;');
  const parsed = await benchside(['conflicts', ...data, '--json']);
  const { entries } = JSON.parse(parsed.stdout) as { entries: { cause: { message: string } }[] };
  expect(entries[0]?.cause.message).toContain(steering);
  net.intercept = () => refusal;
  const synced = await benchside(['sync', ...data]);
  expect(synced.stderr).toContain('\uFFFD]52;c;');
  for (const text of [shown.stdout, parsed.stdout, synced.stderr])
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
