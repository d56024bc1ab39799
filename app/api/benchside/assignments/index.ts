import { createAssignment } from './createAssignment.ts';
import { deleteAssignment } from './deleteAssignment.ts';
import { getAssignment } from './getAssignment.ts';
import { listAssignments } from './listAssignments.ts';
import { updateAssignment } from './updateAssignment.ts';

export const assignmentEndpoints = [
  listAssignments,
  createAssignment,
  getAssignment,
  updateAssignment,
  deleteAssignment,
];
