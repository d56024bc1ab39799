import { addGuideTeam } from './addGuideTeam.ts';
import { addGuideUser } from './addGuideUser.ts';
import { listGuideTeams } from './listGuideTeams.ts';
import { listGuideUsers } from './listGuideUsers.ts';
import { removeGuideTeam } from './removeGuideTeam.ts';
import { removeGuideUser } from './removeGuideUser.ts';

export const collaboratorEndpoints = [
  listGuideUsers,
  addGuideUser,
  removeGuideUser,
  listGuideTeams,
  addGuideTeam,
  removeGuideTeam,
];
