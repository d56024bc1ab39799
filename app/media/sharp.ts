import { registerHooks } from 'node:module';

import type Sharp from 'sharp';

type SharpModule = typeof Sharp;

let loading: Promise<SharpModule> | undefined;

/** sharp, loaded at first use: it costs a cold start 50 ms (native) to 120 ms (WebAssembly). */
export function loadSharp(): Promise<SharpModule> {
  return (loading ??= load());
}

/**
 * sharp's loader tries the machine's native build first and its WebAssembly build last. In Electron on Linux the
 * native one shares a process with Chromium's GLib and corrupts it (https://sharp.pixelplumbing.com/install#electron-and-linux),
 * so there the native build is made to look absent while the loader runs.
 */
async function load(): Promise<SharpModule> {
  const hooks = process.versions['electron'] === undefined ? undefined : hideNativeBuilds();
  try {
    const { default: sharp } = await import('sharp');
    // Parallelism comes from working on two pictures at once; the operation cache only holds memory.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  } finally {
    hooks?.deregister();
  }
}

const nativeBuild = /^@img\/sharp-(?!wasm32\/).+\/sharp\.node$/;

function hideNativeBuilds(): ReturnType<typeof registerHooks> {
  return registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!nativeBuild.test(specifier)) return nextResolve(specifier, context);
      throw Object.assign(new Error(`${specifier} is not used in Electron`), { code: 'MODULE_NOT_FOUND' });
    },
  });
}
