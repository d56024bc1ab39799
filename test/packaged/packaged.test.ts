import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packagedAsar, packagedExecutable, startPackagedApp } from './packaged-app.ts';

test('the packaged application opens a window with a heading, and no error in it', async () => {
  const app = await startPackagedApp();
  onTestFinished(app.stop);
  const errors: Error[] = [];
  app.page.on('pageerror', (error) => errors.push(error));

  const heading = app.page.getByRole('heading').first();
  await heading.waitFor({ state: 'visible' });

  expect((await heading.innerText()).trim()).not.toBe('');
  expect(new URL(app.page.url()).protocol).toBe('benchside:');
  expect(errors).toEqual([]);
});

test('the fuses leave no way to run other code in the packaged application', async () => {
  const fuses = await getCurrentFuseWire(packagedExecutable);
  const states = (options: readonly FuseV1Options[]) => new Set(options.map((option) => fuses[option]));

  expect(
    states([
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]),
  ).toEqual(new Set([FuseState.DISABLE]));
  expect(
    states([
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ]),
  ).toEqual(new Set([FuseState.ENABLE]));
});

test('the package holds one SQLite, this platform’s, and of sharp only the WebAssembly build', () => {
  const files = listPackage(packagedAsar, { isPack: false });

  const sharpBuilds = files
    .filter((file) => /@img[/\\]sharp-[^/\\]+$/.test(file))
    .map((file) => basename(file));
  expect(sharpBuilds).toEqual(['sharp-wasm32']);
  const modules = files.filter((file) => file.endsWith('.node')).map((file) => basename(file));
  expect(modules).toEqual([`${process.platform}-${process.arch}.node`]);
});
