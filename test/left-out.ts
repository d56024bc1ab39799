/** Test files that need what only Linux has, with that need. */
export const linuxOnly: Readonly<Record<string, string>> = {
  'test/e2e/updates.test.ts': 'an AppImage, played by a script',
  'test/resources/kiosk.test.ts': 'the script that locks a Linux desktop',
  'test/shared-site/edit-groups.test.ts': 'PostgreSQL as Debian packs it',
  'test/shared-site/failover.test.ts': 'PostgreSQL as Debian packs it',
  'test/shared-site/shared-site.test.ts': 'PostgreSQL as Debian packs it',
  'test/sync/disk-full.test.ts': 'a small file system of its own',
};

/** Test files of programs that end when a signal asks them to. Windows ends them at once instead. */
export const notOnWindows: readonly string[] = [
  'test/commands/data-folder.test.ts',
  'test/commands/https.test.ts',
  'test/commands/operator.test.ts',
  'test/commands/servers.test.ts',
  'test/commands/settings.test.ts',
];

/**
 * Test files that are left out on this system as a whole. A file of which only some tests need another system skips these itself.
 * `test/resources/release.test.ts` finds a test that does neither.
 */
export const leftOut: readonly string[] = [
  ...(process.platform === 'linux' ? [] : Object.keys(linuxOnly)),
  ...(process.platform === 'win32' ? notOnWindows : []),
];
