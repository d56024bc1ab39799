import type { EarnedBadge } from '../../shared/model/badge.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { GlossaryEntry } from '../../shared/model/glossary.ts';
import type { MediaImage } from '../../shared/model/image.ts';
import type { User } from '../../shared/model/user.ts';
import type { ChangeKind } from '../store/feed/feed.ts';
import type { RemoteForm } from '../store/forms/forms.ts';
import type { ReleaseChange } from '../store/releases/reader.ts';
import { unpackGuide } from '../store/guides/document.ts';
import type { StoreWriter } from '../store/store.ts';
import { personRow } from '../store/users/people.ts';
import type { RemoteMember, RemoteTeam } from '../store/teams/writer.ts';
import type { Translation } from '../store/translations/reader.ts';
import type { RemoteEntry } from '../store/work-log/remote.ts';

export interface Mark {
  guideid: number;
  date: number;
}

/** Kinds whose documents are stored as they come; those that build on others are in `apply.ts`. */
export type OtherKind = Exclude<
  ChangeKind,
  'guide' | 'wiki' | 'comment' | 'tags' | 'favorites' | 'completions' | 'site' | 'user'
>;

interface Stored<Doc> {
  put(s: StoreWriter, id: number, doc: Doc): void;
  /** The site no longer has it, or no longer shows it to who reads here. */
  forget(s: StoreWriter, id: number): void;
}

const stored = {
  form: {
    put: (s, stepid, doc: RemoteForm) => s.forms.putRemote({ ...doc, stepid }),
    forget: (s, stepid) => s.forms.forget(stepid),
  },
  entry: {
    put: (s, _entryid, doc: RemoteEntry) => s.workLog.putRemote(doc),
    forget: (s, entryid) => s.workLog.forget(entryid),
  },
  release: {
    put: (s, _releaseid, doc: ReleaseChange) => s.releases.putRemote(doc),
    forget: (s, releaseid) => s.releases.removeRemote(releaseid),
  },
  glossary: {
    put: (s, _entryid, doc: GlossaryEntry) => s.glossary.putRemote(doc),
    forget: (s, entryid) => s.glossary.forget(entryid),
  },
  translations: {
    put: (s, guideid, doc: Translation[]) => s.translations.putRemote(guideid, doc),
    forget: (s, guideid) => s.translations.putRemote(guideid, []),
  },
  collaborators: {
    put: (s, guideid, doc: { users: number[]; teams: number[] }) => s.collaborators.putRemote(guideid, doc),
    forget: (s, guideid) => s.collaborators.putRemote(guideid, { users: [], teams: [] }),
  },
  team: {
    put: (s, _teamid, { members, ...team }: RemoteTeam & { members: RemoteMember[] }) =>
      s.teams.putRemote(team, members),
    forget: (s, teamid) => s.teams.forget(teamid),
  },
  image: {
    put: (s, _imageid, { userid, ...doc }: MediaImage & { userid: number }) =>
      s.media.putRemoteItem(userid, doc),
    forget: (s, imageid) => s.media.removeRemoteItem(imageid),
  },
  video: {
    put: (s, _videoid, doc: Record<string, unknown> & { userid: number }) =>
      s.videos.putRemote(doc, doc.userid),
    forget: (s, videoid) => s.videos.removeRemote(videoid),
  },
  document: {
    put: (s, _documentid, doc: Record<string, unknown> & { userid: number }) =>
      s.documents.putRemote(doc, doc.userid),
    forget: (s, documentid) => s.documents.removeRemote(documentid),
  },
  views: {
    put: (s, userid, doc: never[]) => s.views.putRemote(userid, doc),
    forget: () => undefined,
  },
} satisfies { [Kind in OtherKind]: Stored<never> };

/**
 * Stores a document of the site, localised; without one it is gone there, or no longer shown to `reader`. What was
 * edited here and not sent stays, and so do runs of others at this desk, which the reader never sees.
 */
export function putOther(
  s: StoreWriter,
  kind: OtherKind,
  id: number,
  doc: unknown,
  reader: number | undefined,
): void {
  const { put, forget }: Stored<never> = stored[kind];
  if (doc !== undefined) put(s, id, doc as never);
  else if (!s.journal.isPending(kind, id) && !(kind === 'entry' && isOfAnotherHere(s, id, reader)))
    forget(s, id);
}

/** Puts back what the site has of something that was edited here, as it was stored; without a document it has nothing. */
export function putBack(s: StoreWriter, kind: ChangeKind, id: number, doc: unknown): void {
  switch (kind) {
    case 'guide':
    case 'wiki':
    case 'site':
      return undefined;
    case 'tags':
      return id > 0
        ? s.tags.setForGuide(id, (doc ?? []) as string[])
        : s.tags.setForWiki(-id, (doc ?? []) as string[]);
    case 'favorites':
      return s.personal.setFavorites(id, (doc ?? []) as Mark[]);
    case 'completions':
      return s.personal.setCompletions(id, (doc ?? []) as Mark[]);
    case 'user':
      return doc === undefined ? undefined : putUser(s, doc as Parameters<typeof putUser>[1]);
    case 'comment':
      return doc === undefined ? s.comments.forget(id) : putComment(s, withAuthorsNow(s, doc as ToldComment));
    case 'release': {
      if (doc === undefined) return s.releases.removeRemote(id);
      const release = doc as ReleaseChange;
      return s.releases.putRemote({ ...release, user: s.users.summary(release.user.userid) });
    }
    default: {
      const { put, forget }: Stored<never> = stored[kind];
      return doc === undefined ? forget(s, id) : put(s, id, doc as never);
    }
  }
}

/** Who wrote it may have changed since it was kept. */
function withAuthorsNow(s: StoreWriter, comment: ToldComment): ToldComment {
  const now = <One extends Pick<Comment, 'author'>>(one: One): One => ({
    ...one,
    author: s.users.summary(one.author.userid),
  });
  // One that is a reply itself has none.
  return { ...now(comment), replies: (comment.replies ?? []).map(now) };
}

/** As a hub tells of it: on a step, with the guide. */
export interface ToldComment extends Comment {
  guideid?: number;
  /** It is on a step that readers do not see, so that its guide does not bring it. */
  apart?: true;
}

/** Left out when what it is about is not here. */
export function putComment(s: StoreWriter, comment: ToldComment): void {
  const owner = ownerOf(s, comment);
  if (owner) s.comments.putRemote(comment, owner);
}

function ownerOf(
  s: StoreWriter,
  { context, contextid, guideid: told }: ToldComment,
): { guideid?: number; wikiid?: number } | undefined {
  // Its guide may come after it, and names no comment on a step that it has not got any more.
  if (context === 'step' && told !== undefined) return { guideid: told };
  if (context === 'guide' || context === 'step') {
    const guideid =
      context === 'guide' ? contextid : (s.guides.stepOwner(contextid)?.guideid ?? guideHiding(s, contextid));
    return guideid !== undefined && s.guides.row(guideid) ? { guideid } : undefined;
  }
  // Of a page that was edited since, the site tells after its comments.
  return { wikiid: contextid };
}

/** The guide of a step that the site has, and that edits which wait here have taken out. */
function guideHiding(s: StoreWriter, stepid: number): number | undefined {
  return s.journal.waitingResources('guide').find(({ id, sequence }) => {
    const site = s.sync.remote('guide', id) ?? s.journal.before(sequence, 'guide', id);
    return site instanceof Buffer && unpackGuide(site).steps.some((step) => step.stepid === stepid);
  })?.id;
}

function isOfAnotherHere(s: StoreWriter, entryid: number, reader: number | undefined): boolean {
  const owner = s.workLog.ownerOf(entryid);
  return owner !== undefined && owner !== reader && personRow(s, owner) !== undefined;
}

/** A whole user as the feed of a hub tells of them; of other sites only the summary is known. */
export function putUser(
  s: StoreWriter,
  user: User & { badges?: EarnedBadge[]; sso_userid?: string | null },
): void {
  const { badges, location, summary, about_raw, about_rendered, langid, sso_userid } = user;
  s.users.putRemote(user, {
    ...(location === undefined ? {} : { location }),
    ...(summary === undefined ? {} : { summary }),
    ...(about_raw === undefined ? {} : { about_raw: about_raw || '' }),
    ...(about_rendered === undefined ? {} : { about_rendered: about_rendered || '' }),
    ...(langid === undefined ? {} : { langid }),
    ...(sso_userid === undefined ? {} : { sso_userid }),
  });
  if (badges) s.badges.putRemote(user.userid, badges);
}
