/** As much of PouchDB as is used here. */
export interface PouchGuide {
  _id: string;
  guideid: number;
  revisionid: number;
  conclusion_raw: string;
}

export interface Pouch {
  bulkDocs(documents: PouchGuide[]): Promise<unknown>;
  allDocs(options: { keys: string[]; include_docs: true }): Promise<{ rows: { doc: PouchGuide }[] }>;
  get(id: string): Promise<PouchGuide>;
  replicate: { from(remote: Pouch, options?: object): Promise<{ docs_written: number }> };
  close(): Promise<void>;
}

export interface PouchConstructor {
  new (name: string): Pouch;
  defaults(options: { prefix: string }): PouchConstructor;
}

export const keyOf = (guideid: number): string => `g${String(guideid).padStart(7, '0')}`;
