import { describe, expect, test } from 'vitest';

import { mayGo } from '../../renderer/components/use-kiosk.ts';
import { readScan } from '../../renderer/screens/kiosk/scan.ts';
import { Scanner } from '../../renderer/screens/kiosk/scanner.ts';

/** Types into a scanner with a pause before each key; Enter at the end. */
function typed(text: string, pauseMs: number, slow = false): string | null {
  const scanner = new Scanner();
  let now = 0;
  let read: string | null = null;
  for (const key of [...text, 'Enter']) read = scanner.key(key, (now += pauseMs), slow);
  return read;
}

describe('a reader', () => {
  test('is told from a person by its speed, and may be slow where nothing else takes keys', () => {
    expect(typed('04A2-19F3', 8)).toBe('04A2-19F3');
    expect(typed('04A2-19F3', 50)).toBe('04A2-19F3');
    expect(typed('2580', 140)).toBeNull();
    expect(typed('04A2-19F3', 400, true)).toBe('04A2-19F3');
    expect(typed('abc', 8)).toBeNull();
    expect(typed('', 8, true)).toBeNull();
  });

  test('may send keys that type nothing, and begins anew after a pause', () => {
    const scanner = new Scanner();
    for (const key of ['x', 'y']) scanner.key(key, 0);
    for (const [index, key] of ['Shift', 'B', 'Shift', 'A', 'D', 'G', 'E'].entries())
      scanner.key(key, 1000 + index);
    expect(scanner.key('Enter', 1010)).toBe('BADGE');
    expect(scanner.key('Enter', 1011)).toBeNull();
    for (const [index, key] of ['a', 'b', 'c', 'Home', 'B', 'A', 'D', 'G', 'E'].entries())
      scanner.key(key, 2000 + index);
    expect(scanner.key('Enter', 2010)).toBe('BADGE');
  });
});

test.each([
  ['benchside://guide/12', { kind: 'guide', guideid: 12 }],
  ['BENCHSIDE://GUIDE/12/step/3', { kind: 'guide', guideid: 12 }],
  ['benchside://guide/-1000000004', { kind: 'guide', guideid: -1000000004 }],
  ['https://guides.example.org/Guide/Mend+the+pump/12', { kind: 'guide', guideid: 12 }],
  ['https://guides.example.org/Teardown/Pump/12?x#s3', { kind: 'guide', guideid: 12 }],
  ['http://192.168.1.20:4810/#/guide/12', { kind: 'guide', guideid: 12 }],
  ['guide:12', { kind: 'guide', guideid: 12 }],
  ['Guide #12', { kind: 'guide', guideid: 12 }],
  [' 1207 ', { kind: 'number', text: '1207', guideid: 1207 }],
  ['WO-1207', { kind: 'order', text: 'WO-1207' }],
  ['https://orders.example.org/1207', { kind: 'order', text: 'https://orders.example.org/1207' }],
  ['guided tour 12', { kind: 'order', text: 'guided tour 12' }],
  ['   ', null],
])('the code “%s” means %j', (code, meaning) => expect(readScan(code)).toEqual(meaning));

test('a kiosk for work leads to runs alone, one for reading to guides too, and neither to anything else', () => {
  const work = ['/', '/run/5', '/run/-5/step/3?field=2', '/run/5/finish', '/guide/3/work', '/work-logs/7'];
  const reading = ['/guide/3', '/guide/3/step/4', '/category/Pump', '/wiki/ITEM/Wrench', '/search?q=pump'];
  const never = [
    '/settings',
    '/sync',
    '/work-logs',
    '/new/guide',
    '/edit/guide/3',
    '/history/guide/3',
    '/conflicts',
    '/sign-in',
    '/admin',
  ];
  for (const place of [...work, ...reading, ...never]) {
    expect([place, mayGo({ reading: false }, place)]).toEqual([place, work.includes(place)]);
    expect([place, mayGo({ reading: true }, place)]).toEqual([place, !never.includes(place)]);
    expect(mayGo(null, place)).toBe(true);
  }
});
