import { registerHooks } from 'node:module';

import type Sharp from 'sharp';

type SharpModule = typeof Sharp;

let loading: Promise<SharpModule> | undefined;

/** Loads sharp at first use: it costs a cold start 50 ms (native) to 120 ms (WebAssembly). */
export function loadSharp(): Promise<SharpModule> {
  return (loading ??= load());
}

/**
 * Loads sharp. Its loader tries the native build first and WebAssembly last. In Electron on Linux the native build
 * shares a process with Chromium's GLib and corrupts it (https://sharp.pixelplumbing.com/install#electron-and-linux), so
 * there the native builds are hidden while the loader runs.
 */
async function load(): Promise<SharpModule> {
  const hooks = process.versions['electron'] === undefined ? undefined : hideNativeBuilds();
  try {
    const { default: sharp } = await import('sharp');
    // Two pictures are processed in parallel instead; the operation cache would only use memory.
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
