import { addFavorite } from './addFavorite.ts';
import { completeGuide } from './completeGuide.ts';
import { getCurrentUser } from './getCurrentUser.ts';
import { getUser } from './getUser.ts';
import { getUserByEmail } from './getUserByEmail.ts';
import { getUserBySso } from './getUserBySso.ts';
import { listCurrentUserBadges } from './listCurrentUserBadges.ts';
import { listCurrentUserCompletions } from './listCurrentUserCompletions.ts';
import { listCurrentUserFavorites } from './listCurrentUserFavorites.ts';
import { listCurrentUserFlags } from './listCurrentUserFlags.ts';
import { listCurrentUserGuides } from './listCurrentUserGuides.ts';
import { listUserBadges } from './listUserBadges.ts';
import { listUserCompletions } from './listUserCompletions.ts';
import { listUserFavorites } from './listUserFavorites.ts';
import { listUserGuides } from './listUserGuides.ts';
import { listUsers } from './listUsers.ts';
import { removeFavorite } from './removeFavorite.ts';
import { searchUserNames } from './searchUserNames.ts';
import { searchUsers } from './searchUsers.ts';
import { uncompleteGuide } from './uncompleteGuide.ts';
import { updateUser } from './updateUser.ts';

export const userEndpoints = [
  listUsers,
  searchUsers,
  searchUserNames,
  getUserByEmail,
  getUserBySso,
  getUser,
  updateUser,
  listUserBadges,
  listUserFavorites,
  listUserCompletions,
  listUserGuides,
  getCurrentUser,
  listCurrentUserBadges,
  listCurrentUserFavorites,
  addFavorite,
  removeFavorite,
  listCurrentUserCompletions,
  listCurrentUserGuides,
  listCurrentUserFlags,
  completeGuide,
  uncompleteGuide,
];
