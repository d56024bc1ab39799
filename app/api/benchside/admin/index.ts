import { getAccount } from './getAccount.ts';
import { getOverview } from './getOverview.ts';
import { listAccounts } from './listAccounts.ts';
import { listBadgeHolders } from './listBadgeHolders.ts';
import { listFlaggedGuides } from './listFlaggedGuides.ts';
import { listFlags } from './listFlags.ts';
import { listReleasedGuides } from './listReleasedGuides.ts';
import { setActive } from './setActive.ts';

export const leadEndpoints = [
  getOverview,
  listAccounts,
  getAccount,
  setActive,
  listFlags,
  listFlaggedGuides,
  listBadgeHolders,
  listReleasedGuides,
];
