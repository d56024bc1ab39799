import { AppError } from '../../shared/errors.ts';
import type { Config } from '../config.ts';
import { beginEpoch } from './feed/epochs.ts';
import { republishPictures } from './feed/republish.ts';
import { noteShownPictures, removeForbiddenPictures } from './media/shown-pictures.ts';
import { createHubKey } from './site-key.ts';
import type { Store } from './store.ts';

/**
 * Fixes a new data folder's profile: hub and desk keep different data under the same names, so the profile never
 * changes. A hub also gets its key, begins an epoch and once repairs data of earlier versions.
 *
 * @throws AppError `incompatible` for a folder of the other profile
 */
export function claimFolder(store: Store, profile: Config['profile']): void {
  const isNew = refuseOtherProfile(store, profile) === undefined;
  if (!isNew && profile === 'desk') return;
  store.transact(null, (s) => {
    if (isNew) s.meta.set('profile', profile);
    if (profile !== 'hub') return;
    if (isNew) {
      s.meta.createIdentity();
      noteShownPictures(s);
    }
    createHubKey(s);
    beginEpoch(s);
    removeForbiddenPictures(s);
    republishPictures(s);
  });
}

/**
 * Checks a folder's profile without writing.
 *
 * @returns the folder's profile; undefined for a new folder
 * @throws AppError `incompatible` for a folder of the other profile
 */
export function refuseOtherProfile(store: Store, profile: Config['profile']): Config['profile'] | undefined {
  const made = store.read(null, (s) => s.meta.get<Config['profile']>('profile'));
  if (made === undefined || made === profile) return made;
  throw new AppError(
    'incompatible',
    `The data folder ${store.dataDir} belongs to a ${made} and cannot be used by a ${profile}. Nothing was changed. ` +
      'Choose another folder.',
  );
}
