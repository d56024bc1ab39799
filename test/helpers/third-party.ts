import { signatureHeader } from '../../shared/signature.ts';

type Fetch = (request: Request) => Promise<Response>;

/** Returns a hub's answers as a third-party site would give them: nothing below `/benchside/`, and no signature. */
export const thirdParty =
  (fetch: Fetch): Fetch =>
  async (request) => {
    if (new URL(request.url).pathname.includes('/benchside/'))
      return new Response('{"message":"Not found"}', { status: 404 });
    const answer = await fetch(request);
    const headers = new Headers(answer.headers);
    headers.delete(signatureHeader);
    return new Response(answer.body, { status: answer.status, headers });
  };
