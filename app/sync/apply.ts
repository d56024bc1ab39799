import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { MediaImage, FeedPicture } from '../../shared/model/image.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { UploadKind } from '../replica/id-map/id-map.ts';
import { replaceProvisionalId } from '../replica/id-map/replace-provisional-id.ts';
import { guideDocument, packGuide, unpackGuide } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { wikiDocument, packWikiDocument } from '../store/wikis/document.ts';
import { forgetCovered, putBelow } from '../store/wikis/covered-pages.ts';
import type { WikiBody } from '../store/wikis/document.ts';
import type { PictureRole } from '../store/media/copies.ts';
import { simpleResourceOf } from '../store/resources/index.ts';
import { isSimpleKind } from '../store/resources/kinds.ts';
import type { ResourceKind, SimpleKind } from '../store/resources/kinds.ts';
import type { LineMore } from '../store/resources/resource.ts';
import { putFacts } from '../store/media/facts.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import { noteSiteRevision } from '../store/site-revisions.ts';
import { reactivatePerson, deactivatePerson } from '../replica/desk-people/deactivation.ts';
import { noteDeactivated } from './unasked-documents.ts';
import { factsIn, templateAddresses, seenInText } from '../store/template-addresses.ts';
import type { SeenImage, SiteAddresses } from '../store/template-addresses.ts';
import { pageDeletion } from '../replica/operations/wiki.ts';
import { isOfDeletedPage } from './push/queue.ts';
import { pulledGuide } from './pulled-guide.ts';
import type { PulledGuide } from './pulled-guide.ts';
import { noLongerShown } from '../replica/trash.ts';
import type { Replayer } from '../replica/rebase/replayer.ts';
import { sound } from './sound.ts';
import { isDraftOfNow, noteDraft } from './starting-over.ts';

/**
 * Stores the documents that a site answered. An instance lives for one round and remembers which authors it has stored, because
 * one author appears in hundreds of guides.
 */
export class Applier {
  readonly site: SiteAddresses;
  private readonly people = new Map<number, string>();
  private readonly pictures = new Set<string>();

  readonly replayer: Replayer;
  private readonly siteTime: () => number;

  /** @param siteTime returns the time by the site's clock, UNIX seconds */
  constructor(site: SiteAddresses, replayer: Replayer, siteTime: () => number) {
    this.site = site;
    this.replayer = replayer;
    this.siteTime = siteTime;
  }

  /** Stores a full guide as readers see it, with its comments and its draft. */
  guide(s: ReplicaWriter, pulled: PulledGuide): void {
    this.putGuide(s, pulled, true);
  }

  private putGuide(s: ReplicaWriter, pulled: PulledGuide, isOfReaders: boolean): void {
    const { guide, prereqModified, author, comments, draft, editors, hadDrafts, facts, pictures, others } =
      pulled;
    const { guideid } = guide.row;
    if (draft) noteDraft(s, guideid);
    const working = draft ?? this.newerDraft(s, guideid, guide.row.revisionid);
    this.user(s, author);
    const isNew = s.guides.putPulled(guide, { checked: this.siteTime(), prereqModified });
    s.trash.forget('guide', guideid);
    if (editors) s.favorites.setEditors(guideid, editors);
    if (hadDrafts !== undefined) s.guides.noteHadDrafts(guideid, hadDrafts);
    putFacts(s, facts);
    // The pictures that a guide needs are listed later, for many guides at once (`list-pictures.ts`); the others are few.
    s.media.pictureNotes.put(guideid, pictures);
    this.images(s, others);
    s.comments.dropForGuide(
      guideid,
      comments.flatMap((c) => [c.commentid, ...c.replies.map((r) => r.commentid)]),
      this.site.benchside,
    );
    for (const comment of comments) this.commentOf(s, comment, guideid);
    s.guides.putRemoteDraft(guideid, working);
    if (isOfReaders && !isNew && this.site.benchside) s.guides.markDraftsAfter(guideid, guide.row.revisionid);
    this.rebasePending(s, guideid, () => (working ? packGuide(working) : guide.packed), guide.packed);
  }

  /**
   * Returns the draft that the hub showed to another person of this desk but not to this reader. It is kept until the released
   * version is as new, because the watermark of the other person may be past it.
   */
  private newerDraft(s: ReplicaWriter, guideid: number, shown: number): GuideDocument | undefined {
    if (!this.site.benchside || !s.releases.current(guideid) || !isDraftOfNow(s, guideid)) return undefined;
    const isPending = s.journal.isPending('guide', guideid);
    const packed = isPending ? s.siteVersions.get('guide', guideid) : s.guides.draft(guideid);
    if (packed === undefined || packed === 'gone') return undefined;
    const draft = unpackGuide(packed);
    return draft.body.revisionid > shown ? draft : undefined;
  }

  private commentOf(s: ReplicaWriter, comment: Comment, guideid: number): void {
    s.comments.putRemote(comment, { guideid });
    this.rebaseComments(s, [comment, ...comment.replies]);
  }

  private rebaseComments(s: ReplicaWriter, comments: readonly Pick<Comment, 'commentid'>[]): void {
    for (const one of comments)
      if (s.journal.isPending('comment', one.commentid)) this.rebaseOther(s, 'comment', one.commentid, one);
  }

  /** Stores a guide as a write, or a read for editing, answers it. For a released guide that is the draft. */
  editedGuide(s: ReplicaWriter, given: Guide): void {
    const guide = this.readable('guide', given);
    const isNew = !s.guides.row(guide.guideid);
    // A release of a guide made here may be stored before the guide itself.
    if (isNew || !s.releases.current(guide.guideid)) {
      // A hub may repeat an older answer, and there may be a release that this desk does not know of.
      this.putGuide(s, pulledGuide(guide, this.site), false);
      if (isNew) this.replayer.replayUnshown(s);
      // A hub's feed sends the guide again; the lists of a third-party site do not update the dates of guides that depend on it.
      if (!this.site.benchside) s.guides.touchDependents([guide.guideid]);
      return;
    }
    this.images(s, this.localised(guide, 'cover'));
    const { document } = guideDocument(guide);
    noteDraft(s, guide.guideid);
    s.guides.putRemoteDraft(guide.guideid, document);
    this.rebasePending(s, guide.guideid, () => packGuide(document));
  }

  /** Rebases pending edits on the site's newest version. `shown` is the released version, if the site sent it. */
  private rebasePending(
    s: ReplicaWriter,
    guideid: number,
    packed: () => Uint8Array,
    shown?: Uint8Array,
  ): void {
    if (!this.keepSiteVersion(s, 'guide', guideid, packed)) return;
    if (shown) s.siteVersions.set('guide_shown', guideid, shown);
    this.replayer.rebase(s, 'guide', guideid);
  }

  wiki(s: ReplicaWriter, given: Wiki): void {
    const wiki = this.readable('wiki', given);
    const seen = this.localised(wiki, 'page');
    const document = wikiDocument(wiki);
    if (!isDeletedHere(s, wiki.wikiid)) matchProvisionalPage(s, document.body);
    inheritEdits(s, document.body);
    putBelow(s, document, () => {
      s.wikis.put(document, { keepRevision: false, checked: this.siteTime() });
      s.trash.forget('wiki', wiki.wikiid);
      forgetCovered(s, wiki.wikiid);
      this.put(s, 'tags', -wiki.wikiid, wiki.tags);
      this.images(s, seen);
      if (this.keepSiteVersion(s, 'wiki', wiki.wikiid, () => packWikiDocument(document)))
        this.replayer.rebase(s, 'wiki', wiki.wikiid);
    });
  }

  /** Gives a file uploaded here the id from the site's answer. */
  uploaded(s: ReplicaWriter, kind: UploadKind, provisional: number, answer: unknown): void {
    const item = structuredClone(answer);
    this.localised(item, 'page');
    if (kind === 'image') s.media.replaceProvisional(provisional, item as MediaImage);
    else
      (kind === 'video' ? s.videos : s.documents).replaceProvisional(
        provisional,
        item as Record<string, unknown>,
      );
  }

  /** Stores a resource as the site sent it and rebases its pending edits. */
  put(s: ReplicaWriter, kind: SimpleKind, id: number, given: unknown, line: LineMore = {}): void {
    const doc = this.readable(kind, given);
    const resource = simpleResourceOf(kind);
    this.images(s, this.localised(doc, resource.pictures ?? 'page'));
    resource.put(s, id, doc as never, line);
    this.rebaseOther(s, kind, id, doc);
    if (kind === 'comment') this.rebaseComments(s, (doc as Comment).replies ?? []);
  }

  /**
   * Removes a resource that the site no longer has, or shows to nobody here. If it has pending edits, it stays until they are
   * decided.
   */
  gone(s: ReplicaWriter, kind: SimpleKind, id: number): void {
    const resource = simpleResourceOf(kind);
    if (resource.empty !== undefined) return this.put(s, kind, id, resource.empty);
    const waits = this.keepSiteVersion(s, kind, id, () => 'gone');
    if (!waits) resource.forget(s, id);
  }

  picturesInText(s: ReplicaWriter, told: readonly FeedPicture[]): void {
    this.images(s, told.map(seenInText));
    putFacts(s, factsIn(told));
  }

  /** To be called after an edit of the resource was completed: drops the site's version kept beside it once no edit waits. */
  settled(s: ReplicaWriter, kind: string, id: number): void {
    if (s.journal.isPending(kind, id)) return;
    if (s.siteVersions.get(kind, id) === 'gone') goneThere(s, kind, id);
    s.siteVersions.drop(kind, id);
  }

  /** Stores a user. A hub sends the whole public profile, and `active`. */
  person(s: ReplicaWriter, { active, ...user }: { userid: number; active?: unknown }): void {
    this.put(s, 'user', user.userid, user);
    if (!this.site.benchside) return;
    if (active === false) this.personGone(s, user.userid);
    else reactivatePerson(s, user.userid);
  }

  /** Deactivates a person whom the site no longer lets in. */
  personGone(s: ReplicaWriter, userid: number): void {
    if (deactivatePerson(s, userid)) noteDeactivated(s, userid);
  }

  /** Returns a document as a desk can store it. @throws Unsound for one of a third-party site that lacks too much */
  private readable<Doc>(kind: ResourceKind, doc: Doc): Doc {
    return this.site.benchside ? doc : sound(kind, doc);
  }

  private localised(value: unknown, role: PictureRole): SeenImage[] {
    const seen: SeenImage[] = [];
    templateAddresses(value, this.site, role, seen);
    return seen;
  }

  private user(s: ReplicaWriter, user: UserSummary): void {
    const text = JSON.stringify(user);
    if (this.people.get(user.userid) === text) return;
    this.people.set(user.userid, text);
    s.db.onRollback(() => this.people.delete(user.userid));
    s.users.putRemote(user);
  }

  private images(s: ReplicaWriter, seen: SeenImage[]): void {
    for (const { role, ...image } of seen) {
      const key = `${role} ${image.guid}`;
      if (this.pictures.has(key)) continue;
      this.pictures.add(key);
      s.db.onRollback(() => this.pictures.delete(key));
      s.media.copies.putRemote(image, role);
    }
  }

  private rebaseOther(s: ReplicaWriter, kind: SimpleKind, id: number, doc: unknown): void {
    if (this.keepSiteVersion(s, kind, id, () => Buffer.from(JSON.stringify(doc))))
      this.replayer.rebase(s, kind, id);
  }

  /** Keeps the site's version beside the shown one while edits wait. @returns whether any edit waits */
  private keepSiteVersion(
    s: ReplicaWriter,
    kind: ResourceKind,
    id: number,
    packed: () => Uint8Array | 'gone',
  ): boolean {
    const waits = s.journal.isPending(kind, id);
    if (waits) s.siteVersions.set(kind, id, packed());
    else s.siteVersions.drop(kind, id);
    return waits;
  }
}

/** Returns whether a deletion of the page is not sent yet. A page made here since under its title is then another page. */
const isDeletedHere = (s: ReplicaWriter, wikiid: number): boolean =>
  s.journal.pendingOf('wiki', wikiid).some(({ route }) => route === pageDeletion);

/** Matches a page that an edit made here as a side effect, for an item, with the page that the site made for the same edit. */
function matchProvisionalPage(s: ReplicaWriter, page: WikiBody): void {
  const here = s.wikis.provisionalPage(page);
  if (!here || s.journal.creationOf('wiki', here.wikiid)) return;
  replaceProvisionalId(s, 'wiki', here.wikiid, page.wikiid);
  // Nobody here can have edited the page before it arrived, so this version is the one that the edit made.
  const maker = s.journal.makerOf(here.wikiid);
  if (maker) noteSiteRevision(s, { kind: 'wiki', id: page.wikiid }, maker, page.revisionid);
  s.wikis.forget(here.wikiid);
  s.siteVersions.drop('wiki', here.wikiid);
}

/**
 * If the site deleted a page and has another with its title, moves the pending edits to that one: edits name a page by its title
 * (SPEC J7.5).
 */
function inheritEdits(s: ReplicaWriter, page: WikiBody): void {
  const old = s.wikis.namesake(page);
  const waiting = old === undefined ? [] : s.journal.pendingOf('wiki', old);
  if (old === undefined || waiting.length === 0) return;
  s.journal.movePage(old, page.wikiid);
  s.siteVersions.drop('wiki', old);
  for (const entry of waiting) if (isOfDeletedPage(entry)) s.journal.setState(entry, 'pending');
}

/** Removes a resource that stayed visible only for its edits. */
function goneThere(s: ReplicaWriter, kind: string, id: number): void {
  if (kind === 'guide' || kind === 'wiki') s.trash.put(kind, id, noLongerShown);
  else if (isSimpleKind(kind)) simpleResourceOf(kind).forget(s, id);
}
