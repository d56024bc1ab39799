import type { Namespace } from '../../shared/model/wiki.ts';

const folders: Record<string, string> = {
  CATEGORY: 'Device',
  ITEM: 'Item',
  INFO: 'Info',
  WIKI: 'Wiki',
  USER: 'User',
  TEAM: 'Team',
} satisfies Record<Namespace, string>;

/** Path of a wiki on its site. Pages about users and teams are titled by id, so `name` follows it. */
export function wikiPath(namespace: string, title: string, name?: string): string {
  const path = `/${folders[namespace] ?? 'Wiki'}/${inPath(title)}`;
  return name ? `${path}/${inPath(name)}` : path;
}

const inPath = (text: string): string => encodeURIComponent(text.toWellFormed().replaceAll(' ', '_'));
