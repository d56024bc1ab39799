/** The transport of the generated client; the caller sets address and token. */
const site: { base: string; token?: string } = { base: process.argv[2] ?? '' };

export const signInAs = (token: string): void => {
  site.token = token;
};

export async function send<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers);
  if (site.token !== undefined) headers.set('Authorization', `api ${site.token}`);
  const response = await fetch(`${site.base}${path}`, { ...options, headers });
  const text = await response.text();
  const data: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, data, headers: response.headers } as T;
}
