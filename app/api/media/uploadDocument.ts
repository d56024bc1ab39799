import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { document } from '../../../shared/model/document.ts';
import { checkDocument, documentType, countPages } from '../../media/document-types.ts';
import { defineEndpoint } from '../endpoint.ts';
import { fileName, uploadBody, withoutExtension } from './upload-body.ts';

/** Not in the contract, which requires documents of guides to be in the media manager (4.3) but not how they get there. */
export const uploadDocument = defineEndpoint({
  route: 'POST /user/media/documents',
  summary: 'Upload a document: the body is the file, and its name gives the type',
  auth: 'user',
  rate: 'uploads',
  query: z.object({ file: fileName, title: z.string().trim().max(limits.media.title.max).default('') }),
  response: document,
  errors: ['too-large'],
  example: { query: { file: 'manual.txt', title: 'Manual' } },
  handler: async ({ query: { file: filename, title }, actor, ctx, request, write }) => {
    const { mime, extension } = documentType(filename);
    let pages: number | null = null;
    const upload = uploadBody({ request, ctx }, limits.media.document.max, 'A document');
    const written = await ctx.media.write(upload, {}, async (file) => {
      await checkDocument(file, filename);
      pages = await countPages(file, extension);
    });
    return write((s) =>
      s.documents.add({
        userid: actor.userid,
        filename,
        title: title || withoutExtension(filename),
        extension,
        mime,
        pages,
        ...written,
      }),
    );
  },
});
