/** A moment at which a process is killed; `about` is an expression that matches the failpoint's description. */
export interface Point {
  name: string;
  about: string;
}

export interface Points {
  /** While an edit is accepted. */
  edit: Point[];
  /** While it is marked, sent, carried out by the site, answered, and stored as done. */
  push: Point[];
  /** While a desk reads the feed, and pictures. */
  feed: Point[];
  /** While a desk reads the endpoints of the contract. */
  plain: Point[];
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Matches `PATCH /guides/{guideid}` as a request to the site. */
const request = (route: string): string =>
  `^${route
    .split(/\{[^}]+\}/)
    .map(escaped)
    .join('[^/?]+')}(\\?|$)`;

const around = (names: readonly string[], abouts: readonly string[]): Point[] =>
  abouts.flatMap((about) => names.map((name) => ({ name, about })));

const commit = ['before-commit', 'after-commit'];
const exchange = ['before-send', 'after-answer'];

/** @param routes kinds of write */
export function pointsOf(routes: readonly string[]): Points {
  const written = (state: string) => routes.map((route) => `${state} ${escaped(route)}(?![^\\n])`);
  return {
    edit: around(commit, written('accept')),
    push: [
      ...around(commit, [...written('sending'), ...written('done')]),
      // `site-…` points are at the site: when the request has arrived, and when it was carried out.
      ...around(
        [...exchange, 'site-before', 'site-after'],
        [...routes.map(request), '^POST /benchside/edits$'],
      ),
      // At the commit of a batch: before or after it, the site has carried out several edits.
      ...around(commit, ['sending [^\\n]+\\nsending ', 'done [^\\n]+\\n(?:[^\\n]*\\n)*done ']),
    ],
    feed: [
      ...around(commit, [
        'watermark feed:\\d+(?![^\\n])',
        'watermark feed:\\d+:own',
        'state complete',
        'picture',
      ]),
      ...around(exchange, ['^GET /benchside/info', '^GET /benchside/changes']),
      ...around(['after-answer'], ['^GET http.*/igi/']),
      ...around(['before-file', 'after-file'], ['file']),
    ],
    plain: [
      ...around(commit, [
        'want guide',
        'got guide',
        'want wiki',
        'got wiki',
        'watermark guides',
        'watermark comments',
        'state swept',
      ]),
      ...around(exchange, [
        '^GET /guides\\?',
        '^GET /guides/\\d+',
        '^GET /wikis/\\w+\\?',
        '^GET /wikis/\\w+/',
        '^GET /comments',
      ]),
    ],
  };
}
