import { isDeepStrictEqual } from 'node:util';

import { seen } from '../helpers/plain-views.ts';
import type { Ask } from '../helpers/plain-views.ts';
import { difference } from './compare.ts';
import type { Desk } from './desk.ts';
import type { Place } from './place.ts';
import type { Site } from './site.ts';

/** Checks that every desk shows its people what they see on a third-party site, as far as both have it. */
export async function comparePlain(desk: Desk, site: Site): Promise<void> {
  const teamids = site.ids('team');
  for (const userid of desk.signedIn()) {
    const token = desk.world.people.find((person) => person.userid === userid)?.token ?? '';
    const there = told(await seen(asking(site, token), teamids, userid));
    const shown = told(await seen(asking(desk, desk.tokens.get(userid) ?? ''), teamids, userid));
    const here = withoutPrivate(withoutRevisions(shown, there), there, site);
    if (!isDeepStrictEqual(here, there))
      desk.world.violation(`${desk.name} differs from the site for ${userid}: ${difference(here, there)}`);
  }
}

type View = Record<string, unknown>;

/**
 * Returns the content that both have. Tags of a page change without the page, and no list reports them; a desk's forms include those of
 * prerequisites.
 */
function told(view: View): View {
  for (const [name, shown] of Object.entries(view)) {
    if (isPage.test(name)) delete (shown as View)['tags'];
    const [, guideid] = /^forms (\d+)$/.exec(name) ?? [];
    if (guideid === undefined) continue;
    const { steps } = view[`guide ${guideid}`] as { steps: { stepid: number; guideid: number }[] };
    const own = steps.filter((step) => step.guideid === Number(guideid)).map(({ stepid }) => stepid);
    const forms = (shown as { stepid: number }[]).filter(({ stepid }) => own.includes(stepid));
    if (forms.length > 0) view[name] = forms;
    else delete view[name];
  }
  return view;
}

const isPage = /^(CATEGORY|ITEM|INFO|WIKI) /;

/** Some sites give categories no revision. */
function withoutRevisions(view: View, like: View): View {
  for (const [name, shown] of Object.entries(like))
    if (isPage.test(name) && (shown as View)['revisionid'] === null && view[name])
      (view[name] as View)['revisionid'] = null;
  return view;
}

/** On our own sites the list of a person's guides has all guides that they contributed to; on others perhaps only those they wrote. */
function withoutPrivate(view: View, like: View, site: Site): View {
  for (const name of Object.keys(view)) {
    const [, guideid] = /^(?:guide|tags|forms) (\d+)$/.exec(name) ?? [];
    if (guideid !== undefined && !(name in like) && site.isPrivate(Number(guideid))) delete view[name];
  }
  const shownToAll = (guideids: unknown): number[] =>
    (guideids as number[]).filter((guideid) => !site.isPrivate(guideid)).sort((a, b) => a - b);
  const hides = site.hidesPrerequisites();
  // A desk stores a guide as one of its people sees it.
  for (const [name, shown] of [...Object.entries(view), ...Object.entries(like)])
    if (name.startsWith('guide ')) {
      const guide = shown as View;
      guide['prerequisites'] = shownToAll(guide['prerequisites']);
      if (hides) delete guide['prereq_modified_date'];
    }
  for (const list of ['favorites', 'completions'])
    for (const one of [view, like]) one[list] = shownToAll(one[list]);
  return view;
}

const asking =
  (place: Place, token: string): Ask =>
  async (route) => {
    const { status, text } = await place.ask(token, route);
    return status === 200 ? (JSON.parse(text) as Awaited<ReturnType<Ask>>) : null;
  };
