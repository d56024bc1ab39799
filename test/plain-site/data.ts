/** The site's content, in memory. Dates are whole UNIX seconds. */
export interface Person {
  userid: number;
  username: string;
  email: string;
  password: string;
  /** `Admin` may do everything; clients decide what the other roles mean. */
  privileges: string[];
  joined: number;
  location: string | null;
  about: string;
  image: number | null;
  favorites: Map<number, number>;
  completions: Map<number, number>;
  badges: object[];
}

export interface Item {
  name: string;
  type: string | null;
  quantity: number;
  notes: string | null;
  featured: boolean;
  isoptional: boolean;
}

export interface Line {
  lineid: number;
  text: string;
  bullet: string;
  level: number;
}

export interface Step {
  stepid: number;
  revisionid: number;
  title: string;
  lines: Line[];
  media: { type: 'image'; data: number[] } | { type: 'object'; data: number | null };
}

/** The fields of a guide that a person writes. */
export interface GuideFields {
  category: string;
  type: string;
  subject: string;
  title: string;
  summary: string;
  introduction: string;
  conclusion: string;
  difficulty: string | null;
  time_required_min: number;
  time_required_max: number;
  flags: string[];
  image: number | null;
  prerequisites: number[];
  parts: Item[];
  tools: Item[];
  author: number;
  public: boolean;
}

export interface Guide {
  guideid: number;
  revisionid: number;
  created: number;
  modified: number;
  deleted: boolean;
  fields: GuideFields;
  steps: Step[];
  tags: Set<string>;
}

export interface WikiFields {
  display_title: string;
  page_title: string | null;
  contents: string;
  description: string;
  image: number | null;
  table_of_contents: boolean;
  flags: string[];
  info: { name: string; value: string }[];
  suppliers: unknown[];
  repairability_score: number | null;
}

export interface Wiki {
  wikiid: number;
  revisionid: number;
  namespace: string;
  title: string;
  parent: string | null;
  author: number;
  created: number;
  modified: number;
  deleted: boolean;
  fields: WikiFields;
  /** All versions by revisionid, the present one included. */
  history: Map<number, WikiFields>;
  tags: Set<string>;
}

export interface Comment {
  commentid: number;
  context: string;
  contextid: number;
  parentid: number | null;
  userid: number;
  text: string;
  date: number;
  modified: number;
  deleted: boolean;
}

export interface Picture {
  imageid: number;
  guid: string;
  userid: number;
  srcid: number | null;
  width: number;
  height: number;
  ratio: string;
  mime: string;
  bytes: Buffer;
  /** Number of the request from which on its variants exist. */
  readyAt: number;
  removed: boolean;
}

export interface FormField {
  field_guid: string;
  field_revisionid: number;
  field_type: string;
  label: string;
  required: boolean;
  placeholder: string;
  textarea: string;
  options: string;
}

export interface Form {
  form_revisionid: number;
  stepid: number;
  fields: FormField[];
}

export interface Run {
  entryid: number;
  guideid: number;
  /** Owner of the run; others may have taken it over. */
  userid: number;
  startedby: number;
  workorderid: string;
  status: 'started' | 'paused' | 'suspended' | 'complete' | 'cancelled';
  starttime: number;
  endtime: number | null;
  values: Map<number, string>;
}

export interface Team {
  teamid: number;
  name: string;
  members: number[];
}

export interface Term {
  entryid: number;
  langid: string;
  term: string;
  translations: Record<string, string>;
  userid: number;
  modified_date: number;
}

export interface Knobs {
  /** Share of requests answered with 429. */
  throttled: number;
  /** Seconds of `Retry-After`. */
  retryAfter: number;
  /** Share of signed-in requests at which the token ends. */
  tokenDeaths: number;
  /** Requests that pass after an upload before its variants exist. */
  variantsAfter: number;
  /** Namespaces whose pages come without `contents_json`. */
  withoutTree: readonly string[];
  /** A fault of a live version: categories come with `revisionid: null`. */
  nullRevisions: boolean;
  /** Requests that pass after a write before reads show it. */
  lag: number;
  now(): number;
}

export class Data {
  people = new Map<number, Person>();
  /** Userids. */
  tokens = new Map<string, number>();
  guides = new Map<number, Guide>();
  wikis = new Map<number, Wiki>();
  comments = new Map<number, Comment>();
  pictures = new Map<number, Picture>();
  /** By stepid. */
  forms = new Map<number, Form>();
  oldForms: Form[] = [];
  runs = new Map<number, Run>();
  teams = new Map<number, Team>();
  terms = new Map<number, Term>();
  readonly knobs: Knobs;
  /** Number of requests so far. */
  requests = 0;
  private ids = new Map<string, number>();
  private past: { until: number; data: Data }[] = [];

  constructor(knobs: Knobs) {
    this.knobs = knobs;
  }

  get now(): number {
    return Math.floor(this.knobs.now());
  }

  /** Returns the next id of a kind. Ids increase, and none is given twice. */
  next(kind: string): number {
    const id = (this.ids.get(kind) ?? 0) + 1;
    this.ids.set(kind, id);
    return id;
  }

  /** Returns the data that reads show: with `lag`, without the last writes. */
  asRead(): Data {
    this.past = this.past.filter(({ until }) => this.requests <= until);
    return this.past[0]?.data ?? this;
  }

  beforeWrite(): this {
    if (this.knobs.lag > 0) this.past.push({ until: this.requests + this.knobs.lag, data: this.copy() });
    return this;
  }

  /** Returns a copy of all data, for another site. */
  copy(knobs = this.knobs): Data {
    const { knobs: _, past: __, ...state } = this;
    return Object.assign(new Data(knobs), structuredClone(state));
  }
}

/** Returns a seeded generator of numbers between 0 and 1. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
