/**
 * Every limit on what a person or a peer can send. Schemas, parsers and forms use these numbers; `app/api/LIMITS.md` and the
 * API's description are generated from them (`npx node app/api/documentation/write-documents.ts`).
 */
export interface Limit {
  /** The largest accepted value. */
  readonly max: number;
  readonly unit: Unit;
  readonly why: string;
}

type Unit =
  | 'bytes'
  | 'characters'
  | 'lines'
  | 'items'
  | 'levels'
  | 'seconds'
  | 'days'
  | 'pixels'
  | 'attempts'
  | 'requests';

const limit = (max: number, unit: Unit, why: string): Limit => ({ max, unit, why });

/** Formats a number of bytes, such as `16 MiB`. */
export function sizeOf(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

const KiB = 1024;
const MiB = 1024 * KiB;
const day = 86_400;

const title = limit(200, 'characters', 'a title fits one or two lines of a screen');
const numbers = limit(100, 'items', 'numbers of other documents; each is looked up');

export const limits = {
  /** Any request, before it is routed and validated. */
  request: {
    body: limit(16 * MiB, 'bytes', 'JSON of someone who signed in; counted while it is read'),
    openBody: limit(64 * KiB, 'bytes', 'JSON of someone who did not sign in, and of signing in itself'),
    depth: limit(64, 'levels', 'arrays and objects within each other, far more than any client sends'),
    values: limit(
      20_000,
      'items',
      'values in one JSON body: small ones take many times their bytes in memory, and each may be wrong',
    ),
    manyValues: limit(
      200_000,
      'items',
      'values in a form, the glossary, a draft, or edits sent together; only drafts and edits together reach it within their other limits',
    ),
    url: limit(12 * KiB, 'characters', 'the address with its query; 1000 ids of media take up to 10 KiB'),
    host: limit(260, 'characters', 'the name of a machine with its port: an answer has it in each address'),
    parameters: limit(100, 'items', 'parameters of one query'),
    headers: limit(16 * KiB, 'bytes', 'all headers together; Node answers 431 before the program sees them'),
    headerCount: limit(200, 'items', 'headers of one request; Node answers 431 to more'),
  },
  /** Bytes that are added to the JSON of a guide or page when its size is checked. */
  document: {
    aroundPicture: limit(200, 'bytes', 'each picture beside its marks: the feed has its sizes'),
    aroundAddress: limit(60, 'bytes', "each of the site's own addresses: answers add its beginning"),
  },
  /** A guide (CONTRACT 4). */
  guide: {
    title: limit(500, 'characters', 'the type and the subject may be part of it'),
    subject: title,
    category: limit(200, 'characters', "a category's title"),
    summary: limit(155, 'characters', 'CONTRACT 4.10: fewer than 156 characters'),
    introductionLines: limit(49, 'lines', 'CONTRACT 4.10: fewer than 50 lines'),
    text: limit(100_000, 'characters', 'an introduction or a conclusion: some 30 printed pages'),
    flags: limit(100, 'items', 'a site has fewer'),
    flagid: limit(100, 'characters', 'the name of a flag, such as GUIDE_IN_PROGRESS'),
    prerequisites: numbers,
    documents: numbers,
    items: limit(200, 'items', 'parts, and as many tools'),
    itemName: title,
    itemText: limit(1000, 'characters', 'notes and summary of a part or tool'),
    itemUrl: limit(2000, 'characters', 'the address of a shop'),
    quantity: limit(1_000_000, 'items', 'of one part or tool'),
    timeRequired: limit(10_000_000, 'seconds', 'some four months'),
    steps: limit(1000, 'items', 'steps of one guide'),
    whole: limit(
      4 * MiB,
      'bytes',
      'JSON of a guide with the HTML of its texts and the marks on its pictures; a line of the feed may carry it with its draft',
    ),
    translations: limit(
      8 * MiB,
      'bytes',
      'JSON of all translations of a guide: one line of the feed has them',
    ),
    forms: limit(2 * MiB, 'bytes', 'JSON of all forms of a guide: one answer has them'),
    prerequisiteForms: limit(32 * MiB, 'bytes', 'forms of a guide and its prerequisites in one answer'),
    prerequisiteSteps: limit(32 * MiB, 'bytes', 'steps of prerequisites in the answer of a guide'),
    allPrerequisites: limit(
      200,
      'items',
      'prerequisites of a guide with those of these, and so on; of more, the answer has as many',
    ),
  },
  step: {
    title,
    lines: limit(100, 'items', 'lines of one step; clear steps have up to eight'),
    line: limit(5000, 'characters', 'one line: two printed pages'),
    level: limit(2, 'levels', 'a line is at most two levels deep'),
    pictures: limit(20, 'items', 'pictures of one step; clear steps have up to three'),
  },
  wiki: {
    title,
    categoryDepth: limit(20, 'levels', 'categories below categories, the top one included'),
    contents: limit(1_000_000, 'characters', 'the length of a book'),
    description: limit(2000, 'characters', 'shown in lists and cards'),
    whole: limit(16 * MiB, 'bytes', 'JSON of a page with its HTML and the marks on its pictures'),
    documents: numbers,
    flags: limit(100, 'items', 'a site has fewer'),
    rows: limit(200, 'items', 'rows of facts, and as many suppliers'),
    cell: title,
    cellText: limit(2000, 'characters', 'the value of a fact'),
  },
  /** The lists on a category's page. */
  categoryPage: {
    guides: limit(500, 'items', 'guides in and below a category; the search finds the others'),
    listed: limit(
      2000,
      'items',
      'guides of a category in an answer of the API, and as many categories below it; lists and the search have the others',
    ),
    top: limit(500, 'items', 'categories of the first screen'),
  },
  /** A guide saved as a file. */
  export: {
    bytes: limit(512 * MiB, 'bytes', 'pictures of one guide in an archive, which is made in memory'),
  },
  /** Wiki text, when it is rendered. */
  text: {
    preview: limit(100_000, 'characters', 'a text that its preview shows'),
    html: limit(4 * MiB, 'bytes', 'HTML of one text: an introduction, a page'),
    commentHtml: limit(512 * KiB, 'bytes', 'HTML of a comment: every answer of a guide has all of them'),
    lineHtml: limit(32 * KiB, 'bytes', 'HTML of a short text, such as a line of a step'),
    tree: limit(8 * MiB, 'characters', "JSON of a wiki's tree (`contents_json`)"),
    targets: limit(
      1000,
      'items',
      'guides, pages and pictures that a text may name; later ones are shown as text',
    ),
    depth: limit(20, 'levels', 'quotes in quotes, and lists in lists; deeper ones are plain text'),
    guideLists: limit(5, 'items', 'lists of guides in one text'),
    listTags: limit(20, 'items', 'tags of one list of guides'),
    listLinks: limit(300, 'items', 'links of all lists of guides in one text'),
  },
  comment: {
    text: limit(50_000, 'characters', 'some 15 printed pages'),
    around: limit(2 * KiB, 'bytes', 'what counts for each comment beside its text: its author with pictures'),
    together: limit(
      8 * MiB,
      'bytes',
      'comments on one guide or page with their HTML: each answer has all of them',
    ),
    ofPerson: limit(
      2 * MiB,
      'bytes',
      'the part of these that one person writes, so that nobody takes all the room',
    ),
  },
  tag: {
    text: limit(100, 'characters', 'a label of one line; sites allow 32 (CONTRACT 5)'),
    count: limit(100, 'items', 'tags of one guide or page'),
  },
  form: {
    fields: limit(200, 'items', 'fields of one form'),
    label: limit(10_000, 'characters', 'a label, a placeholder or an option'),
    choices: limit(500, 'items', 'options of one field'),
    value: limit(65_536, 'characters', 'the text someone enters into a field'),
    unit: limit(20, 'characters', 'stands behind a number'),
    pictures: limit(10, 'items', 'pictures of one field'),
    reason: limit(500, 'characters', 'why a job ends without an obligatory step'),
    names: limit(100, 'items', 'names in one field, of which those that the API does not know are ignored'),
  },
  release: {
    title,
    notes: limit(10_000, 'characters', 'some three printed pages'),
  },
  user: {
    email: limit(320, 'characters', 'the longest address there can be (RFC 3696)'),
    name: limit(100, 'characters', 'fits one line'),
    password: limit(1000, 'characters', 'longer ones only cost time to check'),
    location: limit(200, 'characters', 'fits one line'),
    about: limit(100_000, 'characters', 'a page about oneself'),
    summary: limit(500, 'characters', 'shown in lists'),
    ssoId: limit(200, 'characters', 'the id that another service gave'),
    badge: limit(200, 'characters', 'what a reader types; 4 at least'),
    search: limit(200, 'characters', 'what one looks for in a list of people or releases'),
  },
  /** Settings of a site. */
  site: {
    appid: limit(100, 'characters', 'the id that an application sends'),
    appids: limit(100, 'items', 'applications that may sign people in'),
    languages: limit(50, 'items', 'languages of one site'),
    mailServer: limit(1000, 'characters', "the mail server's address with its user and password"),
  },
  /** Setting up a hub. */
  setUp: {
    code: limit(40, 'characters', 'the code on its console, with spaces and hyphens'),
    backup: limit(1024 * 1024 * MiB, 'bytes', 'a backup that is uploaded to a new hub'),
    piece: limit(16 * MiB, 'bytes', 'a part of such a backup, which is sent in many requests'),
    idle: limit(1800, 'seconds', 'without a part before what was uploaded of such a backup is deleted'),
  },
  desk: {
    name: limit(100, 'characters', 'the name of a desk, in lists and in its kiosk bar'),
    pinned: limit(500, 'items', 'categories whose pictures stay on a desk'),
    pinnedTitle: limit(255, 'characters', 'the title of such a category'),
    updates: limit(2000, 'characters', 'the address of a folder with new versions'),
  },
  kiosk: {
    idle: limit(7 * 24 * 3600, 'seconds', 'without a touch before the screen of a kiosk was hidden'),
  },
  /** Links from outside, such as `benchside://guide/123`; longer ones open nothing. */
  link: {
    address: limit(2000, 'characters', 'the whole link'),
    search: limit(200, 'characters', 'the words that a link looks for'),
  },
  team: {
    name: limit(100, 'characters', 'fits one line'),
    description: limit(2000, 'characters', 'shown on its page'),
    code: limit(200, 'characters', 'a code to join; a new one has 12 at least'),
  },
  glossary: {
    term: limit(200, 'characters', 'a word or a phrase'),
    changes: limit(1000, 'items', 'entries changed in one request'),
  },
  workLog: {
    open: limit(1000, 'items', 'jobs of one person that are not over'),
    values: limit(512 * KiB, 'bytes', 'JSON of the values of one job'),
    entered: limit(10_000, 'items', 'values entered in one request; a job has room for some 9000'),
    aroundPicture: limit(
      KiB,
      'bytes',
      'what counts for each picture among them: an answer has its sizes and addresses',
    ),
    listed: limit(
      48 * MiB,
      'bytes',
      'jobs in one list: sixty of the largest. Further ones are asked for apart',
    ),
    events: limit(
      5000,
      'items',
      'events of one job, such as a visit of a step; ending it is always possible',
    ),
    eventsToEnd: limit(1000, 'items', 'further ones by which such a job goes on, so that it can be ended'),
    totals: limit(256 * KiB, 'bytes', 'JSON of the times and remarks of one job'),
    workorderid: limit(255, 'characters', 'the number of a work order'),
    note: limit(500, 'characters', 'what a person writes when handing over, abandoning or assigning work'),
    reported: limit(1000, 'items', 'jobs whose values one report sums up; the newest of the period'),
    reportedValues: limit(16 * MiB, 'bytes', 'JSON of the values of these jobs'),
  },
  assignments: {
    open: limit(2000, 'items', 'assigned work that was not started'),
    bench: limit(100, 'characters', 'the name of a bench'),
  },
  lan: {
    hubs: limit(20, 'items', 'hubs in its network that a desk without a site offers'),
    perSender: limit(3, 'items', 'hubs that one address announces; more are not offered'),
    host: limit(253, 'characters', 'the name of a machine, in an announcement'),
    url: limit(300, 'characters', 'the address of a hub, in an announcement'),
  },
  notifications: {
    kept: limit(
      100,
      'items',
      'notifications that one person keeps; beyond that, the oldest by the person who caused the most are deleted',
    ),
  },
  media: {
    picture: limit(80 * MiB, 'bytes', 'a picture; a camera of 100 megapixels makes some 60'),
    fetched: limit(300, 'seconds', 'fetching a picture or document from another server than the site'),
    pixels: limit(100_000_000, 'pixels', 'a picture: it is unpacked in memory'),
    document: limit(80 * MiB, 'bytes', 'a document'),
    video: limit(512 * MiB, 'bytes', 'a video'),
    markup: limit(4000, 'characters', 'marks drawn on a picture: some 130 arrows'),
    fileName: limit(140, 'characters', 'longer names are cut, the extension is kept'),
    title,
    ids: limit(1000, 'items', 'media deleted in one request'),
    mp4Parts: limit(100_000, 'items', 'parts of an MP4 file on one level'),
    mp4Contents: limit(32 * MiB, 'bytes', 'the table of contents of an MP4 file; it is read whole'),
    webmParts: limit(10_000, 'items', 'parts of a WebM file before its first picture'),
    webmPart: limit(4 * MiB, 'bytes', 'the facts and tracks of a WebM file; they are read whole'),
    archiveContents: limit(16 * MiB, 'bytes', 'the table of contents of a packed document; it is read whole'),
    exifFields: limit(200, 'items', 'fields of a photo that are read; the rest is ignored'),
    exifText: limit(100, 'characters', "a photo's camera or date; the rest is ignored"),
  },
  draft: {
    body: limit(1 * MiB, 'bytes', 'what someone typed into one form and did not save'),
    count: limit(100, 'items', 'drafts of one person; the one not written for longest makes room'),
    key: limit(300, 'characters', "the editor's name of what is edited"),
    names: limit(1000, 'items', 'names in the object that is a draft'),
  },
  /** Machine translation. A text that was translated before does not count. */
  translation: {
    person: limit(200_000, 'characters', 'for one person a day; some twenty long guides'),
    site: limit(1_000_000, 'characters', 'for all people a day: services are paid by the character'),
    kept: limit(200_000, 'items', 'translated texts that a hub keeps; the oldest are removed first'),
  },
  /** Answers of the site, counted after decompression while a desk reads them, so that a site cannot fill its memory. */
  answer: {
    document: limit(64 * MiB, 'bytes', 'one answer of the site'),
    line: limit(32 * MiB, 'bytes', 'a line of the feed: two texts of a guide may have 4 MiB of HTML each'),
    values: limit(
      4_000_000,
      'items',
      'values in an answer or a line: a guide of 4 MiB with 32 MiB of steps of its prerequisites has at most 3.5 million',
    ),
    depth: limit(
      80,
      'levels',
      'arrays and objects within each other in an answer: a request has 64, and lies within some others',
    ),
    stored: limit(64 * MiB, 'bytes', 'a stored guide or page, unpacked; a snapshot brings them packed'),
    asked: limit(1 * MiB, 'bytes', 'what a person waits for, such as signing in'),
    message: limit(2000, 'characters', 'what an error says; it may quote what was sent'),
    errors: limit(100, 'items', 'refused fields that one answer names'),
    field: limit(200, 'characters', 'the name of such a field, as it was sent'),
  },
  /** New versions of the program, before their signature is known to be right. */
  update: {
    file: limit(
      64 * KiB,
      'bytes',
      'the list of new versions, its signature, and the key; they have some hundreds',
    ),
    time: limit(60, 'seconds', 'reading one of them'),
  },
  /** The database that a hub offers to desks that have nothing (decision 0050). A desk reads the feed in the place of a larger one. */
  snapshot: {
    file: limit(2048 * MiB, 'bytes', 'a snapshot as it is sent; 50,000 guides take some 200 MiB'),
    unpacked: limit(4096 * MiB, 'bytes', 'the same when it is unpacked beside the database of the desk'),
  },
  /** A file that carries a site to a desk without a network (decision 0052). */
  bundle: {
    manifest: limit(256 * KiB, 'bytes', 'the last line of a bundle'),
    siteid: limit(200, 'characters', 'the identity of a site; a hub makes one of 36'),
    name: limit(1000, 'characters', 'the name of a site'),
    site: limit(2000, 'characters', "the address of a site's API"),
    key: limit(1000, 'characters', 'the public key of a hub; one of Ed25519 has 113'),
    made: limit(253_402_300_799, 'seconds', 'when a bundle was made: before the year 10000'),
    feed: limit(64 * 1024 * MiB, 'bytes', 'the feed of a bundle, unpacked; it is read line by line'),
    list: limit(
      1024 * MiB,
      'bytes',
      'the list of files or of receipts of a bundle, unpacked; it is read line by line',
    ),
    receipt: limit(
      30 * MiB,
      'characters',
      'the sealed answer to an edit, with the guide as its author sees it; a longer one is left out, and the edit waits for the network',
    ),
    files: limit(
      2_000_000,
      'items',
      'pictures, documents and videos of a bundle; their list is held in memory',
    ),
    listedFile: limit(16 * KiB, 'bytes', 'the line of a picture in that list'),
    mime: limit(200, 'characters', 'the type of a picture'),
    path: limit(2000, 'characters', 'the path of a picture in a bundle'),
    file: limit(256 * 1024 * MiB, 'bytes', 'a bundle that a desk takes from its window'),
    edits: limit(256 * MiB, 'bytes', 'a file with the edits of another desk; it is read whole'),
    editsDepth: limit(
      80,
      'levels',
      'arrays and objects within each other in a file with edits: a request has 64, and lies within some others',
    ),
    editsValues: limit(
      3_000_000,
      'items',
      'values in a file with edits: a thousand edits of long guides, each with the guide as it was',
    ),
    editsNames: limit(
      100_000,
      'items',
      'different names in a file with edits: our own, and the ids of fields whose values were entered',
    ),
    editIds: limit(100_000, 'items', 'ids that one edit in such a file gave, as to the lines of a guide'),
    editDocuments: limit(
      5000,
      'items',
      'documents that one edit in such a file changed, and as many pages; ours change up to a thousand',
    ),
    signature: limit(100, 'characters', 'a signature of a file with edits; one has 88'),
    signatures: limit(1000, 'items', 'people who have signed a file with edits, each once'),
    editsAge: limit(
      20 * day,
      'seconds',
      'a file with edits that a hub takes: a shorter time than it keeps answers to edits that came by the network',
    ),
    waiting: limit(200, 'items', 'people and reasons for which edits of a file stay at their desk'),
  },
  /** Files that are read into a site or a desk. */
  import: {
    file: limit(1024 * MiB, 'bytes', 'a MyFixit file that an admin sends to a running hub'),
    fixture: limit(64 * MiB, 'bytes', 'a fixture that an admin sends; it is read whole'),
    notes: limit(
      100,
      'items',
      'oddities of an import that its page and its JSON list; the others are counted',
    ),
    line: limit(4 * MiB, 'characters', 'a guide of the MyFixit data set; the longest has 50,000'),
  },
  /** When a sign-in at a hub ends by itself (decision 0026). */
  session: {
    count: limit(
      20,
      'items',
      'tokens of one person; a new one ends the one not used for longest (CONTRACT 3.1)',
    ),
    life: limit(365 * day, 'seconds', 'a token, however often it is used: a year'),
    idle: limit(
      90 * day,
      'seconds',
      'a token that is not used: 90 days, so that a desk may be away for a month',
    ),
    offlineDays: limit(
      365,
      'days',
      'what a site may set: how long a desk without contact takes PINs, badges and passwords; 30 at first',
    ),
    page: limit(12 * 3600, 'seconds', "a sign-in in the hub's page: a working day"),
  },
  /** The report of a desk to its hub, which lists all desks. */
  device: {
    name: limit(200, 'characters', "the machine's name"),
    token: limit(64, 'characters', 'the hash of a token'),
    version: limit(50, 'characters', 'of the program'),
    system: limit(100, 'characters', 'the operating system'),
    edits: limit(1_000_000, 'items', 'edits of one person that wait, of each kind'),
    date: limit(100_000_000_000, 'seconds', 'the date of the oldest of them, as UNIX time'),
    people: limit(200, 'items', 'people who signed in at a desk; those whose edits wait come first'),
    perPerson: limit(
      20,
      'items',
      'desks that one account reports, as many as it has sign-ins; a further one replaces the one that reported longest ago',
    ),
    count: limit(20_000, 'items', 'desks in the list; of more, accounts with many desks lose theirs first'),
    bytes: limit(16 * MiB, 'bytes', 'all reports together, which the list reads; of more, as above'),
  },
  list: {
    versions: limit(
      16_000_000,
      'characters',
      'versions of a guide that a list of versions compares; what changed in earlier ones is left out',
    ),
    comments: limit(
      16 * MiB,
      'bytes',
      'comments with their replies in one list. Further ones are asked for apart',
    ),
    limit: limit(200, 'items', 'CONTRACT 1.4; more is taken as 200'),
    guideids: limit(200, 'items', 'guides asked for by number: as many as one answer lists'),
    views: limit(1000, 'items', 'views that a desk reports in one request'),
  },
  search: {
    text: limit(1000, 'characters', 'what is looked for; the rest is ignored'),
    words: limit(12, 'items', 'words looked for; the rest is ignored'),
    failed: limit(
      500,
      'items',
      'failed searches; those searched for longest ago are forgotten, what several searched for later',
    ),
    failedWords: limit(100, 'characters', 'a failed search; longer ones are not counted'),
    synonyms: limit(500, 'items', 'lines in the list of synonyms of a site'),
    synonymWords: limit(20, 'items', 'words and phrases of one line that mean the same'),
    synonym: limit(60, 'characters', 'a word or short phrase'),
    read: limit(
      16_000_000,
      'characters',
      'documents that one search reads for the places where words are; further hits show their summary',
    ),
    synonymsOfWord: limit(60, 'items', 'synonyms that one word of a search adds; the rest is ignored'),
  },
  /**
   * Requests to a hub within a minute, by one person, or by one network of people who did not sign in; more are answered with
   * 503 and the seconds to wait. Ten busy desks under one account stay far below.
   */
  rates: {
    changes: limit(1200, 'requests', 'the feed that desks read; a busy desk asks some thirty times'),
    searches: limit(3000, 'requests', 'searches and suggestions while someone types'),
    previews: limit(1200, 'requests', 'wiki text shown while someone writes'),
    translations: limit(120, 'requests', 'guides translated by machine'),
    uploads: limit(1200, 'requests', 'pictures, documents and videos; a desk sends them one by one'),
    failedSearches: limit(
      300,
      'requests',
      'failed searches at a desk: the hub searches once more for each. Further ones wait at the desk',
    ),
    views: limit(1200, 'requests', 'views that desks report'),
    values: limit(300, 'requests', 'reports of the values that the jobs of a guide recorded'),
    devices: limit(300, 'requests', 'reports of desks about themselves; a desk sends one after a sync'),
    histories: limit(600, 'requests', 'questions of desks after their hub was restored; each asks few'),
    snapshots: limit(600, 'requests', 'snapshots and parts of them: a new desk asks twice'),
  },
  /** Checking a password is slow and uses the threads that file access needs too. */
  passwords: {
    checks: limit(2, 'items', 'passwords checked at once; the others wait'),
    waiting: limit(200, 'items', 'passwords that wait; more are asked to come back with 503'),
  },
  sync: {
    points: limit(
      200,
      'items',
      'lines of the feed that a desk names to find where a restored hub parted from it',
    ),
    stamp: limit(40, 'characters', 'the stamp of a line of the feed; a hub makes one of 36'),
    keys: limit(5000, 'items', 'edits of a desk that a restored hub is asked about'),
    key: limit(100, 'characters', 'the key of such an edit'),
    decided: limit(1000, 'items', 'fields of one edit that a person decides about'),
    batch: limit(100, 'items', 'edits that a desk sends in one request'),
    batchBytes: limit(4 * MiB, 'bytes', 'JSON of those edits, by which a desk divides them into requests'),
    batchAnswer: limit(
      16 * MiB,
      'bytes',
      'answers to those edits; the edits that are left are not carried out, and the desk sends them again',
    ),
    cause: limit(
      4 * MiB,
      'characters',
      'JSON of a conflict at a desk: three versions of the text of a page have 3 million. Of the largest fields it then has only the own version',
    ),
    causes: limit(64 * MiB, 'bytes', 'all conflicts of a desk together; of more, as above'),
    skippedIds: limit(
      100_000,
      'items',
      'numbers of each kind that a restored hub leaves out, as they were given before',
    ),
  },
  /** Failed guesses within 15 minutes; after that many, further guesses are refused until the 15 minutes are over. */
  attempts: {
    signInPair: limit(10, 'attempts', 'passwords of one account from one network'),
    signInAccount: limit(100, 'attempts', 'passwords of one account: a stranger does not lock its owner out'),
    signInNetwork: limit(100, 'attempts', 'passwords from one network'),
    pinPerson: limit(5, 'attempts', 'PINs of one person at a desk; its window and loopback each count apart'),
    pinDesk: limit(
      50,
      'attempts',
      'PINs at a desk, and as many of people who have none there; window and loopback apart',
    ),
    badge: limit(20, 'attempts', 'badges at a desk; badges of other doors are tried by mistake'),
    badgeRead: limit(300, 'attempts', 'scanned codes at a desk; more of them are guesses at badges'),
    joinTeam: limit(10, 'attempts', 'join codes of one team by one person'),
    joinPerson: limit(30, 'attempts', 'join codes of all teams by one person'),
    joinNetwork: limit(100, 'attempts', 'join codes from one network'),
    registerNetwork: limit(30, 'attempts', 'accounts from one network, those that were made too'),
    registerTaken: limit(5, 'attempts', 'accounts from one network that others have or that are refused'),
    setUp: limit(
      10,
      'attempts',
      "codes of a hub's console that its first account asks for, from one network",
    ),
    resetAccount: limit(3, 'attempts', 'mails with a link for a new password to one address'),
    resetNetwork: limit(20, 'attempts', 'requests for a new password from one network'),
  },
} as const satisfies Record<string, Record<string, Limit>>;

/** Kinds of expensive requests with a rate limit. */
export type Rate = keyof typeof limits.rates;

/** The most characters in the texts of a guide or a page, by field. */
export const longestText = {
  guide: {
    title: limits.guide.title.max,
    subject: limits.guide.subject.max,
    category: limits.guide.category.max,
    summary: limits.guide.summary.max,
    introduction: limits.guide.text.max,
    conclusion: limits.guide.text.max,
  },
  wiki: {
    display_title: limits.wiki.title.max,
    page_title: limits.wiki.title.max,
    description: limits.wiki.description.max,
    contents: limits.wiki.contents.max,
  },
} as const;
