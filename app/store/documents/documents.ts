import type { Document } from '../../../shared/model/document.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { ItemReader, ItemWriter } from '../media/items.ts';
import type { ItemBody } from '../media/items.ts';
import { newGuid } from '../media/media.ts';
import { fileAddress } from '../media/stored-files.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

const kind = { name: 'document', key: 'documentid' } as const;

export interface NewDocument {
  /** Only given for fixtures; otherwise the next ids are used. */
  documentid?: number;
  guid?: string;
  userid: number | null;
  /** Includes the extension. */
  filename: string;
  title: string;
  extension: string;
  mime: string;
  pages: number | null;
  sha256: string;
  bytes: number;
}

/** Documents of media managers, and those that guides and wikis list. */
export class DocumentReader extends ItemReader {
  constructor(s: StoreReader) {
    super(s, kind);
  }
}

export class DocumentWriter extends ItemWriter {
  constructor(s: StoreWriter) {
    super(s, kind);
  }

  /** Adds a document to the media manager. Its file is stored already. */
  add({ userid, extension, mime, pages, sha256, bytes, ...given }: NewDocument): Document {
    const documentid = given.documentid ?? this.s.meta.nextId('document');
    const guid = given.guid ?? newGuid();
    const [filename, title] = [withoutPlaceholders(given.filename), withoutPlaceholders(given.title)];
    const document: Document = {
      ...blank(documentid),
      guid,
      title,
      filename,
      text: title,
      size: bytes,
      pages,
      date: Math.floor(this.s.now),
      document_extension: extension,
      url: `/Document/${guid}/${encodeURIComponent(filename)}`,
      download_url: fileAddress('Document', guid, filename),
    };
    this.s.media.files.put({ guid, name: filename, mime, bytes, sha256 });
    this.put(documentid, userid, document);
    return document;
  }

  /** Takes a third-party site's download address, so that the file can be found by the document's guid. */
  protected override storeRemote(entry: ItemBody, userid: number | undefined): void {
    super.storeRemote(entry, userid);
    const { guid, filename, size, download_url: remote } = entry;
    if (typeof guid !== 'string' || typeof remote !== 'string' || remote === '') return;
    if (!/^[\w-]{1,64}$/.test(guid) || this.s.media.files.find(guid)) return;
    this.s.media.files.putRemote({
      guid,
      name: typeof filename === 'string' ? filename : guid,
      bytes: typeof size === 'number' ? size : 0,
      remote,
    });
  }

  protected override completed(documentid: number, entry: ItemBody): ItemBody {
    return { ...blank(documentid), ...entry };
  }
}

const blank = (documentid: number): Document => ({
  documentid,
  guid: '',
  title: '',
  filename: '',
  text: '',
  size: 0,
  pages: null,
  date: 0,
  document_extension: '',
  image: null,
  url: '',
  download_url: '',
});
