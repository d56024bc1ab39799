import type { IpcMain } from 'electron';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';

import { isOurs, windowPlace } from '../../main/address.ts';
import { linkIn, placeOfLink, shownLink } from '../../main/deep-link.ts';
import { answerCalls } from '../../main/ipc.ts';
import { ipcCallNames } from '../../shared/ipc.ts';
import type { IpcCalls } from '../../shared/ipc.ts';
import { fuzz } from './fuzz.ts';

const opened: string[] = [];
vi.mock('electron', () => ({
  app: { name: 'Benchside', getLocaleCountryCode: () => 'DE' },
  shell: { openExternal: async (url: string) => void opened.push(url) },
}));

const part = fc.constantFrom(
  'benchside:',
  'BENCHSIDE:',
  '//',
  '/',
  '\\',
  'guide',
  'run',
  'search',
  'desk',
  'step',
  '7',
  '-1000000000001',
  '0',
  '?',
  'q=',
  'pump',
  '%2F',
  '%00',
  '..',
  '@',
  ':',
  '#',
  '&',
  '\u0000',
  '\u202E',
  '\n',
  ' ',
  '<script>',
  'javascript:',
);
const link = fc.oneof(
  fc.array(fc.oneof({ weight: 6, arbitrary: part }, fc.string({ unit: 'binary', maxLength: 6 })), {
    maxLength: 20,
  }),
  fc.tuple(fc.constant('benchside://'), part, fc.string({ unit: 'binary', maxLength: 5000 })),
);

const places = [
  /^\/guide\/-?[1-9]\d{0,14}(\/step\/-?[1-9]\d{0,14})?$/,
  /^\/run\/-?[1-9]\d{0,14}$/,
  /^\/search\?q=[^&#\s]+$/,
];

test('[fuzz] a link from outside leads to a screen, or nowhere', async () => {
  await fuzz(
    'links',
    link,
    (parts) => {
      const text = parts.join('');
      const place = placeOfLink(text);
      if (place !== undefined) expect(places.some((known) => known.test(place))).toBe(true);
      expect(shownLink(text).length).toBeLessThanOrEqual(80);
      expect(linkIn(['benchside', text, '--x']) ?? text).toBe(text);
      expect(windowPlace(text).startsWith('/')).toBe(true);
      if (isOurs(text)) expect(new URL(text).host).toBe('desk');
    },
    { runs: 20_000 },
  );
});

test('[fuzz] values that a page sends to the shell match their schema, or are refused', async () => {
  const handlers = new Map<string, Parameters<IpcMain['handle']>[1]>();
  const ipc: Pick<IpcMain, 'handle'> = { handle: (name, answer) => void handlers.set(name, answer) };
  const restored: string[] = [];
  answerCalls(ipc as IpcMain, {
    version: '1.0.0',
    showDataFolder: async () => '',
    takeNotices: () => [],
    updateState: () => ({ kind: 'off', reason: null }),
    checkForUpdate: async () => undefined,
    applyUpdate: async () => undefined,
    restoreCopy: async (day) => void restored.push(day),
    checkLock: () => Promise.reject(new Error('none')),
    isKiosk: () => false,
  });
  const sender = {
    print: (_: unknown, done: (printed: boolean, reason: string) => void) => done(true, ''),
    printToPDF: async () => Buffer.alloc(0),
  };
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      'https://a.example',
      'HTTPS://a.example/\n',
      'mailto:a@b.c',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https:a',
      ' https://a.example',
      'benchside://desk',
      'data:text/html,x',
      'smb://x',
      '2026-11-20',
      '../2026-11-20',
      '2026-11-20/..',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `https://${text}`),
  );
  const call = fc.record({
    name: fc.constantFrom<keyof IpcCalls>(...ipcCallNames),
    values: fc.array(value, { maxLength: 3 }),
    from: fc.constantFrom(
      'benchside://desk/',
      'benchside://desk/x',
      'https://evil.example/',
      'benchside://desk.evil/',
    ),
    isFrame: fc.boolean(),
  });
  await fuzz(
    'ipc',
    call,
    async ({ name, values, from, isFrame }) => {
      const event = { sender, senderFrame: { url: from, parent: isFrame ? {} : null } };
      opened.length = 0;
      restored.length = 0;
      const answer = await Promise.resolve()
        .then(() => handlers.get(name)?.(event as never, ...values))
        .then(
          () => 'answered',
          () => 'refused',
        );
      const isOurPage = !isFrame && /^benchside:\/\/desk(\/|$)/.test(from);
      if (!isOurPage) expect([answer, opened, restored]).toEqual(['refused', [], []]);
      for (const url of opened) expect(['http:', 'https:', 'mailto:']).toContain(new URL(url).protocol);
      for (const day of restored) expect(z.iso.date().safeParse(day).success).toBe(true);
    },
    { runs: 5000 },
  );
});
