/** Calls the hub's API with this token. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/** @param token empty for no sign-in */
export const askHub =
  (url: string, token = ''): Ask =>
  async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `api ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };

/** Calls the hub's API as one of its people, after signing in. */
export async function askHubAs(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Ask> {
  const { authToken } = await askHub(url)<{ authToken: string }>('POST', '/user/token', { email, password });
  return askHub(url, authToken);
}
