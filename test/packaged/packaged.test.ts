import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { goTo, screenshot, startHub, untilPicturesDecoded, untilSynced } from '../e2e/helpers.ts';
import { technician } from '../e2e/workshop.ts';
import { shippedPackages } from '../../resources/release/shipped-packages.ts';
import { packagedAsar, packagedExecutable, startPackagedApp } from './packaged-app.ts';

test('the packaged application connects to a site, syncs, and reads a guide with its pictures', async () => {
  const hub = await startHub();
  const app = await startPackagedApp();
  onTestFinished(app.stop);
  const { page } = app;
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));

  await page.getByRole('heading', { name: 'Connect to your hub' }).waitFor();
  expect(new URL(page.url()).protocol).toBe('benchside:');
  await page.getByLabel('Address of the hub').fill(new URL(hub.url).host);
  await page.getByLabel('Email address').fill(technician.email);
  await page.getByLabel('Password').fill(technician.password);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('button', { name: 'Your account and settings' }).waitFor();
  await untilSynced(page);
  await hub.stop();

  await goTo(page, '/guide/5/step/501');
  await page.getByRole('heading', { name: 'Know what is where' }).waitFor();
  await untilPicturesDecoded(page, 'main');
  await screenshot(page, 'packaged-step');
  expect(errors).toEqual([]);
});

test('the fuses allow no other way to run code in the packaged application', async () => {
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

test('the package holds the manual, and only software that its licences page and the release list', () => {
  const files = listPackage(packagedAsar, { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  for (const page of ['en/index.html', 'de/index.html', 'licences.html'])
    expect(files).toContain(`/dist/renderer/manual/${page}`);
  const listed = new Set(shippedPackages().map(({ name }) => name));
  const packed = files.flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
  );
  expect(packed.length).toBeGreaterThan(10);
  expect(packed.filter((name) => !listed.has(name))).toEqual([]);
});

test('the package holds one SQLite, this platform’s, and only the WebAssembly build of sharp', () => {
  const files = listPackage(packagedAsar, { isPack: false });

  const sharpBuilds = files
    .filter((file) => /@img[/\\]sharp-[^/\\]+$/.test(file))
    .map((file) => basename(file));
  expect(sharpBuilds).toEqual(['sharp-wasm32']);
  const modules = files.filter((file) => file.endsWith('.node')).map((file) => basename(file));
  expect(modules).toEqual([`${process.platform}-${process.arch}.node`]);
});
