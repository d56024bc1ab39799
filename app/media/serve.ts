import { notFound } from '../../shared/errors.ts';
import type { Context } from '../context.ts';

/** `GET /igi/{guid}[.{size}]` (fact sheet 5.4). */
export async function serveMedia(_request: Request, _ctx: Context): Promise<Response> {
  throw notFound('Picture');
}
