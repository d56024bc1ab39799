import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { MediaImage } from '../../shared/model/image.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { adopt } from '../store/aliases/rename.ts';
import { documentOf, packGuide, unpackGuide } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { documentOf as wikiDocumentOf, packWikiDocument } from '../store/wikis/document.ts';
import type { WikiBody } from '../store/wikis/document.ts';
import type { PictureRole } from '../store/media/copies.ts';
import type { ChangeKind } from '../store/feed/feed.ts';
import { putFacts } from '../store/media/facts.ts';
import type { StoreWriter } from '../store/store.ts';
import { noteSiteRevision } from '../store/sync/site-revisions.ts';
import { letIn, shutOut } from '../store/users/shut-out.ts';
import { putBack, putComment, putOther, putUser } from './apply-others.ts';
import type { ToldComment } from './apply-others.ts';
import type { Mark, OtherKind } from './apply-others.ts';
import { noteLeft } from './hidden.ts';
import { localise } from './localise.ts';
import type { SeenImage, SiteAddresses } from './localise.ts';
import { pageDeletion } from './push/held.ts';
import { wantsPutBack } from './push/named.ts';
import { pulledGuide } from './pulled-guide.ts';
import type { PulledGuide } from './pulled-guide.ts';
import { noLongerShown } from './removals.ts';
import type { Replayer } from './replay.ts';

export type UploadKind = 'image' | 'video' | 'document';

/**
 * Stores what a site answered. One lives for a round: it remembers whom it has stored, because one author stands in
 * hundreds of guides.
 */
export class Applier {
  readonly site: SiteAddresses;
  private readonly people = new Map<number, string>();
  private readonly pictures = new Set<string>();

  readonly replayer: Replayer;
  /** Under whose token the site is read just now. */
  reader: number | undefined;

  private readonly siteTime: () => number;

  /** @param options.siteTime what the site's clock shows, UNIX seconds */
  constructor(
    site: SiteAddresses,
    replayer: Replayer,
    { siteTime, reader }: { siteTime: () => number; reader: number | undefined },
  ) {
    this.site = site;
    this.replayer = replayer;
    this.siteTime = siteTime;
    this.reader = reader;
  }

  /** A full guide as it is read. Comments on it come along, and its draft. */
  guide(s: StoreWriter, pulled: PulledGuide): void {
    const { guide, prereqModified, author, comments, draft, editors, facts, pictures, others } = pulled;
    const { guideid } = guide.row;
    const working = draft ?? this.newerDraft(s, guideid, guide.row.revisionid);
    this.user(s, author);
    s.guides.putPulled(guide, { checked: this.siteTime(), prereqModified });
    s.sync.untrash('guide', guideid);
    if (editors) s.personal.setEditors(guideid, editors);
    putFacts(s, facts);
    // Those the guide needs are listed later, all guides' together; the others are few.
    s.media.notes.put(guideid, pictures);
    this.images(s, others);
    s.comments.dropForGuide(
      guideid,
      comments.flatMap((c) => [c.commentid, ...c.replies.map((r) => r.commentid)]),
      this.site.benchside,
    );
    for (const comment of comments) this.commentOf(s, comment, guideid);
    s.guides.putRemoteDraft(guideid, working);
    this.carryOver(s, guideid, () => (working ? packGuide(working) : guide.packed), guide.packed);
  }

  /**
   * The draft that the hub showed to another person of this desk, and does not show to this reader. It stays until readers
   * see what it says: the other person's cursor may be past it.
   */
  private newerDraft(s: StoreWriter, guideid: number, shown: number): GuideDocument | undefined {
    if (!this.site.benchside || !s.releases.current(guideid)) return undefined;
    const isPending = s.journal.isPending('guide', guideid);
    const packed = isPending ? s.sync.remote('guide', guideid) : s.guides.draft(guideid);
    if (packed === undefined || packed === 'gone') return undefined;
    const draft = unpackGuide(packed);
    return draft.body.revisionid > shown ? draft : undefined;
  }

  private commentOf(s: StoreWriter, comment: Comment, guideid: number): void {
    s.comments.putRemote(comment, { guideid });
    for (const one of [comment, ...comment.replies])
      if (s.journal.isPending('comment', one.commentid))
        this.carryOverOther(s, 'comment', one.commentid, one);
  }

  /** A guide as a write answers it, or as it is read to be edited: where it has a release, that is its draft. */
  editedGuide(s: StoreWriter, guide: Guide): void {
    // A release of what was made here may wait for the guide itself.
    if (!s.guides.row(guide.guideid) || !s.releases.current(guide.guideid)) {
      this.guide(s, pulledGuide(guide, this.site));
      // A hub's feed brings it once more; no list of another site moves the dates of what builds on it.
      if (!this.site.benchside) s.guides.touchDependents([guide.guideid]);
      return;
    }
    this.images(s, this.localised(guide, 'cover'));
    const { document } = documentOf(guide);
    s.guides.putRemoteDraft(guide.guideid, document);
    this.carryOver(s, guide.guideid, () => packGuide(document));
  }

  /** Edits that wait, on the site's newest version; `shown` is what readers see of it, where that was told. */
  private carryOver(s: StoreWriter, guideid: number, packed: () => Uint8Array, shown?: Uint8Array): void {
    if (!this.keepRemote(s, 'guide', guideid, packed)) return;
    if (shown) s.sync.setRemote('guide_shown', guideid, shown);
    this.replayer.rebase(s, 'guide', guideid);
  }

  wiki(s: StoreWriter, wiki: Wiki): void {
    const seen = this.localised(wiki, 'page');
    const document = wikiDocumentOf(wiki);
    if (!isDeletedHere(s, wiki.wikiid)) adoptMadeHere(s, document.body);
    inheritEdits(s, document.body);
    const madeSince = isDeletedHere(s, wiki.wikiid) ? s.wikis.madeHere(document.body) : undefined;
    s.wikis.put(document, { keepRevision: false, checked: this.siteTime() });
    s.sync.untrash('wiki', wiki.wikiid);
    this.tags(s, -wiki.wikiid, wiki.tags);
    this.images(s, seen);
    if (this.keepRemote(s, 'wiki', wiki.wikiid, () => packWikiDocument(document)))
      this.replayer.rebase(s, 'wiki', wiki.wikiid);
    // The page that was made here under its title since stays in sight.
    if (madeSince && !madeSince.deleted && s.wikis.row(wiki.wikiid)?.deleted)
      s.wikis.put(s.wikis.document(madeSince), { keepRevision: false });
  }

  /** @param id of a guide; of a wiki, negative */
  tags(s: StoreWriter, id: number, tags: readonly string[], tagids: readonly number[] = []): void {
    s.tags.setSiteIds(tags, tagids);
    if (id > 0) s.tags.setForGuide(id, tags);
    else s.tags.setForWiki(-id, tags);
    this.carryOverOther(s, 'tags', id, tags);
  }

  /** A person's whole list as the site has it. */
  marks(s: StoreWriter, list: 'favorites' | 'completions', userid: number, marks: readonly Mark[]): void {
    if (list === 'favorites') s.personal.setFavorites(userid, marks);
    else s.personal.setCompletions(userid, marks);
    this.carryOverOther(s, list, userid, marks);
  }

  /** What was uploaded here has got its place on the site: its file here is that one's. */
  uploaded(s: StoreWriter, kind: UploadKind, provisional: number, answer: unknown): void {
    const item = structuredClone(answer);
    this.localised(item, 'page');
    if (kind === 'image') s.media.adopt(provisional, item as MediaImage);
    else (kind === 'video' ? s.videos : s.documents).adopt(provisional, item as Record<string, unknown>);
  }

  /** Anything else the site tells of; `undefined` when it is gone there. Edits that wait are carried over. */
  other(s: StoreWriter, kind: OtherKind, id: number, doc: unknown): void {
    this.images(s, this.localised(doc, 'page'));
    putOther(s, kind, id, doc, this.reader);
    this.carryOverOther(s, kind, id, doc);
  }

  /** An edit of this resource has reached the site. */
  settled(s: StoreWriter, kind: string, id: number): void {
    if (s.journal.isPending(kind, id)) return;
    if (s.sync.remote(kind, id) === 'gone') goneThere(s, kind as ChangeKind, id);
    s.sync.dropRemote(kind, id);
  }

  comment(s: StoreWriter, comment: ToldComment): void {
    const seen = this.localised(comment, 'avatar');
    this.images(s, seen);
    putComment(s, comment);
    this.carryOverOther(s, 'comment', comment.commentid, comment);
  }

  /** What has edits that the site does not have stays, until they are decided about. */
  commentGone(s: StoreWriter, commentid: number): void {
    if (s.journal.isPending('comment', commentid)) s.sync.setRemote('comment', commentid, 'gone');
    else s.comments.forget(commentid);
  }

  /** A user; from a hub with all that is public of them. */
  person(s: StoreWriter, { active, ...user }: UserSummary & { active?: boolean }): void {
    this.images(s, this.localised(user, 'avatar'));
    putUser(s, user as UserSummary & Parameters<typeof putUser>[1]);
    this.carryOverOther(s, 'user', user.userid, user);
    if (active === false) this.personGone(s, user.userid);
    else letIn(s, user.userid);
  }

  /** Somebody whom the site lets in no longer. */
  personGone(s: StoreWriter, userid: number): void {
    if (shutOut(s, userid)) noteLeft(s, userid);
  }

  private localised(value: unknown, role: PictureRole): SeenImage[] {
    const seen: SeenImage[] = [];
    localise(value, this.site, role, seen);
    return seen;
  }

  private user(s: StoreWriter, user: UserSummary): void {
    const text = JSON.stringify(user);
    if (this.people.get(user.userid) === text) return;
    this.people.set(user.userid, text);
    s.db.onRollback(() => this.people.delete(user.userid));
    s.users.putRemote(user);
  }

  private images(s: StoreWriter, seen: SeenImage[]): void {
    for (const { role, ...image } of seen) {
      const key = `${role} ${image.guid}`;
      if (this.pictures.has(key)) continue;
      this.pictures.add(key);
      s.db.onRollback(() => this.pictures.delete(key));
      s.media.copies.putRemote(image, role);
    }
  }

  private carryOverOther(s: StoreWriter, kind: ChangeKind, id: number, doc: unknown): void {
    const packed = (): Uint8Array | 'gone' => (doc === undefined ? 'gone' : Buffer.from(JSON.stringify(doc)));
    if (this.keepRemote(s, kind, id, packed)) this.replayer.rebase(s, kind, id);
  }

  /** What the site has is kept beside what is shown while edits wait. @returns whether any do */
  private keepRemote(
    s: StoreWriter,
    kind: ChangeKind,
    id: number,
    packed: () => Uint8Array | 'gone',
  ): boolean {
    const waits = s.journal.isPending(kind, id);
    if (waits) s.sync.setRemote(kind, id, packed());
    else s.sync.dropRemote(kind, id);
    return waits;
  }
}

/** Deleted here, and the site has not heard of it: what was made here under its title since is another page. */
const isDeletedHere = (s: StoreWriter, wikiid: number): boolean =>
  s.journal.pendingOf('wiki', wikiid).some(({ route }) => route === pageDeletion);

/** The page of an item that an edit here made along the way is the one the site made for the same edit. */
function adoptMadeHere(s: StoreWriter, page: WikiBody): void {
  const here = s.wikis.madeHere(page);
  if (!here || s.journal.creationOf('wiki', here.wikiid)) return;
  adopt(s, 'wiki', here.wikiid, page.wikiid);
  // Nobody can have edited it from here before it came, so what came is the version that was made along.
  const maker = s.journal.makerOf(here.wikiid);
  if (maker) noteSiteRevision(s, { kind: 'wiki', id: page.wikiid }, maker, page.revisionid);
  s.wikis.forget(here.wikiid);
}

/**
 * The site deleted a page and has another under its title: edits name a page by its title, so those that wait are edits
 * of that one from now on.
 */
function inheritEdits(s: StoreWriter, page: WikiBody): void {
  const old = s.wikis.namesake(page);
  const waiting = old === undefined ? [] : s.journal.pendingOf('wiki', old);
  if (old === undefined || waiting.length === 0) return;
  s.journal.renameTouched('wiki', old, page.wikiid);
  s.journal.renameTouched('tags', -old, -page.wikiid);
  s.sync.dropRemote('wiki', old);
  for (const entry of waiting) if (wantsPutBack(entry)) s.journal.setState(entry, 'pending');
}

/** Nothing waits any more of what stayed in sight only for its edits. */
function goneThere(s: StoreWriter, kind: ChangeKind, id: number): void {
  if (kind === 'guide' || kind === 'wiki') s.sync.trash(kind, id, noLongerShown);
  else putBack(s, kind, id, undefined);
}
