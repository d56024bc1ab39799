import type { Team, Term } from './data.ts';
import { bodyOf, invalid, notFound, nothing, ok, page } from './http.ts';
import type { Ask, Operations } from './http.ts';
import { authorOf, requirePerson, requireViewer } from './people.ts';

function requireTeam(ask: Ask): Team {
  const team = ask.data.teams.get(Number(ask.params['teamid']));
  if (!team) throw notFound('Team');
  return team;
}

const teamOf = ({ origin }: Ask, { teamid, name, members }: Team) => ({
  teamid,
  name,
  description: '',
  owner: members[0] ?? null,
  image: null,
  reputation: members.length,
  member_count: members.length,
  new_member_since: 0,
  url: `${origin}/Team/${teamid}`,
  location: null,
  latitude: null,
  longitude: null,
});

const membersOf = (ask: Ask, { members }: Team) => members.map((userid) => authorOf(ask, userid));

function member(ask: Ask, present: boolean) {
  requireViewer(ask);
  const team = requireTeam(ask);
  const { userid } = requirePerson(ask, Number(ask.params['userid']));
  team.members = team.members.filter((one) => one !== userid);
  if (present) team.members.push(userid);
  return ok(membersOf(ask, team));
}

interface Change {
  entryid?: number;
  langid?: string;
  term?: string;
  translations?: Record<string, string>;
  deleted?: boolean;
}

function changeTerms(ask: Ask) {
  const { userid } = requireViewer(ask);
  const { terms } = ask.data;
  const body: unknown = bodyOf(ask);
  const changes = (Array.isArray(body) ? body : ((body as { entries?: unknown }).entries ?? [])) as Change[];
  for (const { entryid, deleted, ...given } of changes) {
    const old = entryid === undefined ? undefined : terms.get(entryid);
    if (entryid !== undefined && !old) throw invalid('entryid', 'There is no such entry');
    if (old && deleted) terms.delete(old.entryid);
    else {
      const { langid = 'en', term, translations = {} } = { ...old, ...given };
      if (!term) throw invalid('term', 'term is required', 'missing_field');
      const next: Term = {
        entryid: old?.entryid ?? ask.data.next('term'),
        langid,
        term,
        translations,
        userid,
        modified_date: ask.data.now,
      };
      terms.set(next.entryid, next);
    }
  }
  return ok([...terms.values()]);
}

export const others: Operations = {
  'GET /tags': (ask) => {
    const { guides, wikis } = ask.data;
    const tags = [...guides.values(), ...wikis.values()].flatMap((one) => [...one.tags]);
    return ok(page(ask, [...new Set(tags)]));
  },
  'GET /teams': (ask) => ok(page(ask, [...ask.data.teams.values()]).map((team) => teamOf(ask, team))),
  'GET /teams/{teamid}': (ask) => ok(membersOf(ask, requireTeam(ask))),
  'PUT /teams/{teamid}/users/{userid}': (ask) => member(ask, true),
  'DELETE /teams/{teamid}/users/{userid}': (ask) => member(ask, false),
  'GET /translation_glossary/entries': (ask) => ok([...ask.data.terms.values()]),
  'PUT /translation_glossary/entries': changeTerms,
  'DELETE /translation_glossary/entries/{entryid}': (ask) => {
    requireViewer(ask);
    if (!ask.data.terms.delete(Number(ask.params['entryid']))) throw notFound('Glossary entry');
    return nothing;
  },
  'GET /user_view_history/user/{userid}': (ask) => (requireViewer(ask), ok([])),
  'GET /user_view_history/{doc_type}/{docid}': (ask) => (requireViewer(ask), ok([])),
};
