import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { documentOf } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { documentOf as wikiDocumentOf } from '../store/wikis/document.ts';
import { usedImages } from '../store/guides/content.ts';
import type { PictureRole } from '../store/media/copies.ts';
import type { StoreWriter } from '../store/store.ts';
import { localise } from './localise.ts';
import type { SeenImage, SiteAddresses } from './localise.ts';

/**
 * Stores what a site answered. One lives for a round: it remembers whom it has stored, because one author stands in
 * hundreds of guides.
 */
export class Applier {
  private readonly site: SiteAddresses;
  private readonly people = new Map<number, string>();
  private readonly pictures = new Set<string>();

  constructor(site: SiteAddresses) {
    this.site = site;
  }

  /** A full guide as answered, without the steps of prerequisites. Comments on it come along. */
  guide(s: StoreWriter, guide: Guide): void {
    const seen = this.localised(guide, 'cover');
    const { document, comments } = documentOf(guide);
    this.user(s, guide.author);
    const prereqModified = guide.prereq_modified_date;
    s.guides.put(document, { keepRevision: false, checked: s.now, prereqModified, notesPictures: true });
    s.sync.untrash('guide', guide.guideid);
    this.notePictures(s, document, seen);
    s.comments.dropForGuide(
      guide.guideid,
      comments.flatMap((c) => [c.commentid, ...c.replies.map((r) => r.commentid)]),
    );
    for (const comment of comments) this.storeComment(s, comment, { guideid: guide.guideid });
  }

  wiki(s: StoreWriter, wiki: Wiki): void {
    const seen = this.localised(wiki, 'page');
    s.wikis.put(wikiDocumentOf(wiki), { keepRevision: false, checked: s.now });
    s.sync.untrash('wiki', wiki.wikiid);
    s.tags.setForWiki(wiki.wikiid, wiki.tags);
    this.images(s, seen);
  }

  comment(s: StoreWriter, comment: Comment): void {
    const seen = this.localised(comment, 'avatar');
    this.images(s, seen);
    this.storeComment(s, comment, ownerOf(s, comment));
  }

  person(s: StoreWriter, user: UserSummary): void {
    this.images(s, this.localised(user, 'avatar'));
    this.user(s, user);
  }

  /** Those the guide needs are listed later, all guides' together; the others are few. */
  private notePictures(s: StoreWriter, document: GuideDocument, seen: SeenImage[]): void {
    const unknown = new Set(usedImages(document));
    const needed = new Set(unknown);
    const pictures: SeenImage[] = [];
    const others: SeenImage[] = [];
    for (const image of seen) {
      (needed.has(image.guid) && image.role !== 'avatar' ? pictures : others).push(image);
      unknown.delete(image.guid);
    }
    for (const guid of unknown) pictures.push({ id: -1, guid, original: '', role: 'step' });
    s.media.notes.put({ guideid: document.body.guideid, pictures });
    this.images(s, others);
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
    s.users.putRemote(user);
  }

  private images(s: StoreWriter, seen: SeenImage[]): void {
    for (const { role, ...image } of seen) {
      const key = `${role} ${image.guid}`;
      if (this.pictures.has(key)) continue;
      this.pictures.add(key);
      s.media.copies.putRemote(image, role);
    }
  }

  private storeComment(
    s: StoreWriter,
    comment: Comment,
    owner: { guideid?: number; wikiid?: number } | undefined,
  ): void {
    if (!owner) return;
    s.comments.putRemote(comment, owner);
  }
}

/** `undefined` when the commented document is not here. */
function ownerOf(
  s: StoreWriter,
  { context, contextid }: Comment,
): { guideid?: number; wikiid?: number } | undefined {
  if (context === 'guide') return s.guides.row(contextid) && { guideid: contextid };
  if (context === 'step') {
    const owner = s.guides.stepOwner(contextid);
    return owner && { guideid: owner.guideid };
  }
  return s.wikis.row(contextid) && { wikiid: contextid };
}
