import type { Generated, GeneratedAlways } from 'kysely';

import type { NotificationKind } from '../../shared/model/notification.ts';
import type { Bool, DocumentUse, TemplatedJson, UseKind } from './schema-notes.ts';

/**
 * All tables as the migrations make them. Dates are UNIX seconds, possibly with a fraction.
 *
 * Made by `npx node app/store/write-schema.ts` from the database and `schema-notes.ts`; a test compares it with them.
 */
export interface Tables {
  account: {
    userid: Generated<number>;
    email: string | null;
    username: string;
    unique_username: string | null;
    password: string | null;
    role: 'admin' | 'author' | 'technician';
    join_date: number;
    modified_date: number;
    reputation: Generated<number>;
    langid: Generated<string>;
    location: string | null;
    summary: string | null;
    about_raw: Generated<string>;
    about_rendered: Generated<TemplatedJson>;
    imageid: number | null;
    /** Desk: the site's summary of this person; null on the hub, which computes it. */
    remote: TemplatedJson | null;
    banned: Generated<Bool>;
    deleted: Generated<Bool>;
    /** This person's id in another system of the company. */
    sso_userid: string | null;
  };
  assignment: {
    assignmentid: Generated<number>;
    guideid: number;
    workorderid: string;
    userid: number | null;
    bench: string;
    due: string | null;
    note: string;
    assigned_by: number;
    created_date: number;
    entryid: number | null;
    ended: Generated<number>;
  };
  attachment: {
    kind: DocumentUse;
    id: number;
    item: string;
    itemid: number;
  };
  attempt: {
    key: string;
    account: string;
    count: number;
    since: number;
  };
  badge: {
    badgeid: Generated<number>;
    num_users: number;
  };
  badge_earned: {
    userid: number;
    badgeid: number;
    times: number;
    date: number;
  };
  badge_remote: {
    userid: Generated<number>;
    body: string;
  };
  /** The feed: the newest change of each resource, in commit order. */
  change_feed: {
    sequence: Generated<number>;
    kind: string;
    id: number;
    deleted: Bool;
    date: number;
  };
  collaborator: {
    guideid: number;
    kind: 'user' | 'team';
    id: number;
  };
  comment: {
    commentid: Generated<number>;
    context: string;
    contextid: number;
    /** The guide or wiki of the target, so that one query finds all comments of a document. */
    guideid: number | null;
    wikiid: number | null;
    parentid: number | null;
    userid: number;
    langid: string | null;
    title: Generated<string>;
    text_raw: string;
    text_rendered: TemplatedJson;
    date: number;
    modified_date: Generated<number>;
    status: Generated<'public' | 'private' | 'deleted'>;
  };
  completion: {
    userid: number;
    guideid: number;
    date: number;
  };
  /** A person's PIN and badge for this desk: a scrypt verifier and a keyed hash. */
  desk_credential: {
    userid: Generated<number>;
    pin: string | null;
    badge: string | null;
  };
  /** People who signed in at this desk. */
  desk_person: {
    userid: Generated<number>;
    email: string;
    /** scrypt verifier for signing in offline. */
    verifier: string;
    /** The site's token, encrypted by the shell if it can; null once the site refused it. */
    token: Buffer | null;
    sealed: Bool;
    signed_in_date: number;
    /** Age of the desk in seconds when the site last accepted the token; null once it refused it. */
    accepted_age: number | null;
  };
  desk_state: {
    only: Generated<number>;
    body: string;
  };
  device: {
    deviceid: string;
    name: string;
    reported_date: number;
    token_hash: string;
    body: string;
    userid: number | null;
    waiting: Generated<number>;
    given_name: string | null;
  };
  document: {
    documentid: Generated<number>;
    userid: number | null;
    body: string;
    deleted: Generated<Bool>;
  };
  draft: {
    userid: number;
    key: string;
    date: number;
    body: string;
  };
  edit_conflict: {
    key: string;
    userid: number;
    route: string;
    params: string;
    cause: string;
    day: number;
  };
  epoch: {
    first: Generated<number>;
    stamp: string;
    ids: string;
  };
  failed_search: {
    words: string;
    count: number;
    last_date: number;
  };
  favorite: {
    userid: number;
    guideid: number;
    date: number;
  };
  /** Desk: ids named by a list of the site whose documents are still to be fetched. */
  fetch_queue: {
    kind: string;
    id: number;
    /** Title of a wiki, by which the site addresses it. */
    address: string | null;
    attempts: Generated<number>;
    failure: string | null;
  };
  flag_report: {
    guideid: number;
    flagid: string;
    userid: number;
    only_reported: Bool;
  };
  glossary_entry: {
    entryid: Generated<number>;
    langid: string;
    term: string;
    term_key: string;
    translations: string;
    userid: number;
    modified_date: number;
  };
  guide: {
    guideid: Generated<number>;
    langid: string;
    revisionid: number;
    public: Bool;
    deleted: Generated<Bool>;
    type: string;
    category: string;
    subject: string;
    title: string;
    difficulty: string | null;
    userid: number;
    created_date: number;
    published_date: number | null;
    modified_date: number;
    prereq_modified_date: Generated<number>;
    featured: Generated<Bool>;
    stepcount: number;
    comment_count: Generated<number>;
    /** A guide summary without the fields that are added when read (`app/store/guides/compose.ts`). */
    summary: TemplatedJson;
    /** Desk: when the site last confirmed this version. */
    checked_date: number | null;
    had_drafts: Generated<number>;
  };
  /** The readers' version as `packGuide` packs it, zstd-compressed. */
  guide_doc: {
    guideid: Generated<number>;
    body: Buffer;
  };
  guide_draft: {
    guideid: Generated<number>;
    revisionid: number;
    modified_date: number;
    body: Buffer;
  };
  guide_editor: {
    guideid: number;
    userid: number;
  };
  guide_revision: {
    guideid: number;
    revisionid: number;
    userid: number | null;
    date: number;
    body: Buffer;
    parent: number | null;
    draft: Generated<Bool>;
    /** Desk: the site's revisionid of a version made here, once the site has it. */
    site_revisionid: number | null;
  };
  id_map: {
    provisional: Generated<number>;
    kind: string;
    id: number;
  };
  idempotency: {
    key: string;
    userid: number;
    route: string;
    answer: string;
    date: number;
    sequence: Generated<number>;
    day: Generated<number>;
  };
  image: {
    imageid: Generated<number>;
    guid: string;
    userid: number | null;
    srcid: number | null;
    width: number;
    height: number;
    ratio: 'ONE_ONE' | 'FOUR_THREE' | 'VARIABLE';
    markup: string | null;
    exif: Generated<string>;
    /** `Content-Type` of the original. */
    mime: string;
    created_date: number;
    /** Removed from the media manager; the picture stays while a document uses it. */
    deleted: Generated<Bool>;
    /** Address of the original on another server, without suffix; null if the bytes are ours. */
    remote: string | null;
  };
  image_fact: {
    imageid: Generated<number>;
    width: number;
    height: number;
    ratio: string;
    markup: string | null;
  };
  /** One variant of a picture; `size` is a variant name or `original`. */
  image_file: {
    guid: string;
    size: string;
    /** Name of the file under `media/`; null while it is not here. */
    sha256: string | null;
    bytes: Generated<number>;
    mime: Generated<string>;
    used_date: Generated<number>;
    attempts: Generated<number>;
    /** Why the last attempt failed, as a sentence. */
    failure: string | null;
  };
  /** Append-only: entries change their state but are never edited or removed (decision 0011). */
  journal: {
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
    wall_clock: number;
    monotonic_clock: number;
    boot_id: string;
    attempts: Generated<number>;
    cause: string | null;
    resolution: string | null;
    sender: number | null;
  };
  journal_event: {
    sequence: number;
    date: number;
    state: 'pending' | 'sending' | 'done' | 'parked' | 'discarded';
    cause: string | null;
  };
  journal_resource: {
    kind: string;
    id: number;
    sequence: number;
    before: Buffer | null;
  };
  machine_translation: {
    number: Generated<number>;
    hash: string;
    text: string;
  };
  media_file: {
    guid: string;
    name: string;
    mime: string;
    bytes: number;
    /** Name of the file under `media/`; null while it is not here. */
    sha256: string | null;
    /** The site's address of the file; templated. */
    remote: string | null;
    attempts: Generated<number>;
    failure: string | null;
  };
  media_use: {
    kind: UseKind;
    id: number;
    guid: string;
  };
  meta: {
    key: string;
    value: string;
  };
  notification: {
    notificationid: Generated<number>;
    userid: number;
    kind: NotificationKind;
    date: number;
    caused_by: number;
    guideid: number | null;
    wikiid: number | null;
    entryid: number | null;
    workorderid: string | null;
    is_read: Generated<Bool>;
  };
  password_reset: {
    token_hash: string;
    userid: number;
    created_date: number;
  };
  picture_note: {
    guideid: Generated<number>;
    pictures: string;
    covered: Generated<number>;
    others: Generated<number>;
  };
  prerequisite: {
    guideid: number;
    position: number;
    prerequisite: number;
    releaseid: number | null;
  };
  reading_position: {
    userid: number;
    guideid: number;
    stepid: number | null;
    finished: Generated<Bool>;
    date: number;
  };
  release: {
    releaseid: Generated<number>;
    guideid: number;
    langid: string;
    revisionid: number | null;
    status: string;
    body: TemplatedJson;
  };
  resend: {
    edit_id: string;
    feed_sequence: number;
  };
  search_doc: {
    entry: Generated<number>;
    kind: string;
    id: number;
    title_key: string;
    title_terms: string;
    type: string | null;
    category: string | null;
    public: Bool;
    fingerprint: Buffer | null;
  };
  search_stale: {
    entry: Generated<number>;
  };
  search_word: {
    word: string;
    docs: number;
  };
  session: {
    tokenid: Generated<number>;
    token_hash: string;
    userid: number;
    created_date: number;
    used_date: number;
    user_agent: Generated<string>;
    impersonated_by: number | null;
    ends_date: number | null;
    idle_seconds: number | null;
    edit_key: string | null;
  };
  site_version: {
    kind: string;
    id: number;
    body: Buffer;
  };
  step: {
    stepid: Generated<number>;
    guideid: number;
    orderby: number;
    revisionid: number;
    shown: Generated<Bool>;
  };
  step_form: {
    form_revisionid: Generated<number>;
    stepid: number;
    guideid: number;
    current: Bool;
    created_date: number;
    ended_date: number | null;
  };
  step_form_field: {
    field_revisionid: Generated<number>;
    form_revisionid: number;
    field_guid: string;
    position: number;
    body: string;
  };
  sync_round: {
    started_date: number;
    ended_date: number;
    outcome: string;
    body: string;
  };
  tag: {
    tagid: Generated<number>;
    name: string;
    /** Desk: the site's `tagid`, once it is known. */
    site_tagid: number | null;
  };
  tagged: {
    kind: 'guide' | 'wiki';
    id: number;
    tagid: number;
  };
  team: {
    teamid: Generated<number>;
    name: string;
    description: Generated<string>;
    owner: number | null;
    imageid: number | null;
    created_date: number;
    join_code: string | null;
    location: string | null;
    latitude: number | null;
    longitude: number | null;
  };
  team_member: {
    teamid: number;
    userid: number;
    joined_date: number;
  };
  translation: {
    guideid: number;
    langid: string;
    revisionid: number;
    source_revisionid: number;
    deleted: Generated<Bool>;
    userid: number;
    created_date: number;
    modified_date: number;
    body: Buffer;
  };
  translation_revision: {
    guideid: number;
    langid: string;
    revisionid: number;
    source_revisionid: number;
    userid: number;
    date: number;
    body: Buffer;
  };
  trash: {
    kind: string;
    id: number;
    missing_since: number;
    reason: string;
  };
  unknown_outcome: {
    edit_id: string;
    highest: string;
  };
  video: {
    videoid: Generated<number>;
    userid: number | null;
    body: TemplatedJson;
    imageid: number | null;
    deleted: Generated<Bool>;
  };
  view: {
    date: number;
    userid: number;
    doc_type: 'GUIDE' | 'WIKI';
    docid: string;
  };
  watermark: {
    name: string;
    value: string;
  };
  wiki: {
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
    stub: Generated<Bool>;
    private: Generated<Bool>;
    deleted: Generated<Bool>;
    userid: number;
    created_date: number;
    modified_date: number;
    /** A light wiki object without its dates. */
    summary: TemplatedJson;
    checked_date: number | null;
    was_public: Generated<Bool>;
  };
  /** zstd-compressed JSON of the full wiki without the fields that are computed when read. */
  wiki_doc: {
    wikiid: Generated<number>;
    body: Buffer;
  };
  wiki_revision: {
    wikiid: number;
    revisionid: number;
    userid: number | null;
    date: number;
    body: Buffer;
    /** Like that of a guide. */
    site_revisionid: number | null;
  };
  work_event: {
    entryid: number;
    position: number;
    type: string;
    stepid: number | null;
    userid: number;
    time: number;
    recorded: number;
    monotonic: number | null;
    bootid: string | null;
    revisionid: number | null;
    reason: string | null;
    note: string | null;
    addressee: number | null;
    bench: string | null;
  };
  work_log: {
    entryid: Generated<number>;
    guideid: number;
    userid: number;
    workorderid: string;
    status: 'started' | 'paused' | 'suspended' | 'complete' | 'cancelled';
    starttime: number;
    endtime: number | null;
    /** The guide's revision when the run began. */
    guide_revisionid: number;
    body: string;
    /** Totals as JSON; null for a run without events. */
    timing: string | null;
    number: GeneratedAlways<number | null>;
  };
  work_person: {
    userid: number;
    entryid: number;
    number: GeneratedAlways<number | null>;
  };
}
