import { networkInterfaces } from 'node:os';

const everyMs = 5_000;

/**
 * Calls `changed` when the addresses of this machine change and it has any: a cable, Wi-Fi, waking up.
 *
 * @returns a function that ends the watch
 */
export function watchNetwork(changed: () => void, addresses: () => string = addressesNow): () => void {
  let known = addresses();
  const timer = setInterval(() => {
    const now = addresses();
    if (now === known) return;
    known = now;
    if (now !== '') changed();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function addressesNow(): string {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ');
}
