import { z } from 'zod';

import { forbidden, notFound } from '../../../shared/errors.ts';
import { docTypes, viewRecord } from '../../../shared/model/view.ts';
import type { ReplicaReader } from '../../replica/replica.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { historyQuery } from './view-fields.ts';

export const listDocumentViews = defineEndpoint({
  route: 'GET /user_view_history/{doc_type}/{docid}',
  summary: 'Who read a guide or wiki, the newest first',
  auth: 'user',
  may: ['author', 'admin'],
  params: z.object({
    doc_type: z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(docTypes))
      .meta({ enum: ['guide', 'wiki'] }),
    docid: idParam,
  }),
  query: historyQuery,
  response: z.array(viewRecord),
  errors: ['forbidden', 'not-found'],
  example: { params: { doc_type: 'guide', docid: '1' }, query: { end_date: '1900000000' } },
  handler: ({ params: { doc_type, docid }, query, actor, read }) => {
    if (actor.role === 'technician')
      throw forbidden('This needs the privileges of an author.', ['Author', 'Admin']);
    return read((s) => {
      if (doc_type === 'GUIDE') s.guides.requireVisible(docid);
      else requireWiki(s, docid);
      return s.views.ofDocument(doc_type, docid, query);
    });
  },
});

function requireWiki(s: ReplicaReader, wikiid: number): void {
  const row = s.wikis.row(wikiid);
  if (!row || row.deleted) throw notFound('Page');
  if (!s.wikis.maySee(row)) throw forbidden('This page is private.');
}
