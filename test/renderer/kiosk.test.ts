import { expect, test } from 'vitest';

import { mayGo } from '../../renderer/components/use-kiosk.ts';
import { readScan } from '../../renderer/features/run/scan.ts';

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

test('a kiosk for work allows only jobs, one for reading also guides, and neither anything else', () => {
  const work = [
    '/',
    '/notifications',
    '/run/5',
    '/run/-5/step/3?field=2',
    '/run/5/finish',
    '/guide/3/work',
    '/work-logs/7',
  ];
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
