import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { checkType, guideFields } from './guide-fields.ts';

export const createGuide = defineEndpoint({
  route: 'POST /guides',
  summary: 'Create a guide; it starts private unless `public` is true',
  auth: 'user',
  profile: 'hub',
  body: guideFields.required({ category: true, type: true }),
  response: guide,
  status: 201,
  handler: ({ body, actor, ctx }) => {
    checkType(body.type, ctx);
    return ctx.store.transact(actor, (s) => {
      const guideid = s.guides.create({ ...body, type: body.type ?? '', category: body.category ?? '' });
      return new JsonText(s.guides.written(guideid));
    });
  },
});
