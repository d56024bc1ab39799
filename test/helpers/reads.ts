/** The contents of a hub, for reading each of them. */
export interface Things {
  guides: readonly { guideid: number; modified_date: number; steps: readonly number[] }[];
  wikis: readonly { namespace: string; title: string; modified_date: number }[];
  comments: readonly { commentid: number; modified_date: number }[];
  teams: readonly number[];
  runs: readonly { entryid: number; workorderid: string | null }[];
  users: readonly { userid: number; username: string }[];
  forms: readonly { form_revisionid: number; fields: readonly number[] }[];
  /** Pictures that a guide shows. Desks learn of pictures that only earlier versions show when a person opens these. */
  images: readonly { id: number; guid: string }[];
  documents: readonly number[];
}

/** Asks for the largest page of a list. */
const whole = 'limit=200';
const namespaces = ['WIKI', 'CATEGORY', 'ITEM'] as const;
const orders = ['ASC', 'DESC'] as const;

/** @param get returns the JSON that the hub shows an admin, `undefined` if there is none */
export async function thingsOf(get: (path: string) => Promise<unknown>): Promise<Things> {
  const list = async <T>(path: string): Promise<T[]> => ((await get(path)) ?? []) as T[];
  const summaries = await list<{ guideid: number }>(`/guides?${whole}&includePrivate=true`);
  const guides: { guideid: number; modified_date: number; steps: number[] }[] = [];
  const forms: Things['forms'][number][] = [];
  const documentTexts: string[] = [];
  for (const { guideid } of summaries) {
    const guide = (await get(`/guides/${guideid}?unpatrolled`)) as
      | { modified_date: number; steps: { stepid: number }[] }
      | undefined;
    if (!guide) continue;
    documentTexts.push(JSON.stringify(guide));
    const steps = guide.steps.map(({ stepid }) => stepid);
    guides.push({ guideid, modified_date: guide.modified_date, steps });
    for (const form of await list<{ form_revisionid: number; fields: { field_revisionid: number }[] }>(
      `/step_forms/guideid/${guideid}`,
    ))
      forms.push({ ...form, fields: form.fields.map(({ field_revisionid }) => field_revisionid) });
  }
  const wikis: Things['wikis'][number][] = [];
  for (const namespace of namespaces)
    wikis.push(...(await list<Things['wikis'][number]>(`/wikis/${namespace}?${whole}&includeStubs=true`)));
  const runs = (await get(`/work_log?${whole}`)) as { results: Things['runs'] } | undefined;
  const images = await list<{ image: Things['images'][number] }>(`/user/media/images?${whole}`);
  const documents = await list<{ documentid: number }>(`/user/media/documents?${whole}`);
  return {
    guides,
    wikis,
    comments: await list(`/comments?${whole}`),
    teams: (await list<{ teamid: number }>(`/teams?${whole}`)).map(({ teamid }) => teamid),
    runs: runs?.results ?? [],
    users: await list(`/users?${whole}`),
    forms,
    images: images
      .map(({ image }) => image)
      .filter(({ guid }) => documentTexts.some((text) => text.includes(guid))),
    documents: documents.map(({ documentid }) => documentid),
  };
}

const pathOf = ({ namespace, title }: Things['wikis'][number]): string =>
  `/wikis/${namespace}/${encodeURIComponent(title)}`;

/** Returns a date in the middle of a list, so that a filter by it keeps some items and drops others. */
function middle(list: readonly { modified_date: number }[]): number {
  const dates = list.map(({ modified_date }) => modified_date).sort((a, b) => a - b);
  return Math.floor(dates[Math.floor(dates.length / 2)] ?? 0);
}

const ofUsers =
  (...rest: string[]) =>
  ({ users }: Things): string[] =>
    users.flatMap(({ userid }) => rest.map((path) => `/users/${userid}${path}`));

const ofCategories =
  (of: (category: Things['wikis'][number]) => string[]) =>
  ({ wikis }: Things): string[] =>
    wikis.filter(({ namespace }) => namespace === 'CATEGORY').flatMap(of);

/**
 * Every read of the API that a desk answers like its hub, with each parameter that changes the answer: the paths for all existing things.
 * By the route of the endpoint; `reads.test.ts` checks that none is missing.
 */
export const reads: Readonly<Record<string, (things: Things) => string[]>> = {
  'GET /guides': ({ guides }) => [
    ...orders.map((order) => `/guides?${whole}&order=${order}`),
    `/guides?${whole}&includePrivate=true`,
    `/guides?${whole}&langid=de`,
    '/guides?limit=3&offset=2&filter=repair',
    `/guides?${whole}&modifiedSince=${middle(guides)}`,
    `/guides?guideids=${
      guides
        .slice(0, 5)
        .map(({ guideid }) => guideid)
        .join(',') || '1'
    }`,
  ],
  'GET /guides/featured': () => [`/guides/featured?${whole}`],
  'GET /guides/releases': ({ guides }) => [
    ...orders.map((order) => `/guides/releases?${whole}&order=${order}`),
    `/guides/releases?${whole}&status=released`,
    `/guides/releases?${whole}&guideid=${guides[0]?.guideid ?? 1}`,
  ],
  'GET /guides/{guideid}': ({ guides }) =>
    guides.flatMap(({ guideid }) =>
      ['', '?unpatrolled', '?langid=de', '?langid=de&unpatrolled', '?excludePrerequisiteSteps'].map(
        (query) => `/guides/${guideid}${query}`,
      ),
    ),
  'GET /guides/{guideid}/tags': ({ guides }) => guides.map(({ guideid }) => `/guides/${guideid}/tags`),
  'GET /guides/{guideid}/users': ({ guides }) => guides.map(({ guideid }) => `/guides/${guideid}/users`),
  'GET /guides/{guideid}/teams': ({ guides }) => guides.map(({ guideid }) => `/guides/${guideid}/teams`),
  'GET /guides/{guideid}/releases': ({ guides }) =>
    guides.map(({ guideid }) => `/guides/${guideid}/releases?${whole}`),
  'GET /wikis/{namespace}': ({ wikis }) =>
    namespaces.flatMap((namespace) => [
      ...orders.map((order) => `/wikis/${namespace}?${whole}&includeStubs=true&order=${order}`),
      `/wikis/${namespace}?${whole}`,
      `/wikis/${namespace}?${whole}&modifiedSince=${middle(wikis)}`,
    ]),
  'GET /wikis/CATEGORY': () =>
    ['titles', 'hierarchy'].map((display) => `/wikis/CATEGORY?${whole}&display=${display}`),
  'GET /wikis/{namespace}/{title}': ({ wikis }) => wikis.map(pathOf),
  'GET /wikis/{namespace}/{title}/tags': ({ wikis }) => wikis.map((wiki) => `${pathOf(wiki)}/tags`),
  'GET /wikis/CATEGORY/{title}/children': ofCategories((wiki) =>
    ['', '?includeStubs=true'].map((query) => `${pathOf(wiki)}/children${query}`),
  ),
  'GET /wikis/CATEGORY/{title}/identification': ofCategories((wiki) => [`${pathOf(wiki)}/identification`]),
  'GET /categories': () => ['', '?withDisplayTitles', '?requireGuides'].map((query) => `/categories${query}`),
  'GET /categories/all': () => [`/categories/all?${whole}`, '/categories/all?limit=2&offset=1'],
  'GET /categories/{categoryname}': ofCategories(({ title }) => [`/categories/${encodeURIComponent(title)}`]),
  'GET /comments': ({ comments }) => [
    ...orders.map((order) => `/comments?${whole}&order=${order}`),
    ...['guide', 'step', 'wiki'].map((context) => `/comments?${whole}&context=${context}`),
    `/comments?${whole}&langid=de`,
    `/comments?${whole}&modifiedSince=${middle(comments)}`,
  ],
  'GET /comments/{commentid}': ({ comments }) => comments.map(({ commentid }) => `/comments/${commentid}`),
  'GET /tags': () => [...orders.map((order) => `/tags?${whole}&order=${order}`), '/tags?limit=2&offset=1'],
  'GET /teams': () => orders.map((order) => `/teams?${whole}&order=${order}`),
  'GET /teams/{teamid}': ({ teams }) => teams.map((teamid) => `/teams/${teamid}`),
  'GET /teams/{teamid}/attributes': ({ teams }) => teams.map((teamid) => `/teams/${teamid}/attributes`),
  'GET /teams/{teamid}/course_assignments': ({ teams }) =>
    teams.map((teamid) => `/teams/${teamid}/course_assignments`),
  'GET /translation_glossary/entries': () => ['/translation_glossary/entries'],
  'GET /step_forms/guideid/{guideid}': ({ guides }) =>
    guides.map(({ guideid }) => `/step_forms/guideid/${guideid}`),
  'GET /step_forms/stepid/{stepid}': ({ guides }) =>
    guides.flatMap(({ steps }) => steps.map((stepid) => `/step_forms/stepid/${stepid}`)),
  'GET /step_forms/form_revisionid/{form_revisionid}': ({ forms }) =>
    forms.map(({ form_revisionid }) => `/step_forms/form_revisionid/${form_revisionid}`),
  'GET /step_forms/field_revisionid/{field_revisionid}': ({ forms }) =>
    forms.flatMap(({ fields }) => fields.map((id) => `/step_forms/field_revisionid/${id}`)),
  'GET /work_log': ({ guides, users, runs }) => [
    ...orders.map((order) => `/work_log?${whole}&order=${order}`),
    ...['started', 'paused', 'suspended', 'complete', 'canceled'].map(
      (status) => `/work_log?${whole}&status=${status}`,
    ),
    ...users.map(({ userid }) => `/work_log?${whole}&userid=${userid}`),
    `/work_log?${whole}&guideid=${guides[0]?.guideid ?? 1}`,
    `/work_log?${whole}&workorderid=${encodeURIComponent(runs[0]?.workorderid ?? 'none')}`,
  ],
  'GET /work_log/{entryid}': ({ runs }) => runs.map(({ entryid }) => `/work_log/${entryid}`),
  'GET /work_log/{guideid}/suspended': ({ guides }) =>
    guides.map(({ guideid }) => `/work_log/${guideid}/suspended?${whole}`),
  'GET /users': () => orders.map((order) => `/users?${whole}&order=${order}`),
  'GET /users/{userid}': ofUsers(''),
  'GET /users/{userid}/badges': ofUsers('/badges'),
  'GET /users/{userid}/guides': ofUsers(`/guides?${whole}`),
  'GET /users/search/{search}': () => ['/users/search/author'],
  'GET /users/searchnames/{search}': () => ['/users/searchnames/author'],
  'GET /user': () => ['/user'],
  'GET /user/badges': () => ['/user/badges'],
  'GET /user/favorites/guides': () => [`/user/favorites/guides?${whole}`],
  'GET /user/completions': () => [`/user/completions?${whole}`],
  'GET /user/guides': () => [`/user/guides?${whole}`],
  'GET /user/flags': () => ['/user/flags'],
  'GET /user/media/images': () => [
    ...orders.map((order) => `/user/media/images?${whole}&order=${order}`),
    `/user/media/images?${whole}&minWidth=60`,
  ],
  'GET /user/media/videos': () => [`/user/media/videos?${whole}`],
  'GET /user/media/documents': () => [`/user/media/documents?${whole}`],
  'GET /media/images/{imageid/guid}': ({ images }) => images.map(({ id }) => `/media/images/${id}`),
  'GET /media/documents/{documentid}': ({ documents }) => documents.map((id) => `/media/documents/${id}`),
  'GET /search/{query}': () => [
    '/search/guide',
    '/search/first%20step',
    '/search/page?filter=wiki',
    '/search/ende?langid=de',
  ],
  'GET /suggest/{query}': () => ['/suggest/gui', '/suggest/pum?doctypes=guide'],
};

/** Reads outside the public API that are compared, too. */
export const ownReads = ['/benchside/assignments', '/benchside/notifications'] as const;

/** Reads that are not compared, with the reasons. */
export const leftOut: Readonly<Record<string, string>> = {
  'GET /users/{userid}/favorites/guides': 'A desk has the favorites of its own people only (F7).',
  'GET /users/{userid}/completions': 'A desk has the completions of its own people only (F7).',
  'GET /users/email/{email}': 'A desk does not hold addresses of others, and asks its hub (decision 0019).',
  'GET /users/sso/{sso_userid}': 'Nobody of a simulation has such an id; covered by its own test.',
  'GET /user_view_history/user/{userid}': 'Views of others are sent and never read back (F7).',
  'GET /user_view_history/{doc_type}/{docid}': 'Views of others are sent and never read back (F7).',
  'GET /media/videos/{videoid}': 'Converting a video takes a program of its own; nobody uploads one here.',
  'GET /openapi.json': 'Describes the program and not its content.',
  'GET /docs': 'Describes the program and not its content.',
  'GET /docs/{file}': 'Describes the program and not its content.',
};

export const readsOf = (things: Things): string[] => [
  ...Object.values(reads).flatMap((paths) => paths(things)),
  ...ownReads,
];

/** These depend on the time, or exist on the hub only. Everything else is equal at a desk and its hub. */
export const passing: ReadonlySet<string> = new Set([
  // A desk stores no join codes: a person who can read its disk could join teams with them.
  'join_code',
  'duration',
  'active_duration',
  'pause_duration',
  'suspended_duration',
]);

/** Returns an id of a desk in a text: negative and long. People may write similar numbers in texts. */
export const provisionalIdIn = (text: string): string | undefined =>
  /(?<=[:[,]"?)-\d{10,15}(?=["\],}])/.exec(text)?.[0];
