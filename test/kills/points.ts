/** A moment at which a process is killed; `about` is an expression over what is at stake there. */
export interface Point {
  name: string;
  about: string;
}

export interface Points {
  /** As an edit is accepted. */
  edit: Point[];
  /** As it is marked, sent, carried out by the site, answered, and stored as done. */
  push: Point[];
  /** A desk that reads the feed, and pictures. */
  feed: Point[];
  /** A desk that reads the plain endpoints. */
  plain: Point[];
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** `PATCH /guides/{guideid}` as a request to the site. */
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
      // `site-…` are at the site: as the request has come, and as it has been carried out.
      ...around(
        [...exchange, 'site-before', 'site-after'],
        [...routes.map(request), '^POST /benchside/edits$'],
      ),
      // At the commit of a batch, after which or before which the site has carried out several edits.
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
