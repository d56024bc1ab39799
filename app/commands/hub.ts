import { statSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { acceptCommands } from '../http/command-connection.ts';
import { listen } from '../http/node.ts';
import type { AnsweredRequest, HttpServer } from '../http/node.ts';
import { withHubPage } from '../http/hub-session.ts';
import { withOperator } from '../http/operator.ts';
import { withResetPage } from '../http/reset-page.ts';
import type { Core } from '../core.ts';
import type { Logger } from '../log.ts';
import { sweepDaily } from '../media/sweep.ts';
import { rendererFolder } from '../http/renderer-folder.ts';
import { readTls } from '../http/tls.ts';
import { withUpdates } from '../update/serve-folder.ts';
import { UsageError } from '../usage-error.ts';
import { exit } from './exit.ts';
import { withHub } from './open-hub.ts';
import type { HubOptions } from './open-hub.ts';
import { printJson, untilStopped } from './run.ts';

export interface HubCommand extends Omit<
  HubOptions,
  'dataDir' | 'origin' | 'isExposed' | 'onLost' | 'onRestored'
> {
  data: string;
  host: string;
  port: number;
  tlsCert?: string;
  tlsKey?: string;
  trustProxy?: boolean;
  insecure?: boolean;
  updates?: string;
  /** The token itself, which the command line reads from the file. */
  metricsTokenFile?: string;
  /** False: the hub does not announce itself in its network. */
  announce: boolean;
  /** Address of this computer in the only network in which to announce the hub. */
  announceOn?: string;
  /** Seconds for which the hub still answers requests after it was asked to stop. */
  drain: number;
}

/**
 * `benchside hub`: serves the API, and its page if that is built, until it is stopped; then drains and closes. After a backup was restored on its
 * page it starts again on the same port.
 */
export async function hub(command: HubCommand): Promise<void> {
  const stop = untilStopped();
  const tellReady = (server: HttpServer, hasPage: boolean): void =>
    printJson({
      event: 'ready',
      url: `${server.origin}/api/2.0`,
      ...(hasPage ? { page: `${server.origin}/` } : {}),
    });
  let again = await serveHub(command, stop, tellReady);
  while (again) again = await serveHub(again, stop, () => undefined);
}

/** Returns the command with which to start again; undefined if the hub was stopped. */
async function serveHub(
  command: HubCommand,
  stop: Promise<void>,
  tellReady: (server: HttpServer, hasPage: boolean) => void,
): Promise<HubCommand | undefined> {
  const { data, host, port, tlsCert, tlsKey, trustProxy, insecure, updates, ...more } = command;
  const { metricsTokenFile: metricsToken, drain, announce, announceOn, ...config } = more;
  if (updates !== undefined && !statSync(updates, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${updates}.`);
  const tlsFiles = bothOrNeither(tlsCert, tlsKey);
  const tls = tlsFiles && readTls(...tlsFiles);
  const isEncrypted = tls !== undefined || (trustProxy && config.publicUrl?.startsWith('https:'));
  const isExposed = !isEncrypted && !isLoopback.test(host) && !insecure;
  const lost = Promise.withResolvers<Error>();
  const restored = Promise.withResolvers<'restored'>();
  const stopped = Promise.race([stop, lost.promise, restored.promise]);
  let server: HttpServer | undefined;
  const origin = (): string => reachable(server?.origin ?? 'http://localhost');
  const onRestored = (): void => restored.resolve('restored');
  const options = { dataDir: data, ...config, isExposed, origin, onLost: lost.resolve, onRestored };
  return withHub(options, async (core) => {
    const renderer = rendererFolder();
    const fetch = renderer === undefined ? core.fetch : withHubPage(core, renderer);
    const { ctx } = core;
    // Loaded only where it is asked for: a hub that starts without metrics pays nothing for them.
    const metrics =
      metricsToken === undefined ? undefined : (await import('../http/metrics.ts')).createMetrics(ctx);
    let isDraining = false;
    const handler = withOperator(withUpdates(withResetPage({ ...core, fetch }), updates), {
      ctx,
      isDraining: () => isDraining,
      metrics: metrics && metricsToken !== undefined ? { source: metrics, token: metricsToken } : undefined,
    });
    const onAnswered = ({ id, isWhole, ...answered }: AnsweredRequest): void => {
      metrics?.observe({ id, isWhole, ...answered });
      ctx.log.info({ request: id, ...answered, ...(isWhole ? {} : { cut: true }) }, 'answered');
    };
    server = await listen(handler, { host, port, tls, trustProxy, onAnswered });
    const endRenewal = tlsFiles && renewOnHangup(server, tlsFiles, ctx.log);
    if (isExposed) process.stderr.write(warning(host));
    ctx.mail.start();
    const endCommands = await acceptCommands(ctx);
    const closing = new AbortController();
    sweepDaily(ctx.store, ctx.media, ctx.log, closing.signal);
    if (config.database !== undefined) {
      const { renewCopies } = await import('../shared-site/renew-copy.ts');
      renewCopies(config.database, data, ctx.log, closing.signal);
    }
    const isReachable = !isLoopback.test(host) || announceOn !== undefined;
    const announced =
      announce && isReachable ? await announcedHub(command, core, server, isEncrypted === true) : undefined;
    tellReady(server, renderer !== undefined);
    const { code } = core.ctx.setUp;
    if (code !== undefined) process.stderr.write(toSetUp(code, renderer && (config.publicUrl ?? origin())));
    const reason = await stopped;
    isDraining = true;
    await announced?.();
    if (reason === 'restored') ctx.log.info('starting again with the restored backup');
    else if (reason) {
      ctx.log.fatal({ err: reason }, 'this process can no longer use its copy of the site, and ends');
      process.exitCode = exit.failed;
    } else await pause(drain * 1000);
    await Promise.all([server.close(), endCommands()]);
    endRenewal?.();
    closing.abort();
    return reason === 'restored'
      ? { ...command, port: port || Number(new URL(server.origin).port) }
      : undefined;
  });
}

/** Announces the hub under the name of its site, by a module that other hubs do not load. */
async function announcedHub(
  { publicUrl, announceOn }: HubCommand,
  { ctx }: Core,
  { origin }: HttpServer,
  isEncrypted: boolean,
): Promise<() => Promise<void>> {
  const { announceHub } = await import('../lan/announce.ts');
  const { name } = ctx.store.read(null, (s) => s.meta.site);
  return announceHub(
    { name, port: Number(new URL(origin).port), isEncrypted, publicUrl },
    ctx.log,
    announceOn,
  );
}

const isLoopback = /^(?:localhost|127(?:\.\d+){3}|::1)$/i;

const warning = (host: string): string => `
benchside: WARNING: this hub listens on ${host} without encryption.
  Passwords, sign-ins and everything on this site cross the network in plain text. Anyone on that network can read and change them.
  Use HTTPS: give --tls-cert and --tls-key, or put a proxy with HTTPS before it (--public-url https://… --trust-proxy).
  If the network is protected in another way, --insecure silences this.

`;

/** @param page address of the hub's page, if it serves one */
const toSetUp = (code: string, page: string | undefined): string =>
  page === undefined
    ? 'benchside: This hub has no account yet. Stop it and make one with benchside user add.\n'
    : `
benchside: This hub has no account yet. Set it up in a browser, at
  ${page.replace(/\/+$/, '')}/#/set-up?code=${code}
  The code ${code} makes the first admin, once. Keep it to yourself until then.

`;

function bothOrNeither(cert: string | undefined, key: string | undefined): [string, string] | undefined {
  if (cert !== undefined && key !== undefined) return [cert, key];
  if (cert === undefined && key === undefined) return undefined;
  throw new UsageError('Give both --tls-cert and --tls-key, or neither.');
}

/** Reads a renewed certificate on SIGHUP; if it cannot be used, the old one stays. Returns a function that ends this. */
function renewOnHangup(server: HttpServer, files: [string, string], log: Logger): () => void {
  const renew = (): void => {
    try {
      server.renewTls(readTls(...files));
      log.info('the certificate was reloaded');
    } catch (error) {
      log.error({ err: error }, 'the new certificate cannot be used; the old one stays');
    }
  };
  process.on('SIGHUP', renew);
  return () => void process.off('SIGHUP', renew);
}

/** Replaces a wildcard address, which no link can use, by the first address that other machines see. */
function reachable(origin: string): string {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  return origin.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, `//${outside ?? hostname()}`);
}
