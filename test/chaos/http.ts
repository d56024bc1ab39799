/** A server's answer; status 0 if there was no complete answer. */
export interface ChaosAnswer {
  readonly status: number;
  readonly text: string;
}

/** @param route `GET /guides?limit=200` @param body bytes, or anything else as JSON */
export async function ask(api: string, token: string, route: string, body?: unknown): Promise<ChaosAnswer> {
  const [method = '', path = ''] = route.split(' ');
  const isBytes = body instanceof Uint8Array;
  try {
    const response = await fetch(api + path, {
      method,
      headers: {
        Authorization: `api ${token}`,
        ...(body === undefined || isBytes ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return {
      status: 0,
      text: error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error),
    };
  }
}

/** Returns the JSON of a successful answer, `undefined` for any other. */
export async function read<T>(api: string, token: string, path: string): Promise<T | undefined> {
  const { status, text } = await ask(api, token, `GET ${path}`);
  return status === 200 ? (JSON.parse(text) as T) : undefined;
}
