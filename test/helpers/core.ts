import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { configSchema } from '../../app/config.ts';
import type { ConfigInput } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import type { Core, CoreParts } from '../../app/core.ts';
import { HubEdits } from '../../app/courier/hub-edits.ts';
import { passwordCost } from '../../app/identity/password.ts';
import { makeOwnFolder } from '../../app/owner-only.ts';
import { Db } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { migrate } from '../../app/store/migrations/runner.ts';
import { databaseName } from '../../app/store/database-name.ts';
import { comparesCopies, expectEqualCopy } from './copies.ts';
import { MemoryLog } from './memory-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

export { temporaryFolder };

// The real cost is a quarter of a second of processor time for each password of each test.
passwordCost.logN = 10;

export interface TestCore extends Core, AsyncDisposable {
  dataDir: string;
  /** Calls the API; `token` signs in, a `json` body is sent as JSON. */
  call(route: string, options?: CallOptions): Promise<Response>;
  /** Like `fetch`, but returns the answer's JSON; throws unless the status is `expect` or any 2xx. */
  json<T>(route: string, options?: CallOptions & { expect?: number }): Promise<T>;
}

export interface CallOptions {
  json?: unknown;
  body?: BodyInit;
  token?: string;
  headers?: Record<string, string>;
  /** True to send the request as the desk's own window. */
  window?: boolean;
}

let empty: Buffer | undefined;

/** Writes the database that the migrations make of nothing, which takes most of the time of a start, if there is none yet. */
function addDatabase(dataDir: string): void {
  if (!empty) {
    using folder = temporaryFolder();
    const db = new Db({ file: join(folder.path, databaseName), synchronous: 'NORMAL' });
    migrate(db, migrations);
    db.close();
    empty = readFileSync(db.file);
  }
  makeOwnFolder(dataDir);
  const file = join(dataDir, databaseName);
  if (!existsSync(file)) writeFileSync(file, empty, { mode: 0o600 });
}

/** Opens a real core on a real database in its own folder. Answers are checked against their schemas. */
export function testCore(config: Partial<ConfigInput> = {}, parts: CoreParts = {}): TestCore {
  const folder = config.dataDir === undefined ? temporaryFolder() : undefined;
  const dataDir = config.dataDir ?? folder?.path ?? '';
  const isHub = (config.profile ?? 'hub') === 'hub';
  const log = isHub && folder && process.env[comparesCopies] ? new MemoryLog() : undefined;
  if (!log && !parts.commitLog) addDatabase(dataDir);
  const core = createCore(
    configSchema.parse({ profile: 'hub', checkAnswers: true, logLevel: 'error', ...config, dataDir }),
    { ...(log && { commitLog: log }), createEditTaker: (given) => new HubEdits(given), ...parts },
  );
  const call: TestCore['call'] = (route, { json, body, token, headers = {}, window = false } = {}) => {
    const [method = 'GET', path = ''] = route.split(' ');
    const sent = json === undefined ? body : JSON.stringify(json);
    return core.fetch(
      new Request(`http://bench.test${path.startsWith('/igi/') ? '' : '/api/2.0'}${path}`, {
        method,
        headers: {
          ...(token ? { Authorization: `api ${token}` } : {}),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(window ? { 'X-Benchside-Window': core.ctx.identity.windowKey ?? '' } : {}),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      }),
    );
  };
  return {
    ...core,
    dataDir,
    call,
    json: async (route, options = {}) => {
      const response = await call(route, options);
      const text = await response.text();
      if (options.expect === undefined ? !response.ok : response.status !== options.expect) {
        throw new Error(`${route} answered ${response.status}: ${text.slice(0, 500)}`);
      }
      return JSON.parse(text === '' ? 'null' : text);
    },
    [Symbol.asyncDispose]: async () => {
      await core.close();
      if (log) expectEqualCopy(dataDir, log);
      folder?.[Symbol.dispose]();
    },
  };
}
