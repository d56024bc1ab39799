import { describe, expect, it } from 'vitest';

import { lowTargets } from '../helpers/browser.ts';
import { deskPage } from '../helpers/desk-page.ts';
import { axeFindingsInBothSchemes } from '../../helpers/axe.ts';

const at = deskPage();

const everyScreen: [name: string, place: string, ready: string | RegExp][] = [
  ['home', '/', 'Categories'],
  ['search', '/search?q=pump', '2 results'],
  ['nothing found', '/search?q=zzz', /Nothing found/],
  ['category', '/category/Pumps', 'Pumps'],
  ['overview', '/guide/1', 'Tools'],
  ['all steps', '/guide/1/steps', 'Find the seal'],
  ['step', '/guide/1/step/11', 'Find the seal'],
  ['missing picture', '/guide/1/step/13', 'Press the new one in'],
  ['end', '/guide/1/finished', 'Done'],
  ['wiki', '/wiki/ITEM/Multimeter', 'Multimeter'],
  ['sync', '/sync', 'Recent syncs'],
  ['settings', '/settings', 'About'],
  ['sign-in', '/sign-in', 'Sign in'],
  ['not found', '/nowhere', 'Not here'],
];

describe('every screen', () => {
  it.each(everyScreen)(
    '%s has nothing for axe in either scheme, and targets for gloves',
    async (_name, where, ready) => {
      await at.open(where);
      await at.heading(ready).first().waitFor();
      await at.page.waitForLoadState('networkidle');
      expect(await axeFindingsInBothSchemes(at.page)).toEqual([]);
      const targets =
        'button, select, input:not([type=radio], [type=checkbox]), a[class], label:has(input), summary';
      expect(await lowTargets(at.page, targets)).toEqual([]);
      expect(at.complaints).toEqual([]);
    },
  );
});
