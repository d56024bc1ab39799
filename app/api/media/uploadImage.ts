import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';
import { mediaImage } from '../../../shared/model/image.ts';
import { crop, maxUploadBytes, normalise } from '../../media/imaging.ts';
import { storePicture } from '../../media/store-picture.ts';
import { mediaImageOf } from '../../store/media/media.ts';
import { defineEndpoint } from '../endpoint.ts';

export const uploadImage = defineEndpoint({
  route: 'POST /user/media/images',
  summary: 'Upload a picture: the body is the file. All its sizes exist when this answers',
  auth: 'user',
  profile: 'hub',
  query: z.object({
    file: z.string().min(1, 'must be the name of the file'),
    cropToRatio: z.enum(['FOUR_THREE', 'ONE_ONE', 'VARIABLE']).default('VARIABLE'),
  }),
  response: mediaImage,
  errors: ['too-large'],
  handler: async ({ query, actor, ctx, request }) => {
    const original = await normalise(await bodyOf(request), query.file);
    const kept = query.cropToRatio === 'VARIABLE' ? original : await crop(original, query.cropToRatio);
    const files = await storePicture(ctx.media, kept);
    const sourceFiles = kept === original ? [] : await storePicture(ctx.media, original);
    return ctx.store.transact(actor, (s) => {
      // The part that was cut out takes the picture's place in the media manager (fact sheet 5.3).
      const source =
        kept === original
          ? null
          : s.media.add({ ...original, userid: actor.userid, hidden: true }, sourceFiles);
      return mediaImageOf(
        s.media.add({ ...kept, userid: actor.userid, srcid: source?.imageid ?? null }, files),
      );
    });
  },
});

async function bodyOf(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxUploadBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxUploadBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): AppError {
  const message = 'A picture may have at most 80 MB.';
  return new AppError('too-large', message, { errors: [{ field: 'body', message, code: 'invalid' }] });
}
