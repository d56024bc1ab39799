import { z } from 'zod';

export const docTypes = ['GUIDE', 'WIKI'] as const;
export type DocType = (typeof docTypes)[number];

/** A person's view of a document (CONTRACT 11.3). `docid` is a guideid or wikiid, `date` UNIX seconds. */
export const viewRecord = z.object({
  userid: z.int(),
  username: z.string(),
  doc_type: z.enum(docTypes),
  docid: z.string(),
  date: z.int(),
});

export type ViewRecord = z.infer<typeof viewRecord>;

/** A view without its reader. */
export const view = viewRecord.pick({ doc_type: true, docid: true, date: true });
export type View = z.infer<typeof view>;
