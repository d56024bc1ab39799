import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { CarriedEdits, TakenEdits } from '../../shared/model/carry.ts';
import { readExport } from '../bundle/exported-journal.ts';
import type { EditSignature } from '../bundle/exported-journal.ts';
import { receiveFile, fileRefusal } from '../bundle/receive-file.ts';
import type { ReceivedFile, Upload } from '../bundle/receive-file.ts';
import type { EditTaker } from '../context.ts';
import type { EditTakerParts } from '../core.ts';
import { isSignedWith } from '../edit-key.ts';
import { listen } from '../http/node.ts';
import { hashToken, newToken } from '../identity/token.ts';
import { moduleBeside } from '../module-beside.ts';
import { inOwnProcess } from '../own-process.ts';
import type { ProcessWork } from '../own-process.ts';
import type { SessionRow } from '../store/sessions/sessions.ts';
import type { StoreReader } from '../store/aggregates.ts';
import type { PersonToken } from '../sync/round.ts';
import type { Carried, CourierOrder } from './carry-out.ts';

/** Ends in `.part`, which a backup leaves out. */
const folderName = 'edits.part';

/** Seconds after which the sessions of a courier end if the hub was killed meanwhile. */
const courierSeconds = 3600;

const none: CarriedEdits = { state: 'none', file: '', result: null, message: null };

type StartCourier = (order: CourierOrder) => ProcessWork<Carried>;

/** The order is a file, because other people of this computer can read the arguments of a process. */
function inItsProcess(order: CourierOrder): ProcessWork<Carried> {
  const path = join(order.folder, 'order');
  writeFileSync(path, JSON.stringify(order), { mode: 0o600 });
  return inOwnProcess<Carried>(moduleBeside(import.meta.url, 'courier-process'), [path]);
}

/** Takes edits of desks from files at a hub (SPEC U6, decision 0055): one file at a time. */
export class HubEdits implements EditTaker {
  private readonly parts: EditTakerParts;
  private readonly start: StartCourier;
  private readonly folder: string;
  private work = none;
  private courier: ProcessWork<Carried> | undefined;
  private running: Promise<void> | undefined;

  /** @param start carries out an order; in a process of its own unless given */
  constructor(parts: EditTakerParts, start: StartCourier = inItsProcess) {
    this.parts = parts;
    this.start = start;
    this.folder = join(parts.store.dataDir, folderName);
    // A process that was killed may have left it.
    if (readdirSync(parts.store.dataDir).includes(folderName)) this.clear();
  }

  state(): CarriedEdits {
    return this.work;
  }

  async begin(file: string, upload: Upload): Promise<void> {
    if (this.work.state === 'running')
      throw new AppError('unavailable', 'Another file with edits is being taken. Wait for its end.');
    this.work = { ...none, file, state: 'running' };
    const received = { path: join(this.folder, 'edits'), name: file };
    try {
      await receiveFile(received, upload);
    } catch (error) {
      this.work = none;
      this.clear();
      throw error;
    }
    this.running = this.run(received);
  }

  async settled(): Promise<void> {
    await this.running;
  }

  async end(): Promise<void> {
    this.courier?.stop();
    await this.running;
  }

  private async run(received: ReceivedFile): Promise<void> {
    try {
      this.work = { ...this.work, state: 'done', result: await this.take(received.path) };
    } catch (error) {
      const refusal = fileRefusal(received, error);
      if (!refusal) this.parts.log.error({ err: error }, 'the edits of a file could not be taken');
      const message = refusal?.message ?? 'The edits could not be taken; the log says why.';
      this.work = { ...this.work, state: 'failed', message };
    } finally {
      this.clear();
    }
  }

  /** @throws AppError `invalid` for a file that a hub does not take; as `importJournal` */
  private async take(path: string): Promise<TakenEdits> {
    const { store, fetch } = this.parts;
    const { entries, signatures, saved, digest } = store.read(null, (s) => readExport(path, s.meta.siteid));
    const age = store.read(null, (s) => s.now) - saved;
    const { max } = limits.bundle.editsAge;
    if (age > max || age < -max)
      throw new AppError(
        'invalid',
        `The file was not saved in the last ${max / 86_400} days. Nothing was changed. Save the edits at the desk again; if they were just saved, check its clock.`,
      );
    const keys = entries.map(({ entryid }) => entryid);
    const authors = new Set(entries.map(({ userid }) => userid));
    const ofAuthors = signatures.filter(({ userid }) => authors.has(userid));
    const { unknown, people } = store.read(null, (s) => ({
      unknown: new Set(s.idempotency.unknown(keys)),
      people: ofAuthors.flatMap((signature) => sessionThatSigned(s, signature, digest) ?? []),
    }));
    if (people.length === 0)
      throw new AppError(
        'invalid',
        'No one who made these edits is signed in at the desk where the file was saved, or it was changed since. Nothing was changed. ' +
          'They sign in there again while it reaches the hub, or a lead takes the file at a desk that reaches the hub.',
      );
    const signed = entries.flatMap(({ entryid, userid }) =>
      people.some((person) => person.userid === userid) ? [entryid] : [],
    );
    const tokens = people.map(({ userid }): PersonToken => ({ userid, token: newToken() }));
    const server = await listen(fetch, { host: '127.0.0.1', port: 0, loopbackOnly: true });
    try {
      store.transact(null, (s) => {
        s.sessions.touch(new Map(people.map(({ token_hash }) => [token_hash, s.now])));
        for (const { userid, token } of tokens)
          s.sessions.addBrief({ userid, tokenHash: hashToken(token), seconds: courierSeconds });
      });
      const { arrived, conflicts, waiting } = await this.send({
        folder: this.folder,
        site: `${server.origin}/api/2.0`,
        file: path,
        known: keys.filter((key) => !unknown.has(key)),
        people: tokens,
      });
      store.transact(null, (s) => {
        s.idempotency.keepForFile(arrived);
        s.idempotency.keepConflicts(signed, conflicts);
      });
      const fresh = arrived.filter((key) => unknown.has(key)).length;
      return { arrived: fresh, known: arrived.length - fresh, waiting };
    } finally {
      store.transact(null, (s) => {
        for (const { token } of tokens) s.sessions.end(hashToken(token));
      });
      await server.close();
    }
  }

  private async send(order: CourierOrder): Promise<Carried> {
    this.courier = this.start(order);
    try {
      return await this.courier.result;
    } finally {
      this.courier = undefined;
    }
  }

  private clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the session of a person with whose token a file was signed, if they could send edits with it now. */
const sessionThatSigned = (
  s: StoreReader,
  { userid, signature }: EditSignature,
  digest: string,
): SessionRow | undefined =>
  s.sessions
    .ofUser(userid)
    .find(
      ({ edit_key, token_hash }) =>
        edit_key !== null &&
        isSignedWith(digest, signature, edit_key) &&
        s.sessions.actorOf(token_hash)?.userid === userid,
    );
