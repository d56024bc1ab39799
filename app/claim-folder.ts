import { AppError } from '../shared/errors.ts';
import type { Config } from './config.ts';
import type { Store } from './store/store.ts';

/**
 * Hub and desk keep different things under the same names: a folder stays what it was made as.
 *
 * @throws AppError `incompatible` for a folder of the other profile
 */
export function claimFolder(store: Store, profile: Config['profile']): void {
  const made = store.read(null, (s) => s.meta.get<Config['profile']>('profile'));
  if (made === profile) return;
  if (made !== undefined) {
    throw new AppError(
      'incompatible',
      `The data folder ${store.dataDir} belongs to a ${made} and cannot be used by a ${profile}. Nothing was changed. ` +
        'Choose another folder.',
    );
  }
  store.transact(null, (s) => {
    s.meta.set('profile', profile);
    if (profile === 'hub') s.meta.createIdentity();
  });
}
