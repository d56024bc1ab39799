#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from 'commander';

import { exit } from './commands/exit.ts';
import { inWords } from './commands/in-words.ts';
import { configSchema } from './config.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

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

const webAddress = (value: string): string => {
  if (!configSchema.shape.publicUrl.safeParse(value).success) {
    throw new InvalidArgumentError('It must be a web address, like https://guides.example.org.');
  }
  return value;
};

program
  .command('hub')
  .description("the site's server")
  .requiredOption(...data)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--port <number>', 'port to listen on, 0 for any', port, 4810)
  .option('--public-url <url>', 'address others reach this hub by, when it is behind a proxy', webAddress)
  .action(async (options) => (await import('./commands/hub.ts')).hub(options));

program
  .command('desk')
  .description('a desk without a window: local API on loopback, sync running')
  .requiredOption(...data)
  .option('--site <url>', "address of the site's API; needed the first time")
  .option('--port <number>', 'port to listen on, 0 for any', port, 0)
  .option('--renderer <dir>', "folder of the built renderer, for a browser as this desk's window")
  .action(async (options) => (await import('./commands/desk.ts')).desk(options));

program
  .command('import')
  .description('guides into a hub: MyFixit JSON lines, .jsonl or .jsonl.gz')
  .argument('<files...>')
  .requiredOption(...data)
  .option('--pictures <how>', 'keep the addresses, draw, fetch, or a FOLDER of pictures', 'keep')
  .option(...json)
  .action(async (files, options) => (await import('./commands/import.ts')).importGuides(files, options));

program
  .command('seed')
  .description("a fixture with explicit ids, in the API's own shapes")
  .argument('<file>')
  .requiredOption(...data)
  .option(...json)
  .action(async (file, options) => (await import('./commands/seed.ts')).seed(file, options));

program
  .command('user')
  .description('accounts of a hub')
  .command('add')
  .description('add an account')
  .argument('<email>')
  .requiredOption(...data)
  .requiredOption('--name <name>', 'name shown to others')
  .requiredOption('--role <role>', 'admin, author or technician')
  .option('--password-stdin', 'read the password from standard input')
  .option(...json)
  .action(async (email, options) => (await import('./commands/user-add.ts')).userAdd(email, options));

program
  .command('login')
  .description("bind a desk's data folder to a site and a person")
  .requiredOption(...data)
  .requiredOption('--site <url>', "address of the site's API")
  .requiredOption('--email <email>')
  .option('--password-stdin', 'read the password from standard input')
  .option(...json)
  .action(async (options) => (await import('./commands/login.ts')).login(options));

program
  .command('sync')
  .description('one full round with the site')
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

// Whoever read the answer may have gone; what was asked for goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exit.clean : exit.usage;
  else {
    process.stderr.write(`benchside: ${inWords(error)}\n`);
    process.exitCode = error instanceof UsageError ? exit.usage : exit.failed;
  }
}
