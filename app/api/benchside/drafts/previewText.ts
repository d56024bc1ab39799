import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { parseWiki } from '../../../../shared/wiki/parse.ts';
import { renderDoc, renderText } from '../../../store/rendering.ts';
import { withoutPlaceholders } from '../../../store/placeholders.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';

export const previewText = defineEndpoint({
  route: 'POST /benchside/preview',
  summary:
    'Wiki text as HTML, the way it will be shown once it is saved; `inline` is a short text such as a line',
  auth: 'user',
  rate: 'previews',
  body: z.object({ text: z.string().max(limits.text.preview.max), inline: z.boolean().default(false) }),
  response: z.object({ html: z.string() }),
  example: { body: { text: "Press ''gently''." } },
  handler: ({ body: { text, inline }, read }) =>
    read((s) => {
      const raw = withoutPlaceholders(text);
      return new JsonText(
        JSON.stringify({ html: inline ? renderText(raw, s) : renderDoc(parseWiki(raw), s) }),
      );
    }),
});
