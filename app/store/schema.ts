import type { Generated } from 'kysely';

/** UNIX seconds, possibly with a fraction. */
type Seconds = number;
type Bool = 0 | 1;
/**
 * JSON text with placeholders for addresses of this server: U+0081 for the base of picture addresses, U+0082 for the
 * site's own (see `app/store/placeholders.ts`).
 */
type TemplatedJson = string;

interface MetaTable {
  key: string;
  value: string;
}

interface UserTable {
  userid: Generated<number>;
  email: string | null;
  username: string;
  unique_username: string | null;
  password: string | null;
  role: 'admin' | 'author' | 'technician';
  join_date: Seconds;
  modified_date: Seconds;
  reputation: number;
  langid: string;
  location: string | null;
  summary: string | null;
  about_raw: string;
  about_rendered: TemplatedJson;
  imageid: number | null;
  /** Desk: the site's summary of this person; null on the hub, which computes it. */
  remote: TemplatedJson | null;
  /** This person's id in another system of the company. */
  sso_userid: Generated<string | null>;
  banned: Bool;
  deleted: Bool;
}

interface SessionTable {
  tokenid: Generated<number>;
  token_hash: string;
  userid: number;
  created_date: Seconds;
  used_date: Seconds;
  user_agent: Generated<string>;
  impersonated_by: number | null;
  ends_date: Seconds | null;
  idle_seconds: number | null;
}

/** People who signed in at this desk. */
interface DeskPersonTable {
  userid: number;
  email: string;
  /** scrypt verifier for signing in offline. */
  verifier: string;
  /** The site's token, encrypted by the shell if it can; null once the site refused it. */
  token: Buffer | null;
  sealed: Bool;
  signed_in_date: Seconds;
  /** Age of the desk in seconds when the site last accepted the token; null once it refused it. */
  accepted_age: number | null;
}

/** A person's PIN and badge for this desk: a scrypt verifier and a keyed hash. */
interface DeskCredentialTable {
  userid: number;
  pin: string | null;
  badge: string | null;
}

interface TeamTable {
  teamid: Generated<number>;
  name: string;
  description: string;
  owner: number | null;
  imageid: number | null;
  created_date: Seconds;
  join_code: string | null;
  location: string | null;
  latitude: number | null;
  longitude: number | null;
}

interface TeamMemberTable {
  teamid: number;
  userid: number;
  joined_date: Seconds;
}

interface GuideTable {
  guideid: Generated<number>;
  langid: string;
  revisionid: number;
  public: Bool;
  deleted: Bool;
  type: string;
  category: string;
  subject: string;
  title: string;
  difficulty: string | null;
  userid: number;
  created_date: Seconds;
  published_date: Seconds | null;
  modified_date: Seconds;
  prereq_modified_date: Generated<Seconds>;
  featured: Bool;
  stepcount: number;
  comment_count: Generated<number>;
  /** A guide summary without the fields that are added when read (`app/store/guides/compose.ts`). */
  summary: TemplatedJson;
  /** Desk: when the site last confirmed this version. */
  checked_date: Seconds | null;
}

/** The readers' version as `packGuide` packs it, zstd-compressed. */
interface GuideDocTable {
  guideid: number;
  body: Buffer;
}

interface GuideRevisionTable {
  guideid: number;
  revisionid: number;
  /** Desk: the site's revisionid of a version made here, once the site has it. */
  site_revisionid: number | null;
  userid: number | null;
  date: Seconds;
  body: Buffer;
}

interface StepTable {
  stepid: Generated<number>;
  guideid: number;
  orderby: number;
  revisionid: number;
}

interface PrerequisiteTable {
  guideid: number;
  position: number;
  prerequisite: number;
  releaseid: number | null;
}

interface CollaboratorTable {
  guideid: number;
  kind: 'user' | 'team';
  id: number;
}

interface TagTable {
  tagid: Generated<number>;
  name: string;
  /** Desk: the site's `tagid`, once it is known. */
  site_tagid: number | null;
}

interface TaggedTable {
  kind: 'guide' | 'wiki';
  id: number;
  tagid: number;
}

interface WikiTable {
  wikiid: Generated<number>;
  namespace: string;
  title: string;
  /** Lower case, underscores as spaces: finds a title if there is no exact match. */
  title_key: string;
  display_title: string | null;
  langid: string;
  revisionid: number;
  /** Title of the parent category. Not its id, because a site's pages arrive in any order. */
  parent: string | null;
  stub: Bool;
  private: Bool;
  deleted: Bool;
  userid: number;
  created_date: Seconds;
  modified_date: Seconds;
  /** A light wiki object without its dates. */
  summary: TemplatedJson;
  checked_date: Seconds | null;
}

/** zstd-compressed JSON of the full wiki without the fields that are computed when read. */
interface WikiDocTable {
  wikiid: number;
  body: Buffer;
}

interface WikiRevisionTable {
  wikiid: number;
  revisionid: number;
  /** Like `GuideRevisionTable.site_revisionid`. */
  site_revisionid: number | null;
  userid: number | null;
  date: Seconds;
  body: Buffer;
}

interface CommentTable {
  commentid: Generated<number>;
  context: string;
  contextid: number;
  /** The guide or wiki of the target, so that one query finds all comments of a document. */
  guideid: number | null;
  wikiid: number | null;
  parentid: number | null;
  userid: number;
  langid: string | null;
  title: string;
  text_raw: string;
  text_rendered: TemplatedJson;
  date: Seconds;
  modified_date: Seconds;
  status: 'public' | 'private' | 'deleted';
}

interface FavoriteTable {
  userid: number;
  guideid: number;
  date: Seconds;
}

interface CompletionTable {
  userid: number;
  guideid: number;
  date: Seconds;
}

interface ReadingTable {
  userid: number;
  guideid: number;
  stepid: number | null;
  finished: Bool;
  date: Seconds;
}

interface ViewTable {
  userid: number;
  doc_type: 'GUIDE' | 'WIKI';
  docid: string;
  date: Seconds;
}

interface ImageTable {
  imageid: Generated<number>;
  guid: string;
  userid: number | null;
  srcid: number | null;
  width: number;
  height: number;
  ratio: 'ONE_ONE' | 'FOUR_THREE' | 'VARIABLE';
  markup: string | null;
  exif: string;
  /** `Content-Type` of the original. */
  mime: string;
  created_date: Seconds;
  /** Removed from the media manager; the picture stays while a document uses it. */
  deleted: Bool;
  /** Address of the original on another server, without suffix; null if the bytes are ours. */
  remote: string | null;
}

/** One variant of a picture; `size` is a variant name or `original`. */
interface ImageFileTable {
  guid: string;
  size: string;
  /** Name of the file under `media/`; null while it is not here. */
  sha256: string | null;
  bytes: number;
  mime: string;
  used_date: Seconds;
  attempts: number;
  /** Why the last attempt failed, as a sentence. */
  failure: string | null;
}

/**
 * Why a document needs a picture. `_past`: only revisions still show the picture; `guide_draft`: only people who may edit the guide see it; `text`, always
 * with id 0: some text has shown it.
 */
export type UseKind = DocumentUse | 'text';

/** Uses that give people who may read the document a right to the picture. */
export type DocumentUse =
  | 'guide'
  | 'guide_past'
  | 'guide_draft'
  | 'wiki'
  | 'wiki_past'
  | 'user'
  | 'team'
  | 'work';

interface MediaUseTable {
  kind: UseKind;
  id: number;
  guid: string;
}

interface StepFormTable {
  form_revisionid: Generated<number>;
  stepid: number;
  guideid: number;
  current: Bool;
  created_date: Seconds;
}

interface StepFormFieldTable {
  field_revisionid: Generated<number>;
  form_revisionid: number;
  field_guid: string;
  position: number;
  body: string;
}

interface WorkLogTable {
  entryid: Generated<number>;
  guideid: number;
  userid: number;
  workorderid: string;
  status: string;
  starttime: Seconds;
  endtime: Seconds | null;
  guide_revisionid: number;
  body: string;
}

interface ReleaseTable {
  releaseid: Generated<number>;
  guideid: number;
  langid: string;
  revisionid: number | null;
  status: string;
  body: TemplatedJson;
}

interface VideoTable {
  videoid: Generated<number>;
  userid: number | null;
  body: TemplatedJson;
}

/** The feed: the newest change of each resource, in commit order. */
interface ChangeTable {
  sequence: Generated<number>;
  kind: string;
  id: number;
  deleted: Bool;
  date: Seconds;
}

/** Append-only: entries change their state but are never edited or removed (decision 0011). */
interface JournalTable {
  sequence: Generated<number>;
  entryid: string;
  state: Generated<'pending' | 'sending' | 'done' | 'parked' | 'discarded'>;
  operation: string;
  params: string;
  query: string;
  body: string;
  base_revisionid: number | null;
  issued: string;
  userid: number;
  wall_clock: Seconds;
  monotonic_clock: number;
  boot_id: string;
  attempts: Generated<number>;
  cause: string | null;
  resolution: string | null;
  sender: number | null;
}

interface WatermarkTable {
  name: string;
  value: string;
}

/** Desk: ids named by a list of the site whose documents are still to be fetched. */
interface FetchQueueTable {
  kind: string;
  id: number;
  /** Title of a wiki, by which the site addresses it. */
  address: string | null;
  attempts: number;
  failure: string | null;
}

interface TrashTable {
  kind: string;
  id: number;
  missing_since: Seconds;
  reason: string;
}

interface SyncRoundTable {
  started_date: Seconds;
  ended_date: Seconds;
  outcome: string;
  body: string;
}

export interface Tables {
  meta: MetaTable;
  user: UserTable;
  session: SessionTable;
  desk_person: DeskPersonTable;
  desk_credential: DeskCredentialTable;
  team: TeamTable;
  team_member: TeamMemberTable;
  guide: GuideTable;
  guide_doc: GuideDocTable;
  guide_revision: GuideRevisionTable;
  step: StepTable;
  prerequisite: PrerequisiteTable;
  collaborator: CollaboratorTable;
  tag: TagTable;
  tagged: TaggedTable;
  wiki: WikiTable;
  wiki_doc: WikiDocTable;
  wiki_revision: WikiRevisionTable;
  comment: CommentTable;
  favorite: FavoriteTable;
  completion: CompletionTable;
  reading: ReadingTable;
  view: ViewTable;
  image: ImageTable;
  image_file: ImageFileTable;
  media_use: MediaUseTable;
  step_form: StepFormTable;
  step_form_field: StepFormFieldTable;
  work_log: WorkLogTable;
  release: ReleaseTable;
  video: VideoTable;
  change: ChangeTable;
  journal: JournalTable;
  watermark: WatermarkTable;
  fetch_queue: FetchQueueTable;
  trash: TrashTable;
  sync_round: SyncRoundTable;
}
