import { createAssignment } from './createAssignment.ts';
import { deleteAssignment } from './deleteAssignment.ts';
import { getAssignment } from './getAssignment.ts';
import { listAssignments } from './listAssignments.ts';

export const assignmentEndpoints = [listAssignments, createAssignment, getAssignment, deleteAssignment];
