import { limits } from '../../../shared/limits.ts';
import { setUpCodeHeader } from '../../../shared/set-up-code.ts';
import { api } from '../../api/client.ts';
import { ApiError, errorStatus } from '../../api/errors.ts';

export interface BackupUpload {
  file: File;
  /** The hub's set-up code. */
  code: string;
  signal: AbortSignal;
  /** Called with the bytes that are sent so far. */
  onSent: (sent: number) => void;
}

const everyMs = 700;

/** Sends a backup to a new hub, and resolves when the hub has started again with it. @throws ApiError if the hub refuses the backup */
export async function restoreBackup({ file, code, signal, onSent }: BackupUpload): Promise<void> {
  let at = 0;
  do {
    const piece = file.slice(at, at + limits.setUp.piece.max);
    await api('POST /benchside/setup/backup', {
      query: { file: file.name, at, total: file.size },
      file: piece,
      headers: { [setUpCodeHeader]: code },
      signal,
    });
    at += piece.size;
    onSent(at);
  } while (at < file.size);
  while (!(await isRestored(signal))) await pause();
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, everyMs));

async function isRestored(signal: AbortSignal): Promise<boolean> {
  try {
    const { state, message } = await api('GET /benchside/setup/backup', { signal });
    if (state === 'failed') throw new ApiError(422, message ?? '');
    return state === 'none' && (await api('GET /benchside/info', { signal })).setup === undefined;
  } catch (error) {
    // While the hub starts again nothing answers, or its proxy does.
    if (error instanceof ApiError && (errorStatus(error) === 0 || errorStatus(error) > 500)) return false;
    throw error;
  }
}
