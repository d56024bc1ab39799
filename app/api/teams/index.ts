import { addTeamMember } from './addTeamMember.ts';
import { getTeamAttributes } from './getTeamAttributes.ts';
import { listCourseAssignments } from './listCourseAssignments.ts';
import { listTeamMembers } from './listTeamMembers.ts';
import { listTeams } from './listTeams.ts';
import { removeTeamMember } from './removeTeamMember.ts';

export const teamEndpoints = [
  listTeams,
  listTeamMembers,
  getTeamAttributes,
  listCourseAssignments,
  addTeamMember,
  removeTeamMember,
];
