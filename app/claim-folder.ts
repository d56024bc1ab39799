import { AppError } from '../shared/errors.ts';
import type { Config } from './config.ts';
import { beginEpoch } from './store/feed/epochs.ts';
import { noteShownPictures, removeForbiddenPictures } from './store/upkeep/shown-pictures.ts';
import type { Store } from './store/store.ts';

/**
 * Hub and desk keep different things under the same names: a folder stays what it was made as. A hub begins an epoch, and checks once what earlier
 * versions stored.
 *
 * @throws AppError `incompatible` for a folder of the other profile
 */
export function claimFolder(store: Store, profile: Config['profile']): void {
  const isNew = refuseOther(store, profile) === undefined;
  if (!isNew && profile === 'desk') return;
  store.transact(null, (s) => {
    if (isNew) s.meta.set('profile', profile);
    if (profile !== 'hub') return;
    if (isNew) {
      s.meta.createIdentity();
      noteShownPictures(s);
    }
    beginEpoch(s);
    removeForbiddenPictures(s);
  });
}

/**
 * Only looks.
 *
 * @returns what the folder was made as; nothing for one that is new
 * @throws AppError `incompatible` for a folder of the other profile
 */
export function refuseOther(store: Store, profile: Config['profile']): Config['profile'] | undefined {
  const made = store.read(null, (s) => s.meta.get<Config['profile']>('profile'));
  if (made === undefined || made === profile) return made;
  throw new AppError(
    'incompatible',
    `The data folder ${store.dataDir} belongs to a ${made} and cannot be used by a ${profile}. Nothing was changed. ` +
      'Choose another folder.',
  );
}
