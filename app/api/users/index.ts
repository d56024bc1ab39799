import type { Endpoint } from '../endpoint.ts';
import { addFavorite } from './addFavorite.ts';
import { completeGuide } from './completeGuide.ts';
import { getCurrentUser } from './getCurrentUser.ts';
import { getUser } from './getUser.ts';
import { getUserByEmail } from './getUserByEmail.ts';
import { listCurrentUserCompletions } from './listCurrentUserCompletions.ts';
import { listCurrentUserFavorites } from './listCurrentUserFavorites.ts';
import { listCurrentUserGuides } from './listCurrentUserGuides.ts';
import { listUserCompletions } from './listUserCompletions.ts';
import { listUserFavorites } from './listUserFavorites.ts';
import { listUserGuides } from './listUserGuides.ts';
import { listUsers } from './listUsers.ts';
import { removeFavorite } from './removeFavorite.ts';
import { searchUserNames } from './searchUserNames.ts';
import { searchUsers } from './searchUsers.ts';
import { uncompleteGuide } from './uncompleteGuide.ts';
import { updateUser } from './updateUser.ts';

export const users: Endpoint[] = [
  listUsers,
  searchUsers,
  searchUserNames,
  getUserByEmail,
  getUser,
  updateUser,
  listUserFavorites,
  listUserCompletions,
  listUserGuides,
  getCurrentUser,
  listCurrentUserFavorites,
  addFavorite,
  removeFavorite,
  listCurrentUserCompletions,
  listCurrentUserGuides,
  completeGuide,
  uncompleteGuide,
];
