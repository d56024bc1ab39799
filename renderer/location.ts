export interface SearchPlace {
  q: string;
  category?: string | null;
  type?: string | null;
}

/** Returns a path of these parts, without those that are missing. */
const address = (...parts: readonly (string | undefined)[]): string =>
  parts
    .filter((part) => part)
    .map((part = '') => `/${encodeURIComponent(part)}`)
    .join('');

/** Every path of the application. */
export const paths = {
  home: '/',
  sync: '/sync',
  changes: '/sync/changes',
  change: (entryid: string): string => `/sync/changes/${entryid}`,
  storage: '/sync/storage',
  ready: '/sync/ready',
  /** Bundles and edits on a stick. */
  carry: '/sync/carry',
  /** The sync status, where the diagnostic file is made. */
  diagnostics: '/sync/diagnostics',
  notifications: '/notifications',
  conflicts: '/conflicts',
  conflict: (kind: string, id: number): string => `/conflicts/${kind}/${id}`,
  settings: '/settings',
  account: '/account',
  admin: (part: string): string => (part === 'overview' ? '/admin' : `/admin/${part}`),
  person: (userid: number): string => `/admin/people/${userid}`,
  team: (teamid: number): string => `/admin/teams/${teamid}`,
  flag: (flagid: string): string => `/admin/flags/${encodeURIComponent(flagid)}`,
  badge: (badgeid: number): string => `/admin/badges/${badgeid}`,
  signIn: '/sign-in',
  setUp: '/set-up',
  emptySearch: '/search',
  search: ({ q, category, type }: SearchPlace): string => {
    const params = new URLSearchParams({ q });
    if (category) params.set('category', category);
    if (type) params.set('type', type);
    return `/search?${params.toString()}`;
  },
  category: (title: string): string => address('category', title),
  guide: (guideid: number): string => `/guide/${guideid}`,
  step: (guideid: number, stepid: number): string => `/guide/${guideid}/step/${stepid}`,
  allSteps: (guideid: number): string => `/guide/${guideid}/steps`,
  finished: (guideid: number): string => `/guide/${guideid}/finished`,
  newGuide: (beginning: { category?: string; title?: string } = {}): string => {
    const params = new URLSearchParams(beginning).toString();
    return `/new/guide${params && `?${params}`}`;
  },
  editGuide: (guideid: number, stepid?: number): string =>
    `/edit/guide/${guideid}${stepid === undefined ? '' : `?step=${stepid}`}`,
  translateGuide: (guideid: number, langid: string): string => `/edit/guide/${guideid}/in/${langid}`,
  stepForm: (guideid: number, stepid: number): string => `/edit/guide/${guideid}/form/${stepid}`,
  guideHistory: (guideid: number): string => `/history/guide/${guideid}`,
  /** With `langid` the page of that title in another language. */
  newWiki: (namespace: string, title?: string, langid?: string): string =>
    address('new', 'wiki', namespace, title, langid),
  editWiki: (namespace: string, title: string, langid?: string): string =>
    address('edit', 'wiki', namespace, title, langid),
  wikiHistory: (namespace: string, title: string, langid?: string): string =>
    address('history', 'wiki', namespace, title, langid),
  /** `order` fills in the work order number. */
  startWork: (guideid: number, order?: string): string =>
    `/guide/${guideid}/work${order === undefined ? '' : `?${new URLSearchParams({ order }).toString()}`}`,
  run: (entryid: number): string => `/run/${entryid}`,
  /** `field` is the field_revisionid that gets the focus. */
  runStep: (entryid: number, stepid: number, field?: number): string =>
    `/run/${entryid}/step/${stepid}${field === undefined ? '' : `?field=${field}`}`,
  concludeRun: (entryid: number): string => `/run/${entryid}/conclusion`,
  finishRun: (entryid: number): string => `/run/${entryid}/finish`,
  workLogs: (filter: Record<string, string> = {}): string => {
    const params = new URLSearchParams(filter).toString();
    return params === '' ? '/work-logs' : `/work-logs?${params}`;
  },
  floor: '/floor',
  assignWork: '/floor?assign=1',
  /** The values recorded in the jobs of a guide. */
  recordedValues: (guideid: number, period: Record<string, string> = {}): string => {
    const params = new URLSearchParams(period).toString();
    return `/recorded-values/${guideid}${params && `?${params}`}`;
  },
  workLog: (entryid: number): string => `/work-logs/${entryid}`,
  /** Without `langid` the page is read in the person's language, if it has that. */
  wiki: (namespace: string, title: string, langid?: string): string =>
    namespace === 'CATEGORY' ? address('category', title, langid) : address('wiki', namespace, title, langid),
};
