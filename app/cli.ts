#!/usr/bin/env node
import { readFileSync } from 'node:fs';

import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';

import { exit } from './commands/exit.ts';
import { describeError } from './commands/describe-error.ts';
import { printError } from './commands/run.ts';
import { configSchema } from './config.ts';
import { keepToOwner } from './owner-only.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

keepToOwner();

const program = new Command('benchside')
  .description('Repair guides on the bench, with or without a network.')
  .version(version)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    `
Exit codes: 0 clean; 1 failed, the reason is on standard error; 2 something needs a person;
3 the site cannot be reached; 64 the command line is wrong.`,
  );

const data = ['--data <dir>', 'data folder'] as const;
const json = ['--json', 'answer as one JSON document on standard output'] as const;

const port = (value: string): number => {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  }
  return Number(value);
};

const guideNumber = (value: string): number => {
  if (!/^-?\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be the number of a guide.');
  return Number(value);
};

const seconds = (value: string): number => {
  if (!/^\d{1,3}$/.test(value))
    throw new InvalidArgumentError('It must be a number of seconds, at most 999.');
  return Number(value);
};

/** Returns the first line of a file that holds a secret, so that neither process lists nor logs of commands show it. */
const secretFile = (file: string): string => {
  const [line = ''] = readText(file).split(/\r?\n/, 1);
  if (line.trim() === '')
    throw new InvalidArgumentError('The secret must be in the first line of the file, which is empty.');
  return line.trim();
};

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`The file cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
}

const webAddress = (value: string): string => {
  if (!configSchema.shape.publicUrl.safeParse(value).success) {
    throw new InvalidArgumentError('It must be a web address, like https://guides.example.org.');
  }
  return value;
};

const smtpAddress = (value: string): string => {
  if (!configSchema.shape.smtpUrl.safeParse(value).success) {
    throw new InvalidArgumentError('It must be an address like smtps://user:password@mail.example.org.');
  }
  return value;
};

const mailAddress = (value: string): string => {
  if (!configSchema.shape.mailFrom.safeParse(value).success) {
    throw new InvalidArgumentError('It must be an e-mail address.');
  }
  return value;
};

const translateUrl = [
  '--translate-url <url>',
  'LibreTranslate-compatible service, for guides in languages nobody wrote them in',
  webAddress,
] as const;
const translateKey = ['--translate-key <key>', 'its API key'] as const;

const appId = ['--app-id <id>', "application id, where the site's admins want one"] as const;

/** Creates an option of the hub, which the environment may give as `BENCHSIDE_HUB_…`. */
function hubOption(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.env(`BENCHSIDE_HUB_${option.name().replaceAll('-', '_').toUpperCase()}`);
}

const postgresAddress = (value: string): string => {
  if (!/^postgres(ql)?:\/\/./.test(value))
    throw new InvalidArgumentError('It must be an address like postgres://user@host/name.');
  return value;
};

/** Adds the options that name the database of a site that several hub processes share. */
const sharedSite = (command: Command): Command =>
  command
    .addOption(
      hubOption(
        '--database <url>',
        'the PostgreSQL database of a site that several hubs share; the data folder is a copy of it',
      ).argParser(postgresAddress),
    )
    .addOption(
      hubOption('--database-file <file>', 'a file that holds that address in its first line')
        .argParser((file: string) => postgresAddress(secretFile(file)))
        .conflicts('database'),
    );

const databaseOf = ({
  database,
  databaseFile,
}: {
  database?: string;
  databaseFile?: string;
}): { database?: string } => {
  const address = databaseFile ?? database;
  return address === undefined ? {} : { database: address };
};

sharedSite(program.command('hub'))
  .description("the site's server")
  .addOption(hubOption(...data).makeOptionMandatory())
  .addOption(hubOption('--host <address>', 'address to listen on').default('127.0.0.1'))
  .addOption(hubOption('--port <number>', 'port to listen on, 0 for any').argParser(port).default(4810))
  .addOption(
    hubOption(
      '--public-url <url>',
      'whole address others reach this hub by, such as https://example.org/guides',
    ).argParser(webAddress),
  )
  .addOption(hubOption('--tls-cert <file>', 'certificate in PEM form, for HTTPS; read again at SIGHUP'))
  .addOption(hubOption('--tls-key <file>', 'its private key'))
  .addOption(
    hubOption('--trust-proxy', "take the caller's address from X-Forwarded-For, behind a proxy that sets it"),
  )
  .addOption(
    hubOption(
      '--no-announce',
      'do not announce the hub in its network, where desks without a site look for hubs',
    ),
  )
  .addOption(
    hubOption(
      '--announce-on <address>',
      'announce it only in the network in which this computer has this address',
    ),
  )
  .addOption(hubOption('--insecure', 'be silent about a hub that others reach without HTTPS'))
  .addOption(
    hubOption('--smtp-url <url>', 'mail server, instead of the one in the settings').argParser(smtpAddress),
  )
  .addOption(
    hubOption('--smtp-url-file <file>', 'a file that holds it in its first line')
      .argParser((file: string) => smtpAddress(secretFile(file)))
      .conflicts('smtpUrl'),
  )
  .addOption(hubOption('--mail-from <address>', 'address mails come from').argParser(mailAddress))
  .addOption(
    hubOption(
      '--media <place>',
      'where pictures are: "folder" for the data folder, the path of another, or s3://bucket/prefix; where they were if absent',
    ),
  )
  .addOption(
    hubOption(
      '--redirect-media',
      'send readers to the object storage for pictures and files, by addresses that work for five minutes; they have to reach it',
    ),
  )
  .addOption(hubOption('--updates <folder>', 'serve new versions of the program from here, under /updates/'))
  .addOption(
    hubOption(
      '--drain <seconds>',
      'how long to go on answering after the word to stop, while /readyz says no',
    )
      .argParser(seconds)
      .default(0),
  )
  .addOption(
    hubOption(
      '--metrics-token-file <file>',
      'serve /metrics to whoever has the token in this file',
    ).argParser(secretFile),
  )
  .addOption(hubOption(translateUrl[0], translateUrl[1]).argParser(translateUrl[2]))
  .addOption(hubOption(...translateKey))
  .addOption(
    hubOption('--translate-key-file <file>', 'a file that holds it in its first line')
      .argParser(secretFile)
      .conflicts('translateKey'),
  )
  .addHelpText(
    'after',
    '\nA hub has /healthz and /readyz for a balancer, and names a request in X-Request-Id: with errors, and behind a proxy always.',
  )
  .action(async ({ smtpUrlFile, translateKeyFile, databaseFile, ...options }) =>
    (await import('./commands/hub.ts')).hub({
      smtpUrl: smtpUrlFile,
      translateKey: translateKeyFile,
      ...options,
      ...databaseOf({ databaseFile, ...options }),
    }),
  );

program
  .command('desk')
  .description('a desk without a window: local API on loopback, sync running')
  .requiredOption(...data)
  .option('--site <url>', "address of the site's API; needed the first time")
  .option('--port <number>', 'port to listen on, 0 for any', port, 0)
  .option(...appId)
  .option(...translateUrl)
  .option(...translateKey)
  .option('--renderer <dir>', "folder of the built renderer, for a browser as this desk's window")
  .action(async (options) => (await import('./commands/desk.ts')).desk(options));

sharedSite(program.command('import'))
  .description('guides into a hub: MyFixit JSON lines, .jsonl or .jsonl.gz')
  .argument('<files...>')
  .requiredOption(...data)
  .option('--pictures <how>', 'keep the addresses, draw, fetch, or a FOLDER of pictures', 'keep')
  .option(...json)
  .action(async (files, options) =>
    (await import('./commands/import.ts')).importGuides(files, { ...options, ...databaseOf(options) }),
  );

sharedSite(program.command('seed'))
  .description("a fixture with explicit ids, in the API's own shapes")
  .argument('<file>')
  .requiredOption(...data)
  .option(...json)
  .addHelpText(
    'after',
    `
A fixture is a JSON file with lists of resources, as the API answers them, with ids of their own:

  { "users": [{ "userid": 1, "username": "Ada", "email": "ada@example.org", "password": "...", "privileges": ["Admin"] }],
    "images": [{ "id": 1, "guid": "lid", "userid": 1, "file": "pictures/lid.jpg", "srcid": null, "markup": null }],
    "wikis": [{ "wikiid": 1, "namespace": "CATEGORY", "title": "Pump", "contents_raw": "..." }],
    "guides": [{ "guideid": 1, "category": "Pump", "type": "repair", "title": "...", "userid": 1,
      "steps": [{ "stepid": 1, "lines": [{ "text_raw": "Open the lid.", "bullet": "black", "level": 0 }],
        "media": { "type": "image", "data": [1] } }] }] }

Further lists: teams, comments, step_forms, work_log, releases, videos, favorites, completions; and "site" with its settings.
Pictures are files beside the fixture ("file") or base64 ("data"). Keys that are not known are left out and reported. Seeding
the same file again changes nothing. An example: resources/sample-workshop/workshop.json.`,
  )
  .action(async (file, options) =>
    (await import('./commands/seed.ts')).seed(file, { ...options, ...databaseOf(options) }),
  );

sharedSite(program.command('user').description('accounts of a hub').command('add'))
  .description('add an account')
  .argument('<email>')
  .requiredOption(...data)
  .requiredOption('--name <name>', 'name shown to others')
  .requiredOption('--role <role>', 'admin, author or technician')
  .option('--password-stdin', 'read the password from standard input')
  .option(...json)
  .action(async (email, options) =>
    (await import('./commands/user-add.ts')).userAdd(email, { ...options, ...databaseOf(options) }),
  );

sharedSite(program.command('move-hub'))
  .description("makes a hub's folder a site in PostgreSQL that several hubs share, or the other way round")
  .addArgument(new Argument('<to>', 'where the site shall be').choices(['postgres', 'folder']))
  .requiredOption(...data)
  .option(...json)
  .action(async (to, options) =>
    (await import('./commands/move-hub.ts')).moveHub(to, { ...options, ...databaseOf(options) }),
  );

sharedSite(program.command('move-media'))
  .description("copies a hub's pictures, documents and videos to another storage, and uses that from then on")
  .requiredOption(...data)
  .requiredOption('--to <place>', '"folder" for the data folder, the path of another, or s3://bucket/prefix')
  .option(...json)
  .action(async (options) =>
    (await import('./commands/move-media.ts')).moveMedia({ ...options, ...databaseOf(options) }),
  );

sharedSite(program.command('settings'))
  .description('shows all settings of a site or one, or changes one')
  .argument('[name]', 'shows this one; without it, all')
  .argument('[value]', "sets it; - reads it from standard input, '' takes it back")
  .requiredOption(...data)
  .option(...json)
  .action(async (name, value, options) =>
    (await import('./commands/settings.ts')).siteSettings(name, value, {
      ...options,
      ...databaseOf(options),
    }),
  );

program
  .command('login')
  .description("bind a desk's data folder to a site and a person")
  .requiredOption(...data)
  .requiredOption('--site <url>', "address of the site's API")
  .requiredOption('--email <email>')
  .option(...appId)
  .option('--password-stdin', 'read the password from standard input')
  .option(...json)
  .action(async (options) => (await import('./commands/login.ts')).login(options));

program
  .command('sync')
  .description('one full sync with the site')
  .requiredOption(...data)
  .option('--accept-removals', 'confirm that what disappeared from the site is gone')
  .option(...json)
  .action(async (options) => (await import('./commands/sync.ts')).sync(options));

program
  .command('status')
  .description('what is here, what is pending, since when')
  .requiredOption(...data)
  .option(...json)
  .action(async (options) => (await import('./commands/status.ts')).status(options));

program
  .command('export-guide')
  .description('one guide as Markdown (.md), or with its pictures as a ZIP archive (.zip)')
  .argument('<guideid>', 'its number', guideNumber)
  .argument('<file>', 'a new file')
  .requiredOption(...data)
  .option('--language <code>', 'a language that it is translated into, such as de; without it, the original')
  .addOption(
    hubOption(
      '--public-url <url>',
      "whole address of the hub, for Markdown's links to the pictures; a desk knows it",
    ).argParser(webAddress),
  )
  .option(...json)
  .action(async (guideid, file, options) =>
    (await import('./commands/export-guide.ts')).exportGuide(guideid, file, options),
  );

program
  .command('backup')
  .argument('<file>', 'a new file')
  .description('a hub, whole, into one file; the hub may go on running')
  .requiredOption(...data)
  .option(...json)
  .action(async (file, options) => (await import('./commands/backup.ts')).backup(file, options));

program
  .command('restore')
  .argument('[file]', "a hub's backup")
  .description(
    "makes a hub's folder of its backup; without a file, puts back the newest daily copy of a damaged desk",
  )
  .requiredOption(...data)
  .option('--replace', 'in the place of what is in the folder, which is kept beside it')
  .option(...json)
  .action(async (file, options) => (await import('./commands/restore.ts')).runRestore(file, options));

program
  .command('journal')
  .description('every edit made at a desk, and what became of it')
  .requiredOption(...data)
  .option('--verify', 'check that no accepted edit is missing')
  .option(...json)
  .action(async (options) => (await import('./commands/journal.ts')).printJournal(options));

program
  .command('export-journal')
  .description('edits that the site does not have, into a file for people and for another desk')
  .argument('<file>')
  .requiredOption(...data)
  .option(...json)
  .action(async (file, options) => (await import('./commands/transfer.ts')).exportTo(file, options));

program
  .command('import-journal')
  .description('take over the edits that another desk of this site has exported')
  .argument('<file>')
  .requiredOption(...data)
  .option(...json)
  .action(async (file, options) => (await import('./commands/transfer.ts')).importFrom(file, options));

const bundle = program.command('bundle').description('carries a site to desks without a network, in a file');

bundle
  .command('export')
  .description('what everybody may read at a hub, with pictures; the hub may go on running')
  .argument('<file>', 'a new file')
  .requiredOption(...data)
  .addOption(
    new Option('--pictures <which>', 'of all guides, only of those that were opened, or none')
      .choices(['all', 'opened', 'none'])
      .default('all'),
  )
  .addOption(
    hubOption('--public-url <url>', 'whole address of the hub, for desks that reach it later').argParser(
      webAddress,
    ),
  )
  .option(...json)
  .action(async (file, options) => (await import('./commands/bundle.ts')).exportToFile(file, options));

bundle
  .command('import')
  .description('takes over what a bundle has that this desk does not, and notes which edits have arrived')
  .argument('<file>')
  .requiredOption(...data)
  .option('--site <url>', "address of the site's API, for a new desk whose bundle names none")
  .option('--accept-removals', 'confirm that what disappeared from the site is gone')
  .option(...json)
  .action(async (file, options) => (await import('./commands/bundle.ts')).importFromFile(file, options));

bundle
  .command('take-edits')
  .description('edits that a desk without a network has saved, at a hub, which may be running')
  .argument('<file>', 'what `export-journal` or “Save edits” wrote')
  .requiredOption(...data)
  .option(...json)
  .action(async (file, options) => (await import('./commands/take-edits.ts')).takeEditsOfFile(file, options));

program
  .command('conflicts')
  .description('edits that need a decision')
  .requiredOption(...data)
  .option(...json)
  .action(async (options) => (await import('./commands/journal.ts')).conflicts(options));

program
  .command('resolve')
  .description('decide about an edit in conflict')
  .argument('<id>')
  .requiredOption(...data)
  .requiredOption('--take <side>', 'mine, theirs, or merged: what --field says')
  .option('--field <name=value...>', 'take this for one field: mine, theirs, or a value')
  .option(...json)
  .action(async (id, options) => (await import('./commands/resolve.ts')).resolve(id, options));

program
  .command('retry')
  .description('try again an edit that needs a decision, or all that a restored hub has lost')
  .argument('[id]')
  .requiredOption(...data)
  .option('--lost', 'all edits that the site lost when it was restored from a backup')
  .option(...json)
  .action(async (id, options) => (await import('./commands/resolve.ts')).runRetry(id, options));

program
  .command('discard')
  .description('discard an edit that needs a decision; its content stays in the journal')
  .argument('<id>')
  .requiredOption(...data)
  .option(...json)
  .action(async (id, options) => (await import('./commands/resolve.ts')).runDiscard(id, options));

program
  .command('sign-updates')
  .description('sign new versions of the program, as electron-builder made them, so that desks take them')
  .argument('<folder>')
  .requiredOption('--key <file>', 'private Ed25519 key in PEM form')
  .option('--new-key', 'make that key first')
  .option(...json)
  .action(async (folder, options) =>
    (await import('./commands/sign-updates.ts')).signUpdates(folder, options),
  );

// The reader of the output may have closed the pipe (`| head`); the command continues.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exit.clean : exit.usage;
  else {
    printError(`benchside: ${describeError(error)}`);
    process.exitCode = error instanceof UsageError ? exit.usage : exit.failed;
  }
}
