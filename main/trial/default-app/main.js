// The program that `electron [flags] FOLDER` runs: becomes the application in FOLDER.
import { app, dialog } from 'electron';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

requireGivenFiles();
const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (given !== undefined) {
  await start(resolve(given));
} else if (process.argv.includes('--version') || process.argv.includes('-v')) {
  console.log(`v${process.versions.electron}`);
  app.exit(0);
} else {
  console.error('Usage: electron [flags] FOLDER');
  app.exit(1);
}

/** `-r FILE`. Such a file may remove flags from process.argv (as Playwright's does), so each flag is searched for again. */
function requireGivenFiles() {
  for (;;) {
    const at = process.argv.findIndex((argument) => argument === '-r' || argument === '--require');
    if (at === -1) return;
    const [, file] = process.argv.splice(at, 2);
    require(resolve(file));
  }
}

async function start(path) {
  try {
    process.defaultApp = true;
    const main = statSync(path).isDirectory() ? becomeApplication(path) : path;
    await import(pathToFileURL(main).href);
  } catch (error) {
    console.error(`Cannot start the application in ${path}:`, error);
    dialog.showErrorBox('Cannot start the application', `${path}\n\n${error?.stack ?? error}`);
    app.exit(1);
  }
}

function becomeApplication(folder) {
  const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  app.setName(description.productName ?? description.name ?? app.getName());
  app.setVersion(description.version ?? app.getVersion());
  app.setAppPath(folder);
  if (!app.commandLine.hasSwitch('user-data-dir')) {
    app.setPath('userData', join(app.getPath('appData'), app.getName()));
  }
  return join(folder, description.main ?? 'index.js');
}
