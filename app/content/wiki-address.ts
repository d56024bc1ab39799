import type { Namespace } from '../../shared/model/wiki.ts';

const folders: Record<string, string> = {
  CATEGORY: 'Device',
  ITEM: 'Item',
  INFO: 'Info',
  WIKI: 'Wiki',
  USER: 'User',
  TEAM: 'Team',
} satisfies Record<Namespace, string>;

/** Returns the path of a wiki on its site. Pages of users and teams have an id as title, so `name` is appended. */
export function wikiPath(namespace: string, title: string, name?: string): string {
  const path = `/${folders[namespace] ?? 'Wiki'}/${inPath(title)}`;
  return name ? `${path}/${inPath(name)}` : path;
}

const inPath = (text: string): string => encodeURIComponent(text.toWellFormed().replaceAll(' ', '_'));
