import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

const run = promisify(execFile);
const here = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

async function output(program: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  return JSON.parse(stdout);
}

const decode = `
  const { loadSharp } = await import(${here('../../app/media/sharp.ts')});
  const { variants } = await import(${here('../../app/media/imaging.ts')});
  const sharp = await loadSharp();
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#a40' } }).jpeg().toBuffer();
  const made = await variants({ bytes, mime: 'image/jpeg' });
  console.log(JSON.stringify({ wasm: 'emscripten' in sharp.versions, made: made.length }));`;

it('takes the native build under Node and the WebAssembly build in Electron', async () => {
  expect(await output(decode)).toEqual({ wasm: false, made: 9 });
  const inElectron = `Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '43.2.0' } });${decode}`;
  expect(await output(inElectron)).toEqual({ wasm: true, made: 9 });
});

it('does not load sharp to open a core or serve a picture', async () => {
  const program = `
    import { mkdtempSync, rmSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    import { tmpdir } from 'node:os';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { if (url.includes('/sharp/')) loaded.push(url); return next(url, context); } });
    const { createCore } = await import(${here('../../app/core.ts')});
    const { configSchema } = await import(${here('../../app/config.ts')});
    const dataDir = mkdtempSync(tmpdir() + '/benchside-test-');
    const core = createCore(configSchema.parse({ profile: 'hub', dataDir, logLevel: 'error' }));
    const { status } = await core.fetch(new Request('http://bench.test/igi/default_avatar_placeholder_guid.mini'));
    await core.close();
    rmSync(dataDir, { recursive: true });
    console.log(JSON.stringify({ status, loaded }));`;
  expect(await output(program)).toEqual({ status: 200, loaded: [] });
});
