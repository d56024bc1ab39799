import { notFound } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../store/actor.ts';

interface Mark {
  list: 'favorites' | 'completions';
  wanted: boolean;
}

/** Puts a guide on a list of the person's, or takes it off: at the site first, then here. Repeating it is no error. */
export async function changeMark(
  ctx: Context,
  actor: Actor,
  guideid: number,
  { list, wanted }: Mark,
): Promise<void> {
  ctx.store.read(actor, (s) => {
    if (wanted) s.guides.requireVisible(guideid);
    // What has become private in the meantime can still be taken off.
    else if (s.guides.row(guideid)?.deleted !== 0) throw notFound('Guide');
  });
  const verb = wanted ? 'PUT' : 'DELETE';
  await ctx.identity.forward(
    actor,
    list === 'favorites'
      ? { route: `${verb} /user/favorites/guides/${guideid}`, what: 'Favorites' }
      : { route: `${verb} /guides/${guideid}/completed`, what: 'Completed guides' },
  );
  ctx.store.transact(actor, (s) => {
    if (list === 'favorites') s.personal.markFavorite(actor.userid, guideid, wanted);
    else s.personal.markCompleted(actor.userid, guideid, wanted);
  });
}
