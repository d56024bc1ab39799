import type { Guide } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { adopt } from '../../store/aliases/rename.ts';
import { documentOf } from '../../store/guides/document.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';
import { intercepted } from '../remote.ts';
import type { Round } from '../round.ts';
import { askSite, requireSite } from './ask-site.ts';
import { arrivedLines } from './probe.ts';
import { editedDocument, versionsNow } from './versions.ts';

/** Fetches the site's version of what an entry edits. What is gone there is known to be gone. */
export async function refresh(round: Round, entry: JournalEntry, token: string): Promise<void> {
  const { put } = await newest(round, entry, token);
  round.store.transact(null, put);
}

interface Newest {
  /** Of a guide, where the site has it. */
  guide?: Guide;
  put(s: StoreWriter): void;
}

/** The site's version of what an entry edits, to be stored. */
export async function newest(round: Round, entry: JournalEntry, token: string): Promise<Newest> {
  const document = round.store.read(null, (s) => editedDocument(s, entry));
  if (!document) return { put: () => undefined };
  const { kind, id } = document;
  const { params } = entry;
  const namespace = params['namespace'] ?? 'CATEGORY';
  const path =
    kind === 'guide'
      ? `/guides/${params['guideid']}?excludePrerequisiteSteps&unpatrolled`
      : `/wikis/${namespace}/${encodeURIComponent(params['title'] ?? '')}`;
  const answer = await askSite<Guide | Wiki>({ round, token }, path);
  // Only a hub signs what it says: a guest network may have answered.
  if (answer === undefined && !round.hub) await requireSite({ round, token });
  if (answer !== undefined && !isDocument(kind, answer)) throw intercepted('JSON of another kind');
  return {
    ...(kind === 'guide' && answer !== undefined && { guide: answer as Guide }),
    put: (s) => {
      if (answer === undefined) s.sync.setRemote(kind, id, 'gone');
      else if (kind === 'guide') round.apply.editedGuide(s, answer as Guide);
      else {
        round.apply.wiki(s, answer as Wiki);
        if (isReplaced(s, entry, answer as Wiki)) s.sync.setRemote(kind, id, 'gone');
      }
    },
  };
}

const isDocument = (kind: 'guide' | 'wiki', answer: object): boolean =>
  kind === 'guide' ? 'guideid' in answer && 'steps' in answer : 'wikiid' in answer;

/** Under the title of the page that an entry edits the site has another by now. */
function isReplaced(s: StoreReader, entry: JournalEntry, { wikiid, langid }: Wiki): boolean {
  const id = editedDocument(s, entry)?.id ?? wikiid;
  return id > 0 && id !== wikiid && s.wikis.row(id)?.langid === langid;
}

/**
 * Of an edit whose answer was lost, the site may have all: it is planned on what is there now. Of a new step that is no
 * help; the site is asked for it by itself.
 */
export async function lookAgain(round: Round, entry: JournalEntry, token: string): Promise<JournalEntry> {
  return entry.route === 'POST /guides/{guideid}/steps' ? entry : renew(round, entry, token);
}

/** Fetches what an entry edits; lines it adds that are there already are those. */
export async function renew(round: Round, entry: JournalEntry, token: string): Promise<JournalEntry> {
  const { guide, put } = await newest(round, entry, token);
  return round.store.transact(null, (s) => {
    if (guide) {
      // Before the edit is drawn on what came, which would show them twice.
      const theirs = { kind: 'guide', document: documentOf(guide).document } as const;
      for (const { kind, provisional, id } of arrivedLines(entry, { ...versionsNow(s, entry), theirs }))
        adopt(s, kind, provisional, id);
    }
    put(s);
    return { ...s.journal.require(entry.entryid), issued: s.aliases.resolve(entry.issued) };
  });
}
