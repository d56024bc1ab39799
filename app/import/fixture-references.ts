import { AppError } from '../../shared/errors.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { ownSteps } from './fixture-documents.ts';
import type { Fixture } from './fixture-schema.ts';

/**
 * Checks that everything the fixture refers to is in it or in the store.
 *
 * @throws AppError `invalid` naming up to ten places
 */
export function checkReferences(s: ReplicaReader, fixture: Fixture): void {
  const wrong: string[] = [];
  const check = (
    place: string,
    what: 'user' | 'team' | 'guide' | 'category',
    ids: readonly (number | string | null | undefined)[],
  ): void => {
    for (const id of ids)
      if (id !== null && id !== undefined && !exists(s, what, id))
        wrong.push(`${place}: there is no ${what} ${id}`);
  };
  const stepids = new Map<number, number>();
  for (const guide of fixture.guides) {
    const { guideid, prerequisites, author, userid, users, teams } = guide;
    check(`guides: ${guideid}: prerequisites`, 'guide', prerequisites);
    check(`guides: ${guideid}: author`, 'user', [author ?? userid]);
    check(`guides: ${guideid}: users`, 'user', users);
    check(`guides: ${guideid}: teams`, 'team', teams);
    for (const { stepid } of ownSteps(guide)) {
      if (stepid === undefined) continue;
      if (stepids.has(stepid))
        wrong.push(`guides: ${guideid}: step ${stepid} stands in guide ${stepids.get(stepid)} too`);
      stepids.set(stepid, guideid);
    }
  }
  for (const { wikiid, parent, author } of fixture.wikis) {
    check(`wikis: ${wikiid}: parent`, 'category', [parent]);
    check(`wikis: ${wikiid}: author`, 'user', [author || null]);
  }
  for (const { userid, guideid } of fixture.favorites) {
    check('favorites', 'user', [userid]);
    check('favorites', 'guide', [guideid]);
  }
  for (const { userid, guideid } of fixture.completions) {
    check('completions', 'user', [userid]);
    check('completions', 'guide', [guideid]);
  }
  for (const { entryid, guideid, userid } of fixture.work_log) {
    check(`work_log: ${entryid}`, 'guide', [guideid]);
    check(`work_log: ${entryid}`, 'user', [userid]);
  }
  for (const { releaseid, guideid } of fixture.releases) check(`releases: ${releaseid}`, 'guide', [guideid]);
  for (const { videoid, userid } of fixture.videos) check(`videos: ${videoid}`, 'user', [userid]);
  if (wrong.length > 0)
    throw new AppError(
      'invalid',
      `The fixture refers to things that do not exist: ${wrong.slice(0, 10).join('; ')}.`,
    );
}

function exists(
  s: ReplicaReader,
  what: 'user' | 'team' | 'guide' | 'category',
  id: number | string,
): boolean {
  switch (what) {
    case 'user':
      return s.users.row(Number(id)) !== undefined;
    case 'team':
      return s.teams.row(Number(id)) !== undefined;
    case 'guide':
      return s.guides.row(Number(id)) !== undefined;
    case 'category':
      return s.wikis.find('CATEGORY', String(id)) !== undefined;
  }
}
