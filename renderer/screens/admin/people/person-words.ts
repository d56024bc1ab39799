import type { Account } from '../../../../shared/model/admin.ts';
import { peopleTexts as words } from './texts.ts';

/** The API's names of roles (CONTRACT 3.6). */
export const privilegeNames = {
  admin: 'Admin',
  author: 'Author',
  technician: 'User',
} as const satisfies Record<Account['role'], string>;

const browsers: readonly [RegExp, string][] = [
  [/Benchside/, 'Benchside'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Names browser and system of a `User-Agent`; any other client is "a program". */
export function agentWords(userAgent: string): string {
  const nameOf = (list: readonly [RegExp, string][]): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameOf(browsers), nameOf(systems)];
  return browser && system ? words.browser(browser, system) : words.program;
}
